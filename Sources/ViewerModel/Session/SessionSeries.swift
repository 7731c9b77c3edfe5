public import FusionCore
import Replay
import SensorModel

/// A session's quantities over time, for the charts.
public struct SessionSeries: Sendable {
    /// The receiver's speed in m/s, where it states one.
    public let rawSpeed: TimeSeries
    /// The shown speed in m/s, its estimates marked.
    public let speed: TimeSeries
    /// The receiver's 1-sigma accuracy in metres.
    public let accuracy: TimeSeries
    /// Satellites used.
    public let satellites: TimeSeries
    /// Altitude in metres, from the receiver.
    public let altitude: TimeSeries
    /// Metres above the start, from air pressure.
    public let relativeAltitude: TimeSeries
    /// Steps a second.
    public let cadence: TimeSeries
    /// Where each value of ``speed`` comes from.
    public let sources: [SpeedEstimate.Source]

    /// Collects the series of a run.
    /// - Parameters:
    ///   - run: The run.
    ///   - longestStep: Seconds between two fixes beyond which no line joins them.
    init(_ run: SessionRun, longestStep: Double) {
        let fixes = run.core.fixes.filter(\.isAccepted)
        func series(_ value: (RecordedFix) -> Double?) -> TimeSeries {
            let known = fixes.filter { value($0) != nil }
            return TimeSeries(
                times: known.map(\.time), values: known.map { Float(value($0) ?? .nan) }, longestStep: longestStep)
        }
        rawSpeed = series(\.speed)
        accuracy = series(\.accuracy)
        altitude = series(\.altitude)
        satellites = series { $0.satellites.map(Double.init) }
        var speeds: [SpeedEstimate] = []
        speeds.reserveCapacity(run.core.speeds.count)
        for speed in run.core.speeds where speeds.last.map({ $0.time <= speed.time }) ?? true { speeds.append(speed) }
        sources = speeds.map(\.source)
        speed = TimeSeries(
            times: speeds.map(\.time), values: speeds.map { Float($0.value) }, isEstimated: speeds.map(\.isEstimated),
            longestStep: longestStep)
        let heights = run.core.altitudes
        relativeAltitude = TimeSeries(times: heights.map(\.time), values: heights.map { Float($0.relative) })
        // Steps are credited late and may lie before the last one told.
        let steps = run.core.steps.sorted { $0.time < $1.time }
        cadence = TimeSeries(times: steps.map(\.time), values: steps.map { Float($0.cadence) }, longestStep: 5)
    }
}
