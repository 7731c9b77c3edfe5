import Geodesy
import SensorModel

/// Makes fixes of a log of NMEA 0183 sentences, one a moment.
///
/// Sentences belong together while their time of day is the same; those without one (GSA, VTG) join the open moment.
/// The date comes from RMC or ZDA, also for moments before the first of them, and continues by itself past midnight.
struct NMEAReader {
    /// How many sentences had a wrong checksum.
    private(set) var checksumErrors = 0
    /// True if no sentence gave a date.
    var hasNoDate: Bool { date == nil }
    /// How many moments there are so far.
    var count: Int { fixes.count + undated.count + waypoints.count }
    /// The named places so far, each once: receivers repeat those of a route again and again.
    private(set) var waypoints: [TrackDocument.Waypoint] = []
    private var knownWaypoints: Set<TrackDocument.Waypoint> = []

    private static let day: Int64 = 86_400_000_000_000
    private static let device = DeviceID(1)

    /// Nanoseconds for which a dilution holds for the fixes after it.
    private static let dilutionHolds: Int64 = 5_000_000_000

    private var lastDilution: (value: Double, timeOfDay: Int64)?
    private var epoch: NMEAEpoch?
    /// The last midnight that was stated.
    private var date: Instant?
    /// Midnights passed since the last date; before the first, since the beginning.
    private var passedDays: Int64 = 0
    private var lastTimeOfDay: Int64?
    /// Fixes before the first date, with the midnights passed by then and nanoseconds since the last of them.
    private var undated: [(days: Int64, timeOfDay: Int64, fix: Fix)] = []
    private var fixes: [SensorEvent] = []

    /// Reads a line; whatever is not a sentence is passed over, as on a serial line.
    mutating func read(_ line: UnsafeRawBufferPointer) {
        let sentence: NMEASentence
        do {
            sentence = try NMEASentence(line)
        } catch {
            if error == .checksum { checksumErrors += 1 }
            return
        }
        if sentence.isUBlox { return addUBlox(sentence) }
        guard !sentence.isProprietary else { return }
        switch sentence.kind {
        case "RMC", "GGA", "GNS", "GST", "ZDA": add(sentence, timeOfDay: sentence.timeOfDay(1))
        case "GLL": add(sentence, timeOfDay: sentence.timeOfDay(5))
        case "GSA", "VTG": epoch?.add(sentence)
        // A Geiger counter states the date and the place in one sentence.
        case "RDD": addGeiger(sentence)
        case "WPL": addWaypoint(sentence)
        default: break
        }
    }

    private mutating func addUBlox(_ sentence: NMEASentence) {
        // 0 is the place, 4 the date; the others are about satellites.
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
        // Half a day backwards is a midnight passed; less is a clock that was put right.
        let passedMidnight = lastTimeOfDay.map { $0 - epoch.timeOfDay > Self.day / 2 } ?? false
        lastTimeOfDay = epoch.timeOfDay
        if passedMidnight { passedDays += 1 }
        if let stated = epoch.midnight {
            if date == nil { dateFixes(before: stated) }
            date = stated
            passedDays = 0
        }
        guard epoch.isFixAttempt else { return }
        var fix = epoch.fix(device: Self.device)
        keepDilution(of: &fix, at: epoch.timeOfDay)
        if let date {
            append(fix, date, days: passedDays, timeOfDay: epoch.timeOfDay)
        } else {
            undated.append((passedDays, epoch.timeOfDay, fix))
        }
    }

    /// Adds the dilution that the receiver stated last: some state it less often than a place.
    private mutating func keepDilution(of fix: inout Fix, at timeOfDay: Int64) {
        if let dilution = fix.horizontalDilution {
            lastDilution = (dilution, timeOfDay)
        } else if fix.coordinate != nil, let last = lastDilution, 0...Self.dilutionHolds ~= timeOfDay - last.timeOfDay {
            fix.horizontalDilution = last.value
        }
    }

    /// Gives their date to the moments before the first date.
    private mutating func dateFixes(before midnight: Instant) {
        for (days, timeOfDay, fix) in undated {
            append(fix, midnight, days: days - passedDays, timeOfDay: timeOfDay)
        }
        undated = []
    }

    /// Adds a fix some days after a midnight; one that no instant can tell is left out.
    private mutating func append(_ fix: Fix, _ midnight: Instant, days: Int64, timeOfDay: Int64) {
        let (passed, isFar) = days.multipliedReportingOverflow(by: Self.day)
        let (start, isBeyond) = midnight.nanoseconds.addingReportingOverflow(passed)
        let (nanoseconds, isOver) = start.addingReportingOverflow(timeOfDay)
        guard !isFar, !isBeyond, !isOver else { return }
        fixes.append(SensorEvent(time: Instant(nanoseconds: nanoseconds), payload: .fix(fix)))
    }

    /// The fixes behind a report of their receiver; empty where there is none.
    mutating func finish() -> [SensorEvent] {
        endEpoch()
        for (days, timeOfDay, fix) in undated { append(fix, Instant(nanoseconds: 0), days: days, timeOfDay: timeOfDay) }
        undated = []
        guard let first = fixes.map(\.time).min() else { return [] }
        let report = SourceReport(device: Self.device, name: "NMEA", streams: [.fix], state: .connected)
        return [SensorEvent(time: first, payload: .source(report))] + fixes
    }
}
