import Foundation
import Recorder
import SensorModel

/// The doctor's findings, as text for the user and as JSON for programs.
struct DoctorText {
    private let examination: Examination
    private let recorder: (process: Int32, path: String?)?

    /// - Parameter recorder: The running recorder, if any, which then has exclusive use of the sensors.
    init(_ examination: Examination, recorder: (process: Int32, path: String?)? = nil) {
        self.examination = examination
        self.recorder = recorder
    }

    /// The sources, followed by the problems.
    var lines: [String] {
        var lines: [String] = []
        if let recorder {
            let file = recorder.path.map { " into \($0)" } ?? ""
            lines.append("A recording\(file) is under way (process \(recorder.process)): sensors' buffers are its own.")
        }
        for status in examination.statuses { lines.append(Self.titled(status.name, status.state.text)) }
        for source in examination.survey.sources {
            let state = source.report?.state.rawValue ?? "heard"
            let trouble = source.report?.trouble.map { " (\($0.rawValue))" } ?? ""
            lines.append("  " + Self.titled(source.fullName, state + trouble))
            lines += source.streams.map { "    " + line($0, of: source) }
            if let fix = source.fix { lines.append("    " + line(fix, sky: source.sky)) }
        }
        let findings = examination.findings
        lines.append("")
        if findings.isEmpty { return lines + ["All is well."] }
        for finding in findings {
            lines += [Self.titled(finding.source, finding.problem.description), "  -> \(finding.advice)"]
        }
        return lines
    }

    /// Returns a line with a title. An address such as `local:` already ends with a colon.
    static func titled(_ name: String, _ text: String) -> String {
        name + (name.hasSuffix(":") ? " " : ": ") + text
    }

    private func line(_ stream: SourceSurvey.Stream, of source: SourceSurvey.Source) -> String {
        let rate = stream.rate.map { String(format: "%.1f Hz", $0) } ?? "too few for a rate"
        let nominal = source.report?.nominalRate.map { String(format: " of %.0f", $0) } ?? ""
        let values = stream.values.map { String(format: "%.3f", $0) }.joined(separator: " ")
        let dropped = stream.dropped > 0 ? ", \(stream.dropped) dropped" : ""
        return "\(stream.kind.rawValue): \(stream.samples) samples, \(rate)\(nominal)\(dropped)"
            + (values.isEmpty ? "" : ", last \(values)")
    }

    private func line(_ fix: Fix, sky: Sky?) -> String {
        var parts = ["fix: \(Self.word(for: fix))"]
        if let accuracy = fix.horizontalAccuracy { parts.append(String(format: "±%.1f m", accuracy)) }
        for (word, dilution) in [
            ("HDOP", fix.horizontalDilution ?? sky?.horizontalDilution), ("VDOP", sky?.verticalDilution),
            ("PDOP", sky?.positionDilution),
        ] {
            if let dilution { parts.append(String(format: "%@ %.1f", word, dilution)) }
        }
        if let sky { parts.append("\(sky.satellites.filter(\.isUsed).count) of \(sky.satellites.count) satellites") }
        return parts.joined(separator: ", ")
    }

    private static func word(for fix: Fix) -> String {
        switch fix.mode {
        case .threeDimensional: "3D"
        case .twoDimensional: "2D"
        case .noFix: "none"
        // A location service states no mode.
        case .unknown: fix.coordinate == nil ? "none" : "of unknown origin"
        }
    }

    /// A JSON object with `addresses`, `sources` and `findings`.
    var json: String {
        get throws {
            try JSONText.line(DoctorReport(examination, recorder: recorder?.process))
        }
    }
}

extension SourceSurvey.Source {
    /// The name, followed by the label if there is one, such as the sensor's location.
    fileprivate var fullName: String {
        guard let report, let label = report.label else { return name }
        return "\(report.name) (\(label))"
    }
}
