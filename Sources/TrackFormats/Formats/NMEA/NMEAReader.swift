import Geometry
import SensorModel

/// Creates fixes from a log of NMEA 0183 sentences, one per epoch.
///
/// Sentences with the same time of day form an epoch; those without a time (GSA, VTG) join the current one. The date
/// comes from RMC or ZDA, also for epochs before the first of these, and advances at midnight.
struct NMEAReader: LineFormat {
    static let format = FileFormat("nmea", "nmea", "log", "txt")

    static func certainty(of head: FileHead) -> Certainty {
        head.lines.contains(where: NMEASentence.isPosition) ? .certain : .no
    }

    /// The number of sentences with a wrong checksum.
    private(set) var checksumErrors = 0
    /// The number of epochs without a fix that were left out, because the receiver's clock was not set yet.
    private var epochsBeforeClock = 0
    /// Whether positions are used although every sentence says that there is no fix.
    private var trustsAll = false
    /// Whether a sentence is one of a version of NMEA 0183, or of a chip, that is newer than 2003.
    private var namesLaterProtocol = false
    /// The number of fixes, sky views and waypoints so far.
    var count: Int { fixes.count + skies.count + undated.count + waypoints.count }
    /// The waypoints so far, without duplicates: receivers repeat those of a route continually.
    private var waypoints: [TrackDocument.Waypoint] = []
    private var knownWaypoints: Set<TrackDocument.Waypoint> = []

    private static let day: Int64 = 86_400_000_000_000
    private static let device = DeviceID(1)

    /// The time, in nanoseconds, for which a dilution applies to later fixes.
    private static let dilutionHolds: Int64 = 5_000_000_000

    private var lastDilution: (value: Double, timeOfDay: Int64)?
    private var epoch: NMEAEpoch?
    /// The most recent midnight that was stated.
    private var date: Instant?
    /// The number of midnights passed since the last date, or since the beginning if there is no date yet.
    private var passedDays: Int64 = 0
    private var lastTimeOfDay: Int64?
    /// Fixes and sky views before the first date, each with the number of midnights passed and the nanoseconds since the last
    /// midnight.
    private var undated: [(days: Int64, timeOfDay: Int64, content: SensorEvent.Payload)] = []
    private var fixes: [SensorEvent] = []
    private var skies: [SensorEvent] = []
    /// Whether a sentence said that there is a fix; until then, the positions that were stated nevertheless.
    private var hasFix = false
    private var unconfirmed: [SensorEvent] = []

    /// Reads a line; ignores anything that is not a sentence, as on a serial line.
    mutating func read(_ line: UnsafeRawBufferPointer) {
        let sentence: NMEASentence
        do {
            sentence = try NMEASentence(line)
        } catch {
            if error == .checksum { checksumErrors += 1 }
            return
        }
        namesLaterProtocol = namesLaterProtocol || sentence.isOfLaterProtocol
        if sentence.isUBlox { return addUBlox(sentence) }
        guard !sentence.isProprietary else { return }
        switch sentence.kind {
        case "RMC", "GGA", "GNS", "GST", "ZDA": add(sentence, timeOfDay: sentence.timeOfDay(1))
        case "GLL": add(sentence, timeOfDay: sentence.timeOfDay(5))
        case "GSA", "GSV", "VTG": epoch?.add(sentence)
        // A Geiger counter states the date and the position in one sentence.
        case "RDD": addGeiger(sentence)
        case "WPL": addWaypoint(sentence)
        default: break
        }
    }

    private mutating func addUBlox(_ sentence: NMEASentence) {
        // Type 0 is the position and 4 the date; the others concern satellites.
        guard let type = sentence.number(1), type == 0 || type == 4 else { return }
        add(sentence, timeOfDay: sentence.timeOfDay(2))
    }

    private mutating func addWaypoint(_ sentence: NMEASentence) {
        guard let latitude = sentence.degrees(1), let longitude = sentence.degrees(3) else { return }
        let coordinate = Coordinate(latitude: latitude, longitude: longitude)
        guard coordinate.isValid else { return }
        let waypoint = TrackDocument.Waypoint(coordinate: coordinate, name: sentence.text(5))
        if knownWaypoints.insert(waypoint).inserted { waypoints.append(waypoint) }
    }

    private mutating func add(_ sentence: NMEASentence, timeOfDay: Int64?) {
        if let timeOfDay, timeOfDay != epoch?.timeOfDay, epoch?.join(sentence, at: timeOfDay) != true {
            endEpoch()
            epoch = NMEAEpoch(timeOfDay: timeOfDay)
        }
        epoch?.add(sentence)
    }

    private mutating func addGeiger(_ sentence: NMEASentence) {
        guard let (midnight, timeOfDay) = sentence.dateAndTime(2) else { return }
        if timeOfDay != epoch?.timeOfDay {
            endEpoch()
            epoch = NMEAEpoch(timeOfDay: timeOfDay)
        }
        epoch?.midnight = midnight
        epoch?.add(sentence)
    }

    private mutating func endEpoch() {
        guard let epoch else { return }
        self.epoch = nil
        // A step back of more than half a day means that midnight has passed; a smaller one is a clock correction.
        let passedMidnight = lastTimeOfDay.map { $0 - epoch.timeOfDay > Self.day / 2 } ?? false
        lastTimeOfDay = epoch.timeOfDay
        if passedMidnight { passedDays += 1 }
        if let stated = epoch.midnight {
            if date == nil { dateFixes(before: stated, passedDays: passedDays) }
            date = stated
            passedDays = 0
        }
        if let sky = epoch.sky(device: Self.device) { append(.sky(sky), at: epoch.timeOfDay) }
        guard epoch.isFixAttempt else { return }
        var fix = epoch.fix(device: Self.device)
        keepDilution(of: &fix, at: epoch.timeOfDay)
        if fix.coordinate != nil { (hasFix, unconfirmed) = (true, []) }
        if let date {
            let stated = hasFix ? fix : epoch.fix(device: Self.device, trustsAll: true)
            if !hasFix, stated.coordinate.map({ !$0.isNowhere }) ?? false,
                let time = Self.instant(date, days: passedDays, timeOfDay: epoch.timeOfDay)
            {
                unconfirmed.append(SensorEvent(time: time, payload: .fix(stated)))
            }
        }
        append(.fix(fix), at: epoch.timeOfDay)
    }

    /// Adds a fix or a sky view of the present epoch.
    private mutating func append(_ content: SensorEvent.Payload, at timeOfDay: Int64) {
        guard let date else { return undated.append((passedDays, timeOfDay, content)) }
        append(content, date, days: passedDays, timeOfDay: timeOfDay)
    }

    /// Adds the most recent dilution to a fix, because some receivers state it less often than a position.
    private mutating func keepDilution(of fix: inout Fix, at timeOfDay: Int64) {
        if let dilution = fix.horizontalDilution {
            lastDilution = (dilution, timeOfDay)
        } else if fix.coordinate != nil, let last = lastDilution, 0...Self.dilutionHolds ~= timeOfDay - last.timeOfDay {
            fix.horizontalDilution = last.value
        }
    }

    /// Assigns a date to the epochs before the first date.
    private mutating func dateFixes(before midnight: Instant, passedDays: Int64) {
        for (days, timeOfDay, content) in undated {
            append(content, midnight, days: days - passedDays, timeOfDay: timeOfDay)
        }
        undated = []
    }

    /// Adds a fix or a sky view some days after a midnight; leaves it out if its time does not fit an instant.
    private mutating func append(
        _ content: SensorEvent.Payload, _ midnight: Instant, days: Int64, timeOfDay: Int64
    ) {
        guard let time = Self.instant(midnight, days: days, timeOfDay: timeOfDay) else { return }
        let event = SensorEvent(time: time, payload: content)
        if case .fix = content { fixes.append(event) } else { skies.append(event) }
    }

    private static func instant(_ midnight: Instant, days: Int64, timeOfDay: Int64) -> Instant? {
        let (passed, isFar) = days.multipliedReportingOverflow(by: day)
        let (start, isBeyond) = midnight.nanoseconds.addingReportingOverflow(passed)
        let (nanoseconds, isOver) = start.addingReportingOverflow(timeOfDay)
        return isFar || isBeyond || isOver ? nil : Instant(nanoseconds: nanoseconds)
    }

    /// The maximum time, in seconds, by which an epoch without a fix can be before the first fix. A clock that was not set
    /// is years behind.
    private static let longestSearch = 30 * 86_400.0

    /// Leaves out epochs whose clock was not set, and takes places that no sentence confirmed if there are no others.
    private mutating func settle() {
        if !hasFix, Set(unconfirmed.map(Self.place)).count > 1 {
            (fixes, trustsAll) = (unconfirmed, true)
        }
        guard let first = fixes.firstIndex(where: { Self.place($0) != nil }) else { return }
        let earliest = fixes[first].time + -Self.longestSearch
        let kept = fixes[..<first].filter { $0.time >= earliest }
        epochsBeforeClock = first - kept.count
        fixes.replaceSubrange(..<first, with: kept)
    }

    private static func place(_ event: SensorEvent) -> Coordinate? {
        if case .fix(let fix) = event.payload { fix.coordinate } else { nil }
    }

    /// Returns a report of the receiver, followed by its fixes and sky views; an empty array if there are no fixes.
    mutating func finish() -> [SensorEvent] {
        endEpoch()
        dateFixes(before: Instant(nanoseconds: 0), passedDays: 0)
        settle()
        guard let first = fixes.map(\.time).min() else { return [] }
        // Those before the first fix may be of a clock that was not set.
        skies.removeAll { $0.time < first }
        let streams: [StreamKind] = skies.isEmpty ? [.fix] : [.fix, .sky]
        let report = SourceReport(device: Self.device, name: "NMEA", streams: streams, state: .connected)
        return [SensorEvent(time: first, payload: .source(report))] + fixes + skies
    }

    mutating func finish(into document: inout TrackDocument) {
        document.sensorEvents = finish()
        document.waypoints = waypoints
        document.earliestOfReceiver =
            namesLaterProtocol && date != nil ? TrackDocument.earliestOfLaterProtocols : Instant(nanoseconds: .min)
        document.report(
            left: checksumErrors, one: translatable("1 sentence with a wrong checksum was left out"),
            many: translatable("{1} sentences with a wrong checksum were left out"))
        document.report(
            left: epochsBeforeClock,
            one: translatable("1 moment without a fix, before the receiver's clock was set, was left out"),
            many: translatable("{1} moments without a fix, before the receiver's clock was set, were left out"))
        if trustsAll {
            document.report(
                .doubted, translatable("every sentence says that there is no fix; the changing positions are used"))
        }
        if date == nil, !document.sensorEvents.isEmpty {
            document.report(.leftOut, translatable("no sentence has a date: the times are those of 1970-01-01"))
        }
    }
}
