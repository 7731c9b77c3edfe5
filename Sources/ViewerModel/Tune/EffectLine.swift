import FusionCore
public import Replay
public import SensorModel

/// The measure that a parameter changes most, as a line over the parameter's slider.
public struct EffectLine: Sendable, Hashable {
    /// A run with one value of the parameter.
    public struct Point: Sendable, Hashable {
        /// The value's place on the slider, 0 ... 1.
        public var x: Double
        /// The measure, 0 for its lowest and 1 for its highest value.
        public var y: Double
    }

    /// The runs from left to right; empty for a choice or a switch.
    public let points: [Point]
    /// The measure.
    public let measure: SessionMeasure
    private let range: ClosedRange<Double>

    /// Creates the line of a parameter.
    /// - Parameters:
    ///   - effect: The effect of the parameter.
    ///   - scale: The parameter's slider; `nil` for a choice or a switch.
    ///   - shown: The measure that the line showed before, which stays if the runs have it; `nil` for the leading one.
    /// - Returns: `nil` if the parameter does not matter.
    public init?(_ effect: ParameterEffect, on scale: ParameterScale?, keeping shown: SessionMeasure? = nil) {
        let measures = [shown, effect.leading].compactMap { $0 }
        guard effect.matters, let measure = measures.first(where: { effect.range(of: $0) != nil }),
            let range = effect.range(of: measure)
        else { return nil }
        self.measure = measure
        self.range = range
        let span = range.upperBound - range.lowerBound
        points = effect.trials.compactMap { trial in
            guard let scale, case .number(let number) = trial.value, let value = trial.measures[measure] else {
                return nil
            }
            return Point(x: scale.share(of: number), y: span > 0 ? (value - range.lowerBound) / span : 0.5)
        }
    }

    /// Returns the measure's name and its range: `Distance: 12.1 km to 14.9 km`.
    /// - Parameter unit: The unit of speeds, and of the distances that go with it.
    public func caption(in unit: SpeedUnit) -> Phrase {
        let (lowest, highest) = (text(of: range.lowerBound, in: unit), text(of: range.upperBound, in: unit))
        return switch measure {
        case .distance: Phrase(translatable("Distance: {1} to {2}"), lowest, highest)
        case .deviation: Phrase(translatable("Deviation from the fixes: {1} to {2}"), lowest, highest)
        case .rejected: Phrase(translatable("Rejected fixes: {1} to {2}"), lowest, highest)
        case .stops: Phrase(translatable("Stops: {1} to {2}"), lowest, highest)
        case .fastestSpeed: Phrase(translatable("Fastest: {1} to {2}"), lowest, highest)
        case .speedNoise: Phrase(translatable("Speed noise: {1} to {2}"), lowest, highest)
        case .steps: Phrase(translatable("Steps: {1} to {2}"), lowest, highest)
        case .points: Phrase(translatable("Points of the line: {1} to {2}"), lowest, highest)
        }
    }

    private func text(of value: Double, in unit: SpeedUnit) -> String {
        switch measure {
        case .distance: unit.distanceUnit.text(of: value)
        case .deviation: unit.distanceUnit.smallText(of: value, decimals: 1)
        case .fastestSpeed: unit.text(of: value)
        case .speedNoise:
            unit.axis.value(of: value).map { "\(decimalText($0, decimals: 2)) \(unit.axis.symbol)" } ?? missingText
        case .rejected, .stops, .steps, .points: decimalText(value, decimals: 0)
        }
    }
}

extension ParameterEffect {
    /// The conclusion from the innovations about the parameter's value, for the user; `nil` for a parameter that does not matter.
    public var advice: Phrase? {
        guard matters else { return nil }
        return switch judgement {
        case .undecided: Phrase(translatable("The fixes do not show which value is right"))
        case .inForce: Phrase(translatable("No value tried predicts the fixes better"))
        case .better(let value):
            Phrase(translatable("The fixes are predicted better at {1}"), [Phrase(Self.text(of: value, name))])
        }
    }

    /// Returns a value of a parameter, as its slider would set it.
    private static func text(of value: ParameterValue, _ name: String) -> String {
        guard let entry = Parameters.entry(named: name) else { return ParameterScale.text(of: value, "") }
        guard case .number(let number) = value, case .number(let range) = entry.domain else {
            return ParameterScale.text(of: value, entry.unit)
        }
        let scale = ParameterScale(range, usual: number)
        return ParameterScale.text(of: .number(scale.number(at: scale.share(of: number))), entry.unit)
    }
}

extension TunePanel {
    /// Returns some parameters as one group, in the order given.
    /// - Parameters:
    ///   - names: The parameters' names, the one with the largest effect first.
    ///   - say: Returns a title or a meaning in the user's language.
    public func group(of names: [String], in say: (String) -> String = { $0 }) -> Group {
        let rows = Dictionary(groups(in: say).flatMap(\.rows).map { ($0.name, $0) }) { first, _ in first }
        return Group(
            tier: .tunable, name: "byEffect", title: translatable("By effect"), rows: names.compactMap { rows[$0] })
    }
}
