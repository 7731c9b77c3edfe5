import Glibc
import SensorModel

/// The smallest change of a single parameter of the day that removes or adds a stop.
public struct TurningPoint: Sendable, Hashable {
    /// The name of the parameter, such as `day.shortestStopOfRide`.
    public var name: String
    /// The title of the parameter, for the user.
    public var title: String
    /// The unit; empty for a pure number.
    public var unit: String
    /// The current value.
    public var current: Double
    /// The value at which the answer changes.
    public var value: Double

    /// Returns a value with its unit, such as `0.43 m/s` or `2 min 10 s`.
    func text(of value: Double) -> String {
        if unit == "s" { return durationText(value) }
        let whole = value.rounded()
        let number = abs(value - whole) < 1e-9 && abs(value) < 1e15 ? "\(Int(whole))" : "\(value)"
        return unit.isEmpty ? number : "\(number) \(unit)"
    }
}

/// Finds the turning point by segmenting the day with changed parameters.
struct TurningPointSearch {
    let parameters: DayParameters
    /// Returns whether there is a stop with the given parameters.
    let isStop: (DayParameters) -> Bool

    /// The factors by which a parameter is changed, in this order.
    private static let factors = [1.05, 1.1, 1.2, 1.35, 1.5, 1.75, 2, 2.5, 3, 4, 6, 8]
    /// The number of times that the last step is halved, which narrows the value to about a hundredth.
    private static let halvings = 5

    /// The largest factor by which parameters are changed.
    static var reach: Double { factors.last ?? 1 }

    /// Returns the parameter that needs the smallest change; `nil` if no change up to the largest factor suffices.
    /// Segments the day O(parameters x factors) times.
    func nearest() -> TurningPoint? {
        let usual = isStop(parameters)
        var last = 1.0
        for factor in Self.factors {
            var found: (point: TurningPoint, factor: Double)?
            for entry in DayParameters.table {
                for direction in [1.0, -1.0] {
                    guard turns(entry, by: pow(factor, direction), from: usual) != nil else { continue }
                    let nearest = halved(entry, from: last, to: factor, direction: direction, usual: usual)
                    if found.map({ nearest.factor < $0.factor }) ?? true { found = nearest }
                }
            }
            if let found { return found.point }
            last = factor
        }
        return nil
    }

    /// Returns the turning point of a parameter between two factors, the larger of which is beyond it.
    private func halved(
        _ entry: ParameterEntry<DayParameters>, from low: Double, to high: Double, direction: Double, usual: Bool
    ) -> (point: TurningPoint, factor: Double) {
        var (low, high) = (low, high)
        for _ in 0..<Self.halvings {
            let middle = (low * high).squareRoot()
            if turns(entry, by: pow(middle, direction), from: usual) != nil { high = middle } else { low = middle }
        }
        let current = number(entry, in: parameters) ?? 0
        let exact = turns(entry, by: pow(high, direction), from: usual) ?? current
        let round = Self.rounded(exact, up: direction > 0)
        let isRoundEnough = changed(entry, to: round).map(isStop) == !usual
        let point = TurningPoint(
            name: "day.\(entry.name)", title: entry.title, unit: entry.unit, current: current,
            value: isRoundEnough ? round : exact)
        return (point, high)
    }

    /// Returns the value of a parameter changed by a factor; `nil` if the change does not affect the answer.
    private func turns(_ entry: ParameterEntry<DayParameters>, by factor: Double, from usual: Bool) -> Double? {
        guard let current = number(entry, in: parameters), case .number(let range) = entry.domain else { return nil }
        let value = min(max(current * factor, range.lowerBound), range.upperBound)
        guard value != current, let changed = changed(entry, to: value), isStop(changed) != usual else { return nil }
        return value
    }

    private func number(_ entry: ParameterEntry<DayParameters>, in parameters: DayParameters) -> Double? {
        guard case .number(let number) = entry.read(parameters) else { return nil }
        return number
    }

    private func changed(_ entry: ParameterEntry<DayParameters>, to value: Double) -> DayParameters? {
        var changed = parameters
        return entry.write(&changed, .number(value)) ? changed : nil
    }

    /// Returns a number rounded to two significant digits, away from the original value of the parameter.
    static func rounded(_ value: Double, up: Bool) -> Double {
        guard value > 0, value.isFinite else { return value }
        // Scales by whole powers of ten, so that the printed number has no long tail.
        let digits = Int(floor(log10(value))) - 1
        let scale = pow(10, Double(abs(digits)))
        let scaled = digits >= 0 ? value / scale : value * scale
        let whole = (up ? (scaled - 1e-9).rounded(.up) : (scaled + 1e-9).rounded(.down))
        return digits >= 0 ? whole * scale : whole / scale
    }
}
