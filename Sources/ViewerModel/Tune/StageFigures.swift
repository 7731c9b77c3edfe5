import FusionCore
public import Replay
public import SensorModel

/// The input and output of each stage of the fusion, one line for each.
public struct StageFigures: Sendable {
    private let summary: Summary
    private let smoothedPoints: Int
    private let outages: Int
    private let day: Day

    /// Counts the results of the stages of a run. O(messages and items of the day).
    public init(_ run: SessionRun) {
        summary = run.summary
        smoothedPoints = run.smoothed.count
        outages = run.core.statuses.count { $0.kind == .signalLost || $0.kind == .signalUnusable }
        day = run.day
    }

    /// Returns the line of a stage.
    /// - Parameters:
    ///   - stage: The name of the stage's parameters in the table: `fixGate`.
    ///   - unit: The unit of speeds, and of the distances that go with it.
    /// - Returns: `nil` if the stage has no figure, or if its input was not recorded.
    public func line(of stage: String, in unit: SpeedUnit) -> Phrase? {
        switch stage {
        case "fixGate":
            Phrase(translatable("{1} in, {2} rejected"), countText(summary.fixes), countText(summary.rejectedCount))
        case "watchdog": Phrase(translatable("Outages: {1}"), countText(outages))
        case "position":
            summary.normalizedInnovationSquared.map {
                Phrase(translatable("Innovation {1} (2 is right)"), decimalText($0, decimals: 2))
            }
        case "speed": Phrase(translatable("Fastest {1}"), unit.text(of: summary.maximumSpeed))
        case "smoother":
            Phrase(
                translatable("{1} measured, {2} estimated"), unit.distanceUnit.text(of: summary.distance),
                unit.distanceUnit.text(of: summary.estimatedDistance))
        case "simplifier":
            Phrase(
                translatable("{1} points in, {2} out"), countText(smoothedPoints), countText(summary.simplifiedPoints))
        case "steps":
            summary.stepsAvailability == .measured ? Phrase(translatable("Steps: {1}"), countText(summary.steps)) : nil
        case "altimeter":
            summary.floorsAvailability == .measured
                ? Phrase(
                    translatable("Floors: {1} up, {2} down"), countText(summary.floorsUp), countText(summary.floorsDown)
                ) : nil
        case "day": Phrase(translatable("Stops: {1}, moves: {2}"), countText(day.stopCount), countText(day.moveCount))
        case "workout": Phrase(translatable("Workouts: {1}"), countText(day.workouts.count))
        default: nil
        }
    }
}
