import Foundation
import Geometry
import SensorModel

/// The contents of a payload as a JSON object next to its kind, in the `event` table and on the live socket.
struct StoredPayload: Codable {
    var device: DeviceID?
    var stream: StreamKind?
    var count: Int?
    var seconds: Double?
    var clock: ClockDecision?
    var text: String?
    var values: [String: ParameterValue]?
    var source: StoredSource?
    var correction: StoredCorrection?
    var statement: StoredCorrection?
    var span: StoredSpan?
    var note: ImportNote.Kind?
    /// The clause of a note, if it is more than its text, for windows in other languages.
    var phrase: Phrase?
    var learned: Learned?
    var sample: [Double]?
    /// In a session file, fixes and sky views have separate tables.
    var fix: Fix?
    var sky: Sky?

    /// Creates the stored contents of a payload; `nil` if its kind alone is sufficient.
    init?(_ payload: SensorEvent.Payload) {
        switch payload {
        case .tick, .reset: return nil
        case .fix(let fix): self.fix = fix
        case .sky(let sky): self.sky = sky
        case .acceleration(let sample), .rotation(let sample), .magneticField(let sample):
            device = sample.device
            self.sample = [sample.x, sample.y, sample.z]
        case .scalar(_, let sample):
            device = sample.device
            self.sample = [sample.value]
        case .source(let report): source = StoredSource(report)
        case .drop(let report):
            device = report.device
            stream = report.stream
            count = report.count
        case .clockStep(let step): seconds = step
        case .clock(let decision): clock = decision
        case .parameters(let parameters): values = parameters
        case .marker(let remark): text = remark
        case .correction(let correction): self.correction = StoredCorrection(correction)
        case .statement(let statement): self.statement = StoredCorrection(statement)
        case .span(let span):
            self.span = StoredSpan(span)
            text = span.remark
        case .note(let note):
            self.note = note.kind
            text = note.text
            phrase = note.phrase.isPlain ? nil : note.phrase
        case .learned(let learned): self.learned = learned
        }
    }

    /// Returns the payload of a kind; `nil` if a value is missing or the kind is unknown.
    static func payload(kind: String, _ stored: StoredPayload?) -> SensorEvent.Payload? {
        switch kind {
        case "fix": return stored?.fix.map(SensorEvent.Payload.fix)
        case "sky": return stored?.sky.map(SensorEvent.Payload.sky)
        case "tick": return .tick
        case "reset": return .reset
        case "source": return stored?.source?.report.map(SensorEvent.Payload.source)
        case "drop":
            guard let stored, let device = stored.device, let stream = stored.stream, let count = stored.count
            else { return nil }
            return .drop(DropReport(device: device, stream: stream, count: count))
        case "clockStep": return stored?.seconds.map(SensorEvent.Payload.clockStep)
        case "clock": return stored?.clock.map(SensorEvent.Payload.clock)
        case "parameters": return stored?.values.map(SensorEvent.Payload.parameters)
        // A span of a kind that only a later version knows is a remark.
        case "marker":
            return stored?.span?.span.map(SensorEvent.Payload.span) ?? stored?.text.map(SensorEvent.Payload.marker)
        case "correction": return stored?.correction?.correction.map(SensorEvent.Payload.correction)
        case "statement": return stored?.statement?.statement.map(SensorEvent.Payload.statement)
        case "note":
            guard let stored, let kind = stored.note, let text = stored.text else { return nil }
            let known = stored.phrase.flatMap { $0.usesPartsOnce && $0.description == text ? $0 : nil }
            return .note(ImportNote(kind, known ?? Phrase(plain: text)))
        case "learned": return stored?.learned.map(SensorEvent.Payload.learned)
        default: return StreamKind(rawValue: kind).flatMap { stored?.samplePayload(of: $0) }
        }
    }

    private func samplePayload(of stream: StreamKind) -> SensorEvent.Payload? {
        guard let device, let sample, sample.count == SampleChunk.axes(of: stream) else { return nil }
        return stream.samplePayload(
            of: device, sample.count == 3 ? SIMD3(sample[0], sample[1], sample[2]) : SIMD3(sample[0], 0, 0))
    }
}

/// A source report as JSON.
struct StoredSource: Codable {
    var device: DeviceID
    var name: String
    var label: String?
    var streams: [StreamKind]
    var state: SourceState
    var mountMatrix: [[Double]]?
    var scalings: [String: StoredScaling]?
    var nominalRate: Double?
    var trouble: String?
    var detail: String?

    init(_ report: SourceReport) {
        device = report.device
        name = report.name
        label = report.label
        streams = report.streams
        state = report.state
        mountMatrix = report.mountMatrix.map { [$0.first, $0.second, $0.third].map(\.components) }
        scalings = Dictionary(
            uniqueKeysWithValues: report.scalings.map { ($0.key.rawValue, StoredScaling($0.value)) })
        nominalRate = report.nominalRate
        trouble = report.trouble?.rawValue
        detail = report.detail
    }

    /// The report; `nil` if a matrix or a scaling is invalid.
    var report: SourceReport? {
        var report = SourceReport(device: device, name: name, label: label, streams: streams, state: state)
        if let mountMatrix {
            let rows = mountMatrix.compactMap(Vector3.init(components:))
            guard mountMatrix.count == 3, rows.count == 3 else { return nil }
            report.mountMatrix = MountMatrix(first: rows[0], second: rows[1], third: rows[2])
        }
        for (name, stored) in scalings ?? [:] {
            guard let stream = StreamKind(rawValue: name), let scale = Vector3(components: stored.scale),
                let offset = Vector3(components: stored.offset)
            else { return nil }
            report.scalings[stream] = SampleScaling(scale: scale, offset: offset)
        }
        report.nominalRate = nominalRate
        // A trouble that only a later version knows is dropped; the sentence in `detail` still describes it.
        report.trouble = trouble.flatMap(SourceTrouble.init)
        report.detail = detail
        return report
    }
}

/// A scaling as JSON.
struct StoredScaling: Codable {
    var scale: [Double]
    var offset: [Double]

    init(_ scaling: SampleScaling) {
        scale = scaling.scale.components
        offset = scaling.offset.components
    }
}

/// A pause or a lap as JSON.
struct StoredSpan: Codable {
    var kind: String
    var name: String?
    var duration: Double
    var timerTime: Double?
    var distance: Double?

    init(_ span: DeviceSpan) {
        kind = span.kind.rawValue
        (name, duration, timerTime, distance) = (span.name, span.duration, span.timerTime, span.distance)
    }

    /// The span; `nil` if its kind is unknown.
    var span: DeviceSpan? {
        DeviceSpan.Kind(rawValue: kind).map {
            DeviceSpan($0, name: name, duration: duration, timerTime: timerTime, distance: distance)
        }
    }
}

/// A correction or a statement as JSON.
struct StoredCorrection: Codable {
    var kind: String
    var from: Int64?
    var until: Int64?
    var at: Int64?
    var activity: Activity?
    var name: String?
    var distance: Double?
    /// Whether a fix is accepted, and when it arrived.
    var isAccepted: Bool?
    var received: Int64?

    init(_ correction: Correction) {
        switch correction {
        case .activity(let activity, let from, let until):
            kind = "activity"
            self.activity = activity
            (self.from, self.until) = (from.nanoseconds, until.nanoseconds)
        case .stop(let from, let until):
            kind = "stop"
            (self.from, self.until) = (from.nanoseconds, until.nanoseconds)
        case .noStop(let from, let until):
            kind = "noStop"
            (self.from, self.until) = (from.nanoseconds, until.nanoseconds)
        case .placeName(let name, let at):
            kind = "placeName"
            self.name = name
            self.at = at.nanoseconds
        case .fix(let ruling):
            // Programs that do not know decisions about fixes read this as a correction that rejects a stop without a
            // duration.
            kind = "noStop"
            (from, until) = (ruling.fix.time.nanoseconds, ruling.fix.time.nanoseconds)
            received = ruling.fix.received.nanoseconds
            isAccepted = ruling.isAccepted
        }
    }

    init(_ statement: ActivityStatement) {
        kind = "activity"
        activity = statement.activity
        (from, until) = (statement.from.nanoseconds, statement.until.nanoseconds)
        name = statement.sport
        distance = statement.distance
    }

    /// The statement; `nil` if a value is missing.
    var statement: ActivityStatement? {
        guard case .activity(let activity, let from, let until) = correction else { return nil }
        return ActivityStatement(activity, sport: name, distance: distance, from: from, until: until)
    }

    /// The correction; `nil` if a value is missing.
    var correction: Correction? {
        if kind == "placeName", let name, let at { return .placeName(name, at: Instant(nanoseconds: at)) }
        guard let from = from.map(Instant.init(nanoseconds:)), let until = until.map(Instant.init(nanoseconds:))
        else { return nil }
        switch kind {
        case "activity": return activity.map { .activity($0, from: from, until: until) }
        case "stop": return .stop(from: from, until: until)
        case "noStop":
            guard let isAccepted, let received else { return .noStop(from: from, until: until) }
            let fix = FixRuling.Identity(time: from, received: Instant(nanoseconds: received))
            return .fix(FixRuling(fix, isAccepted: isAccepted))
        default: return nil
        }
    }
}

extension SIMD3 where Scalar == Double {
    /// The three components as an array.
    var components: [Double] { [x, y, z] }

    /// Creates a vector from three components; `nil` for any other number.
    init?(components: [Double]) {
        guard components.count == 3 else { return nil }
        self.init(components[0], components[1], components[2])
    }
}
