import FusionCore
public import Replay
import SensorModel

/// The report on a receiver as a table, without unknown values.
public struct ReceiverTable: Sendable, Hashable {
    /// The rows from top to bottom.
    public let rows: [TitledValue]

    /// Describes a report.
    /// - Parameters:
    ///   - report: The report of one receiver.
    ///   - unit: The unit of speeds, and of the distances that go with it.
    public init(_ report: ReceiverReport, in unit: SpeedUnit) {
        var rows: [TitledValue] = []
        func add(_ title: String, _ value: String?) {
            if let value { rows.append(TitledValue(title: Phrase(title), value: value)) }
        }
        func metres(_ value: Double?) -> String? {
            value.map { unit.distanceUnit.smallText(of: $0, decimals: 2) }
        }
        func seconds(_ value: Double?, decimals: Int = 1) -> String? {
            value.map { "\(decimalText($0, decimals: decimals)) s" }
        }
        add(translatable("At rest"), report.scatter.map { durationText($0.span.end - $0.span.start) })
        add(translatable("Half of the fixes within (CEP50)"), metres(report.scatter?.radius50))
        add(translatable("95 % within (CEP95)"), metres(report.scatter?.radius95))
        add(translatable("Twice the RMS distance (2DRMS)"), metres(report.scatter?.twiceRootMeanSquare))
        add(translatable("Error from fix to fix"), metres(report.findings?.white))
        add(translatable("Wandering error"), metres(report.findings?.wander))
        add(translatable("Error by comparison with other receivers"), metres(report.findings?.error))
        // A lag of 0 and a scale of 1 mean that no other one is probable: nothing was measured.
        if let found = report.findings {
            if found.speedLag != 0 { add(translatable("Speed lags by"), seconds(found.speedLag, decimals: 2)) }
            let percent = "\(decimalText(abs(found.speedScale - 1) * 100, decimals: 1)) %"
            if found.speedScale < 1 { add(translatable("Speed is too low by"), percent) }
            if found.speedScale > 1 { add(translatable("Speed is too high by"), percent) }
        }
        add(translatable("Time to the first fix"), seconds(report.timeToFirstFix))
        add(translatable("Fixes"), countText(report.fixCount))
        add(translatable("Time between fixes"), seconds(report.interval, decimals: 2))
        add(translatable("Gaps"), countText(report.gapCount))
        add(translatable("Longest silence"), seconds(report.longestGap))
        self.rows = rows
    }
}
