import Foundation
import FusionCore
import Geometry
import SensorModel
import SessionStore

/// The text and JSON output of `info`.
enum InfoText {
    /// Returns lines of text for the user.
    static func text(_ info: SessionInfo) -> String {
        var lines = [("session", info.path)]
        if !info.header.title.isEmpty { lines.append(("title", info.header.title)) }
        if let format = info.format {
            lines.append(("made by", "Odograph \(info.header.programVersion), format \(format)"))
        }
        lines.append(("size", size(info.size) + (info.isOpen ? ", still open" : "")))
        if let start = info.start, let end = info.end {
            lines.append(("from", date(start)))
            lines.append(("until", date(end)))
        }
        let summary = info.summary
        lines.append(("duration", duration(summary.duration)))
        let basis =
            summary.acceptedFixes > 0 ? "through outages" : summary.steps > 0 ? "from steps" : "by a sensor of speed"
        let estimated = String(format: ", %.3f km of it estimated \(basis)", summary.estimatedDistance / 1000)
        lines.append(
            (
                "distance",
                String(format: "%.3f km", summary.length / 1000) + (summary.estimatedDistance >= 0.5 ? estimated : "")
            ))
        if let remark = summary.filter.remark { lines.append(("filter", remark)) }
        lines.append(("fastest", String(format: "%.1f km/h", summary.maximumSpeed * 3.6)))
        lines.append(("in motion", motion(summary)))
        if let timer = summary.timerTime { lines.append(("timer", "\(duration(timer)) by the device")) }
        if let acceleration = info.acceleration {
            lines.append(
                (
                    "acceleration",
                    String(
                        format: "without gravity %.2f m/s² at most, %.2f m/s² RMS", acceleration.peak,
                        acceleration.rootMeanSquare)
                ))
        }
        if let steps = info.stepRegularity {
            let variation = String(format: "%.0f %%", steps.variation * 100)
            lines.append(("steps", String(format: "one every %.2f s, give or take ", steps.interval) + variation))
        }
        if let bounds = info.bounds {
            lines.append(
                (
                    "bounds",
                    String(
                        format: "%.6f, %.6f to %.6f, %.6f", bounds.southWest.latitude, bounds.southWest.longitude,
                        bounds.northEast.latitude, bounds.northEast.longitude)
                ))
        }
        lines.append(("fixes", fixes(summary)))
        for stream in info.streams { lines.append(("stream", text(stream))) }
        for receiver in summary.receivers { lines.append(("receiver", text(receiver, of: info))) }
        for step in info.clockSteps { lines.append(("clock set", String(format: "%+.3f s", step))) }
        if info.markerCount > 0 { lines.append(("markers", "\(info.markerCount)")) }
        for span in info.hidden.spans { lines.append(("hidden", hidden(span))) }
        if info.correctionCount > 0 { lines.append(("corrections", "\(info.correctionCount)")) }
        for statement in info.statements {
            lines.append(("stated", text(statement)))
        }
        for span in info.interferences {
            let text = "the signals of all satellites fell at the same time, \(date(span.start)) to \(date(span.end))"
            lines.append(("interference?", text))
        }
        lines += spans(info)
        for (word, text) in ImportText.lines(info.notes) { lines.append((word, text)) }
        return lines.map { ($0.0, $0.1.visible) }.lines.joined(separator: "\n")
    }

    private static func motion(_ summary: Summary) -> String {
        guard let speed = summary.movingSpeed else { return duration(summary.movingTime) }
        let pace = Int(nearest: 1000 / speed)
        return duration(summary.movingTime) + String(format: ", %d:%02d min/km on average", pace / 60, pace % 60)
    }

    private static func text(_ statement: ActivityStatement) -> String {
        let name = statement.sport ?? statement.activity.rawValue
        let distance = statement.distance.map { String(format: ", %.3f km", $0 / 1000) } ?? ""
        return "\(name) by the file, \(date(statement.from)) to \(date(statement.until))\(distance)"
    }

    /// Returns a line for each lap, and one for all pauses of the device.
    private static func spans(_ info: SessionInfo) -> [(String, String)] {
        var lines: [(String, String)] = []
        for lap in InfoDocument.Span.list(.lap, of: info) {
            var parts = [date(Instant(seconds: lap.start)), duration(lap.duration)]
            if let name = lap.name { parts.insert(name, at: 0) }
            if let timer = lap.timerTime { parts.append("timer \(duration(timer))") }
            if let distance = lap.distance { parts.append(String(format: "%.3f km", distance / 1000)) }
            lines.append(("lap \(lap.number)", parts.joined(separator: ", ")))
        }
        guard let paused = info.summary.pausedTime else { return lines }
        let count = info.summary.spans.spans(.pause).count
        return lines + [("paused", "\(count == 1 ? "once" : "\(count) times") by the device, \(duration(paused))")]
    }

    private static func fixes(_ summary: Summary) -> String {
        let reasons = summary.rejected.sorted { $0.key.rawValue < $1.key.rawValue }
            .map { "\($0.value) \($0.key.rawValue)" }
        let rejected = reasons.isEmpty ? "" : ", rejected: " + reasons.joined(separator: ", ")
        return "\(summary.fixes), \(summary.acceptedFixes) accepted\(rejected)"
    }

    private static func text(_ stream: StreamStatistics) -> String {
        let name = stream.name ?? "device \(stream.device.rawValue)"
        var parts = ["\(stream.stream.rawValue) of \(name)\(stream.label.map { " (\($0))" } ?? ""): \(stream.count)"]
        if let rate = stream.rate {
            parts.append(String(format: rate < 1 ? "one in %.4g s" : "%.4g a second", rate < 1 ? 1 / rate : rate))
        }
        if let nominal = stream.nominalRate { parts.append(String(format: "%.4g promised", nominal)) }
        let silence = duration(stream.gapDuration)
        switch stream.gapCount {
        case 0: parts.append("no gaps")
        case 1: parts.append("a gap of \(silence)")
        case let count: parts.append("\(count) gaps of \(silence), longest \(duration(stream.longestGap))")
        }
        parts.append("\(stream.dropCount) dropped")
        if stream.lateCount > 0 { parts.append("\(stream.lateCount) late") }
        return parts.joined(separator: ", ")
    }

    /// Returns the characteristics of a receiver that the filter inferred.
    private static func text(_ found: ReceiverFindings, of info: SessionInfo) -> String {
        let name = info.streams.first { $0.device == found.device }?.name ?? "device \(found.device.rawValue)"
        var parts = [
            String(format: "errors of %.1f m from fix to fix", found.white),
            String(format: "a slow drift of %.1f m", found.wander),
        ]
        if let error = found.error { parts.append(String(format: "%.1f m RMS by comparison", error)) }
        if found.speedLag != 0 { parts.append(String(format: "speed lags %.2f s", found.speedLag)) }
        let percent = (found.speedScale - 1) * 100
        if percent != 0 {
            parts.append(String(format: "speed reads %.1f %% ", abs(percent)) + (percent < 0 ? "low" : "high"))
        }
        return "\(name): " + parts.joined(separator: ", ")
    }

    /// Formats seconds as hours, minutes and seconds.
    static func duration(_ seconds: Double) -> String {
        let whole = Int(nearest: seconds)
        if whole >= 3600 { return String(format: "%d h %02d min %02d s", whole / 3600, whole / 60 % 60, whole % 60) }
        if whole >= 60 { return String(format: "%d min %02d s", whole / 60, whole % 60) }
        return String(format: "%.1f s", seconds)
    }

    private static func size(_ bytes: Int) -> String {
        bytes < 1_000_000
            ? String(format: "%.1f kB", Double(bytes) / 1e3) : String(format: "%.2f MB", Double(bytes) / 1e6)
    }

    private static func date(_ instant: Instant) -> String {
        Date(timeIntervalSince1970: instant.seconds).formatted(.iso8601)
    }

    private static func hidden(_ span: HiddenSpans.Span) -> String {
        let start = span.start.nanoseconds == .min ? "from the start" : "from \(date(span.start))"
        return start + (span.end.nanoseconds == .max ? " to the end" : " until \(date(span.end))")
    }

    /// Returns a JSON object.
    static func json(_ info: SessionInfo) throws -> String {
        try JSONText.indented(CompleteInfo(document: InfoDocument(info), summary: info.summary))
    }
}

/// The output of `info --json`: an object with the key figures, under their names in all outputs, and everything else.
private struct CompleteInfo: Encodable {
    let document: InfoDocument
    let summary: Summary

    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    func encode(to encoder: any Encoder) throws {
        try document.encode(to: encoder)
        var object = encoder.container(keyedBy: Key.self)
        for figure in SummaryFigure.all {
            let (key, value) = (Key(stringValue: "\(figure.name)"), figure.value(summary))
            if figure.isCount {
                try object.encodeIfPresent(value.map { Int(nearest: $0) }, forKey: key)
            } else {
                try object.encodeIfPresent(value, forKey: key)
            }
        }
    }
}

/// The part of `info --json` besides the key figures. Times are in seconds since 1970; other values are in metres, seconds,
/// m/s and degrees.
private struct InfoDocument: Encodable {
    struct Stream: Encodable {
        var device: String
        var label: String?
        var stream: StreamKind
        var count: Int
        var rate: Double?
        var nominalRate: Double?
        var gaps: Int
        var gapDuration: Double
        var longestGap: Double
        var drops: Int
        var late: Int
    }

    struct Bounds: Encodable {
        var south: Double
        var west: Double
        var north: Double
        var east: Double
    }

    struct LearnedReceiver: Encodable {
        var device: String
        /// The 1-sigma error per axis, in metres.
        var white: Double
        var wander: Double
        /// The lag of the speed, in seconds.
        var speedLag: Double
        /// The ratio of the reported speed to the true speed.
        var speedScale: Double
        /// The root mean square error by comparison with other receivers, in metres.
        var error: Double?
    }

    struct Statement: Encodable {
        var activity: Activity
        var sport: String?
        var distance: Double?
        var from: Double
        var until: Double
    }

    /// A lap or a pause that the device states.
    struct Span: Encodable {
        /// The place among those of its kind, from one.
        var number: Int
        var name: String?
        var start: Double
        var duration: Double
        var timerTime: Double?
        var distance: Double?

        /// Returns the spans of a kind.
        static func list(_ kind: DeviceSpan.Kind, of info: SessionInfo) -> [Span] {
            info.summary.spans.spans(kind).enumerated().map { index, entry in
                let (start, span) = entry
                return Span(
                    number: index + 1, name: span.name, start: start.seconds, duration: span.duration,
                    timerTime: span.timerTime, distance: span.distance)
            }
        }
    }

    /// A time span, hidden or with a low signal; an end that is missing is that of the session.
    struct OpenSpan: Encodable {
        var start: Double?
        var end: Double?

        init(_ start: Instant, _ end: Instant) {
            self.start = start.nanoseconds == .min ? nil : start.seconds
            self.end = end.nanoseconds == .max ? nil : end.seconds
        }
    }

    struct Note: Encodable {
        var kind: ImportNote.Kind
        var text: String
    }

    var path: String
    var title: String
    var created: Double
    /// The version and the format of a session; missing for files of other programs.
    var programVersion: String?
    var format: Int?
    var size: Int
    var isOpen: Bool
    var start: Double?
    var end: Double?
    /// The acceleration without gravity.
    var peakAcceleration: Double?
    var rmsAcceleration: Double?
    /// The mean time between steps, and its standard deviation as a fraction of the mean.
    var stepInterval: Double?
    var stepVariation: Double?
    var bounds: Bounds?
    var rejected: [String: Int]
    var drops: Int
    var gaps: Int
    var filter: String
    var streams: [Stream]
    var receivers: [String]
    /// The characteristics of each receiver that the filter inferred.
    var receiverFindings: [LearnedReceiver]
    var clockSteps: [Double]
    var markers: Int
    var corrections: Int
    var hidden: [OpenSpan]
    var interferences: [OpenSpan]
    /// The sports stated by imported files.
    var statements: [Statement]
    /// The laps and pauses that the device states.
    var laps: [Span]
    var pauses: [Span]
    /// The parts of imported files that were left out or changed.
    var notes: [Note]
    var events: Int

    init(_ info: SessionInfo) {
        path = info.path
        title = info.header.title
        created = info.header.created.seconds
        programVersion = info.format.map { _ in info.header.programVersion }
        format = info.format
        size = info.size
        isOpen = info.isOpen
        start = info.start?.seconds
        end = info.end?.seconds
        peakAcceleration = info.acceleration?.peak
        rmsAcceleration = info.acceleration?.rootMeanSquare
        stepInterval = info.stepRegularity?.interval
        stepVariation = info.stepRegularity?.variation
        bounds = info.bounds.map {
            Bounds(
                south: $0.southWest.latitude, west: $0.southWest.longitude, north: $0.northEast.latitude,
                east: $0.northEast.longitude)
        }
        rejected = Dictionary(uniqueKeysWithValues: info.summary.rejected.map { ($0.key.rawValue, $0.value) })
        drops = info.dropCount
        gaps = info.streams.reduce(0) { $0 + $1.gapCount }
        filter = info.summary.filter.rawValue
        streams = info.streams.map {
            Stream(
                device: $0.name ?? "\($0.device.rawValue)", label: $0.label, stream: $0.stream, count: $0.count,
                rate: $0.rate, nominalRate: $0.nominalRate, gaps: $0.gapCount, gapDuration: $0.gapDuration,
                longestGap: $0.longestGap, drops: $0.dropCount, late: $0.lateCount)
        }
        receivers = info.streams.filter { $0.stream == .fix }.compactMap(\.name)
        receiverFindings = info.summary.receivers.map { found in
            LearnedReceiver(
                device: info.streams.first { $0.device == found.device }?.name ?? "\(found.device.rawValue)",
                white: found.white, wander: found.wander, speedLag: found.speedLag, speedScale: found.speedScale,
                error: found.error)
        }
        clockSteps = info.clockSteps
        markers = info.markerCount
        corrections = info.correctionCount
        hidden = info.hidden.spans.map { OpenSpan($0.start, $0.end) }
        interferences = info.interferences.map { OpenSpan($0.start, $0.end) }
        statements = info.statements.map {
            Statement(
                activity: $0.activity, sport: $0.sport, distance: $0.distance, from: $0.from.seconds,
                until: $0.until.seconds)
        }
        laps = Span.list(.lap, of: info)
        pauses = Span.list(.pause, of: info)
        notes = info.notes.map { Note(kind: $0.kind, text: $0.text) }
        events = info.eventCount
    }
}
