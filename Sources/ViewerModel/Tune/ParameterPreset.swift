public import FusionCore
import SensorModel

/// A named set of parameters to start from.
public struct ParameterPreset: Sendable, Hashable {
    /// The name in the menu.
    public var name: String
    /// The values of all parameters.
    public var parameters: Parameters

    /// The presets that come with the program.
    public static let builtIn: [ParameterPreset] = [
        ParameterPreset(name: translatable("Defaults"), parameters: .init()),
        preset(translatable("Baseline (scalar filter)")) { $0.position.kind = .scalar },
        preset(translatable("Unfiltered")) { $0.position.kind = .none },
        preset(translatable("Every detail")) { $0.simplifier.tolerance = 0.5 },
        preset(translatable("Sketch")) { $0.simplifier.tolerance = 20 },
    ]

    private static func preset(_ name: String, _ change: (inout Parameters) -> Void) -> ParameterPreset {
        var parameters = Parameters()
        change(&parameters)
        return ParameterPreset(name: name, parameters: parameters)
    }
}
