import Foundation
import FusionCore
import Replay
import SensorModel

/// A search over several sessions together, with each of them left out in turn.
struct JointTuning {
    /// The paths of the sessions and of their references.
    let sessions: [(session: String, reference: String)]
    /// The parameters to vary.
    let names: [String]

    /// Searches, and reports the progress on standard error.
    /// - Throws: ``CommandError`` if a file cannot be used.
    func report(startingWith options: ParameterOptions, _ progress: ProgressLine) throws -> JointReport {
        var pairs: [ReferenceFit.Pair] = []
        var start = Parameters()
        for (index, names) in sessions.enumerated() {
            let input = try SessionInput(path: names.session)
            let own = try options.parameters(over: input.parameters)
            if index == 0 {
                start = own
            } else if own != start {
                StandardError.write(
                    "\(names.session): kept with other parameters; the search begins with those of "
                        + "\(sessions[0].session)")
            }
            let reference = try SessionInput(path: names.reference)
            guard let line = ReferenceLine(reference.recording) else {
                throw CommandError(
                    reference.untimedLines.isEmpty
                        ? "“\(names.reference)”: \(ReferenceError.noLine)"
                        : "“\(names.reference)” has no times: with several sessions the errors at the same instants count. "
                            + "Tune to it with one session.")
            }
            pairs.append(ReferenceFit.Pair(input.recording, to: line))
        }
        return try JointReport(result(of: ReferenceFit(pairs, from: start, varying: names), progress), of: sessions)
    }

    private func result(of fit: ReferenceFit, _ progress: ProgressLine) throws -> ReferenceFit.Result {
        var line = progress
        defer { line.clear() }
        let found: ReferenceFit.Result?
        do throws(ReferenceFitError) {
            found = try fit.run(
                isCancelled: { Interruption.isRequested },
                report: { line.show($0.share, "search \($0.search) of \($0.searches), \($0.runs) runs") })
        } catch {
            throw CommandError("“\(sessions[error.session].session)”: \(error)")
        }
        guard let found else { throw CancellationError() }
        return found
    }
}

/// The result of a search over several sessions as one JSON object: metres.
struct JointReport: Encodable {
    struct Figures: Encodable {
        let rms: Double
        let percentile95: Double

        init(_ figures: ReferenceFit.Figures) {
            (rms, percentile95) = (figures.rootMeanSquare, figures.percentile95)
        }
    }

    struct Session: Encodable {
        let session: String
        let reference: String
        let before: Figures
        let fitted: Figures
        let leftOut: Figures?
    }

    /// The measure of ``before``, ``after`` and ``leftOut``.
    let criterion = "relativeRootMeanSquare"
    let before = 1.0
    let after: Double
    let leftOut: Double?
    let verdict: ReferenceFit.Verdict?
    let evaluations: Int
    let parameters: [String: ParameterValue]
    let sessions: [Session]

    init(_ result: ReferenceFit.Result, of names: [(session: String, reference: String)]) {
        after = result.fitted
        leftOut = result.leftOut.flatMap { $0.isFinite ? $0 : nil }
        verdict = result.verdict
        evaluations = result.runs
        parameters = result.parameters.changes
        sessions = zip(names, result.sessions).map { names, found in
            Session(
                session: names.session, reference: names.reference, before: Figures(found.before),
                fitted: Figures(found.fitted), leftOut: found.leftOut.map(Figures.init))
        }
    }

    /// A table for the user.
    var text: String {
        let width = sessions.map(\.session.visible.count).max() ?? 0
        func row(_ name: String, _ measure: String, _ cells: [String]) -> String {
            let padded = cells.map { String(repeating: " ", count: max(1, Self.cellWidth - $0.count)) + $0 }
            return name.column(width + 2) + measure.column(Self.measureWidth) + padded.joined()
        }
        func numbers(_ values: [Double?]) -> [String] {
            values.map { $0.map { String(format: "%.3f", $0) } ?? "none" }
        }
        var lines = [row("", "", ["before", "fitted", "left out"])]
        for session in sessions {
            let figures = [session.before, session.fitted, session.leftOut]
            lines.append(row(session.session.visible, "RMS, m", numbers(figures.map { $0?.rms })))
            lines.append(row("", "95 %, m", numbers(figures.map { $0?.percentile95 })))
        }
        lines.append(row("all", "relative", numbers([before, after, leftOut])))
        lines += TuneCommand.flags(of: parameters)
        if let verdict { lines.append(Self.sentence(on: verdict)) }
        return lines.joined(separator: "\n")
    }

    /// The widths of the columns of numbers and of measures, in characters.
    private static let (cellWidth, measureWidth) = (10, 9)

    private static func sentence(on verdict: ReferenceFit.Verdict) -> String {
        switch verdict {
        case .generalises: "generalises: sessions that are left out keep at least half of the gain"
        case .overfits: "overfits: sessions that are left out keep less than half of the gain, so keep the old values"
        case .noGain: "no gain: the errors become smaller by less than 2 %"
        }
    }
}
