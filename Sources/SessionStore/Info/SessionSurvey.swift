import FusionCore
import Geometry
import Parallel
import SensorModel

/// Builds a ``SessionInfo`` event by event.
struct SessionSurvey {
    private struct Slot: Hashable {
        var device: DeviceID
        var stream: StreamKind
    }

    private var core: FusionCore
    private var streams: [Slot: StreamStatistics] = [:]
    private var sources: [DeviceID: SourceReport] = [:]
    private var clockSteps: [Double] = []
    private var markerCount = 0
    private var correctionCount = 0
    private var statements: [ActivityStatement] = []
    private var notes: [ImportNote] = []
    private var statuses: [StatusEstimate] = []
    private var eventCount = 0
    private var finisher = TrackFinisher(isThin: true)
    private var batches: MotionBatches
    private var firstPlace: Instant?
    private var lastPlace: Instant?
    private var latitudes: ClosedRange<Double>?
    private var longitudes: LongitudeSpan?

    init(parameters: Parameters) {
        core = FusionCore(parameters: parameters)
        batches = MotionBatches(parameters: parameters)
    }

    mutating func consume(_ event: SensorEvent) {
        eventCount += 1
        let place = EventOrder().place(of: event)
        if firstPlace == nil { firstPlace = place }
        lastPlace = max(lastPlace ?? place, place)
        if let sample = event.payload.sample {
            streams[
                Slot(device: sample.device, stream: sample.stream),
                default: .init(
                    device: sample.device, stream: sample.stream)
            ].take(event)
        } else {
            noteRare(event)
        }
        batches.consume(event)
        var verdict: FixVerdict?
        // Motion samples also count: rest and steps affect the distance.
        finisher.consume(event, with: &core) { estimate in
            switch estimate {
            case .verdict(let newest): verdict = newest
            case .status(let status): statuses.append(status)
            default: break
            }
        }
        if case .fix(let fix) = event.payload, verdict?.isAccepted == true { noteAccepted(fix, at: event.time) }
    }

    private mutating func noteRare(_ event: SensorEvent) {
        switch event.payload {
        case .fix(let fix):
            streams[Slot(device: fix.device, stream: .fix), default: .init(device: fix.device, stream: .fix)]
                .consume(event)
        case .sky(let sky):
            streams[Slot(device: sky.device, stream: .sky), default: .init(device: sky.device, stream: .sky)]
                .take(event)
        case .source(let report): sources[report.device] = report
        case .drop(let drop):
            streams[
                Slot(device: drop.device, stream: drop.stream), default: .init(device: drop.device, stream: drop.stream)
            ].consume(drop)
        case .clockStep(let step): clockSteps.append(step)
        case .clock(let decision): notes.append(ImportNote(.doubted, Phrase(plain: decision.sentence)))
        case .marker: markerCount += 1
        case .correction: correctionCount += 1
        case .statement(let statement): statements.append(statement)
        case .note(let note): notes.append(note)
        default: break
        }
    }

    private mutating func noteAccepted(_ fix: Fix, at time: Instant) {
        streams[Slot(device: fix.device, stream: .fix)]?.consume(time: time)
        guard let coordinate = fix.coordinate else { return }
        let latitude = coordinate.latitude
        latitudes = latitudes.map { min($0.lowerBound, latitude)...max($0.upperBound, latitude) } ?? latitude...latitude
        var span = longitudes ?? LongitudeSpan(coordinate.longitude)
        span.add(coordinate.longitude)
        longitudes = span
    }

    /// Returns what the events were; call this only once, since it discards what the track was made of. O(n).
    mutating func info(path: String, header: SessionHeader, size: Int, isOpen: Bool) -> SessionInfo {
        var info = SessionInfo(path: path, header: header, format: Schema.format, size: size, isOpen: isOpen)
        let track = finisher.finish(core, together: inParallel)
        info.summary = track.summary
        info.start = firstPlace
        info.end = lastPlace
        info.acceleration = batches.acceleration()
        info.stepRegularity = StepRegularity(of: finisher.steps(outsideRidesOf: track.activities).times)
        if let latitudes, let longitudes {
            info.bounds = SessionInfo.Bounds(
                southWest: Coordinate(latitude: latitudes.lowerBound, longitude: longitudes.west),
                northEast: Coordinate(latitude: latitudes.upperBound, longitude: longitudes.east))
        }
        info.streams = streams.values.map(named).sorted {
            ($0.device, order($0.stream)) < ($1.device, order($1.stream))
        }
        info.clockSteps = clockSteps
        info.markerCount = markerCount
        info.correctionCount = correctionCount
        info.statements = statements
        info.notes = notes
        info.interferences = lastPlace.map(statuses.interferences) ?? []
        info.eventCount = eventCount
        return info
    }

    private func named(_ stream: StreamStatistics) -> StreamStatistics {
        var stream = stream
        let source = sources[stream.device]
        stream.name = source?.name
        stream.label = source?.label
        stream.nominalRate = source?.nominalRate
        return stream
    }

    private func order(_ stream: StreamKind) -> Int { StreamKind.allCases.firstIndex(of: stream) ?? 0 }
}

extension StreamStatistics {
    fileprivate mutating func take(_ event: SensorEvent) {
        consume(event)
        consume(time: event.time)
    }
}

/// The range of longitudes of a track, which continues without jumps across the 180th meridian.
private struct LongitudeSpan {
    private var last: Double
    private var low: Double
    private var high: Double

    init(_ longitude: Double) { (last, low, high) = (longitude, longitude, longitude) }

    mutating func add(_ longitude: Double) {
        last += (longitude - last).remainder(dividingBy: 360)
        low = min(low, last)
        high = max(high, last)
    }

    var west: Double { high - low >= 360 ? -180 : Self.wrapped(low) }
    var east: Double { high - low >= 360 ? 180 : Self.wrapped(high) }

    private static func wrapped(_ longitude: Double) -> Double {
        abs(longitude) <= 180 ? longitude : longitude.remainder(dividingBy: 360)
    }
}
