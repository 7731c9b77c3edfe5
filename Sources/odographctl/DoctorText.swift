import Foundation
import Recorder
import SensorModel

/// What the doctor found, for a person and for a program.
struct DoctorText {
    private let examination: Examination

    init(_ examination: Examination) { self.examination = examination }

    /// What is there, then what is wrong.
    var lines: [String] {
        var lines: [String] = []
        for status in examination.statuses { lines.append("\(status.name): \(status.state)") }
        for source in examination.survey.sources {
            let state = source.report?.state.rawValue ?? "heard"
            lines.append("  \(source.name): \(state)")
            lines += source.streams.map { "    " + line($0, of: source) }
            if let fix = source.fix { lines.append("    " + line(fix, sky: source.sky)) }
        }
        let findings = examination.findings
        lines.append("")
        if findings.isEmpty { return lines + ["All is well."] }
        for finding in findings { lines += ["\(finding.source): \(finding.problem)", "  -> \(finding.advice)"] }
        return lines
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
        var parts = ["fix: \(fix.mode == .threeDimensional ? "3D" : fix.mode == .twoDimensional ? "2D" : "none")"]
        if let accuracy = fix.horizontalAccuracy { parts.append(String(format: "±%.1f m", accuracy)) }
        if let dilution = fix.horizontalDilution { parts.append(String(format: "HDOP %.1f", dilution)) }
        if let sky { parts.append("\(sky.satellites.filter(\.isUsed).count) of \(sky.satellites.count) satellites") }
        return parts.joined(separator: ", ")
    }

    /// One object: `addresses`, `sources`, `findings`.
    var json: String {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return String(decoding: try encoder.encode(Report(examination)), as: UTF8.self)
        }
    }
}

/// The doctor's findings as the contract of `--json`.
private struct Report: Encodable {
    struct Stream: Encodable {
        let kind: String
        let samples: Int
        let dropped: Int
        let rate: Double?
        let last: [Double]
    }

    struct Source: Encodable {
        let name: String
        let state: String?
        let detail: String?
        let nominalRate: Double?
        let streams: [Stream]
        let satellitesUsed: Int?
        let satellitesInView: Int?
        let horizontalAccuracy: Double?
        let clockOffset: Double?
    }

    let addresses: [SourceStatus]
    let sources: [Source]
    let findings: [Finding]

    init(_ examination: Examination) {
        addresses = examination.statuses
        findings = examination.findings
        sources = examination.survey.sources.map { source in
            Source(
                name: source.name, state: source.report?.state.rawValue, detail: source.report?.detail,
                nominalRate: source.report?.nominalRate,
                streams: source.streams.map {
                    Stream(
                        kind: $0.kind.rawValue, samples: $0.samples, dropped: $0.dropped, rate: $0.rate,
                        last: $0.values)
                },
                satellitesUsed: source.sky?.satellites.filter(\.isUsed).count,
                satellitesInView: source.sky?.satellites.count,
                horizontalAccuracy: source.fix?.horizontalAccuracy, clockOffset: source.clockOffset)
        }
    }
}
