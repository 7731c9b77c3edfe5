import Glibc
import NavigationMath
public import Replay
import SensorModel

/// The Allan deviations of a motion sensor on two logarithmic axes, and the levels of noise in words.
///
/// Rotations are in degrees, as everywhere in the window.
public struct NoiseChart: Sendable, Hashable {
    /// The deviation of one axis of the sensor.
    public struct Line: Sendable, Hashable {
        /// The axis: x, y, or z.
        public let name: String
        /// The points, as fractions of the plot from the lower left corner.
        public let points: [ScreenPoint]
    }

    /// A line of the grid.
    public struct Tick: Sendable, Hashable {
        /// The position as a fraction of the plot.
        public let place: Double
        /// The label of a power of ten; `nil` for the lines between two.
        public let label: String?
    }

    /// The lines in the order x, y, z, without those of an axis that always gave the same value.
    public let lines: [Line]
    /// The grid of the averaging time in seconds, from left to right.
    public let timeTicks: [Tick]
    /// The grid of the deviation in ``unit``, from bottom to top.
    public let deviationTicks: [Tick]
    /// The unit of the deviation.
    public let unit: String
    /// The levels of white noise, bias instability and random walk; one that the signal does not show is a dash.
    public let rows: [TitledValue]

    /// Prepares the chart of a sensor's noise.
    public init(_ noise: MotionNoise) { self.init(noise.axes, of: noise.sensor) }

    /// Prepares a chart.
    /// - Parameters:
    ///   - axes: The deviations of x, y and z; `nil` for an axis without noise.
    ///   - sensor: The kind of sensor.
    init(_ axes: [AllanDeviation?], of sensor: MotionNoise.Sensor) {
        let scale = sensor == .gyroscope ? 180 / Double.pi : 1
        let unit = sensor == .gyroscope ? "°/s" : "m/s²"
        let named = zip(["x", "y", "z"], axes).compactMap { name, axis in axis.map { (name: name, deviation: $0) } }
        let points = named.flatMap(\.deviation.points)
        let times = Self.range(points.map { log10($0.seconds) })
        let spread = Self.range(points.map { log10($0.deviation * scale) })
        let deviations = floor(spread.lowerBound)...max(floor(spread.lowerBound) + 1, ceil(spread.upperBound))
        lines = named.map { name, deviation in
            Line(
                name: name,
                points: deviation.points.map { point in
                    ScreenPoint(
                        x: Self.share(log10(point.seconds), of: times),
                        y: Self.share(log10(point.deviation * scale), of: deviations))
                })
        }
        timeTicks = Self.ticks(over: times)
        deviationTicks = Self.ticks(over: deviations)
        self.unit = unit
        func row(_ title: String, _ level: (AllanDeviation) -> Double, per root: String) -> TitledValue {
            let levels = named.map { (name: $0.name, level: level($0.deviation) * scale) }
            guard levels.contains(where: { $0.level > 0 }) else {
                return TitledValue(title: Phrase(title), value: missingText)
            }
            let values = levels.map { "\($0.name) \(Self.text(of: $0.level))" }
            return TitledValue(title: Phrase(title), value: values.joined(separator: "  ") + " \(unit)\(root)")
        }
        rows = [
            row(translatable("White noise"), \.whiteNoise, per: "/√Hz"),
            row(translatable("Bias instability"), \.biasInstability, per: ""),
            row(translatable("Random walk"), \.randomWalk, per: "/√s"),
        ]
    }

    /// Returns a level with two significant digits; a dash for one that the signal does not show.
    static func text(of level: Double) -> String {
        guard level > 0, level.isFinite else { return missingText }
        return decimalText(level, decimals: Int(1 - floor(log10(level))))
    }

    /// The range of logarithms; at least a tenth of a decade wide.
    private static func range(_ values: [Double]) -> ClosedRange<Double> {
        let finite = values.filter(\.isFinite)
        guard let low = finite.min(), let high = finite.max() else { return 0...1 }
        return low...max(high, low + 0.1)
    }

    private static func share(_ value: Double, of range: ClosedRange<Double>) -> Double {
        (value - range.lowerBound) / (range.upperBound - range.lowerBound)
    }

    /// The powers of ten in a range of logarithms, with their multiples between them.
    private static func ticks(over range: ClosedRange<Double>) -> [Tick] {
        (Int(floor(range.lowerBound))...Int(ceil(range.upperBound))).flatMap { power in
            (1...9).compactMap { multiple in
                let place = share(Double(power) + log10(Double(multiple)), of: range)
                guard (-1e-9...1 + 1e-9).contains(place) else { return nil }
                return Tick(place: min(1, max(0, place)), label: multiple == 1 ? label(ofPower: power) : nil)
            }
        }
    }

    private static func label(ofPower power: Int) -> String {
        if (-4...4).contains(power) { return decimalText(pow(10, Double(power)), decimals: max(0, -power)) }
        let digits = Array("⁰¹²³⁴⁵⁶⁷⁸⁹")
        let raised = "\(abs(power))".compactMap(\.wholeNumberValue).map { String(digits[$0]) }.joined()
        return "10" + (power < 0 ? "⁻" : "") + raised
    }
}
