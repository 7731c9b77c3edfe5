public import FusionCore
import Glibc
import SensorModel

/// The contents of the speed gauge: dial, arc, ticks, digits and the line about signal quality.
///
/// Angles are in radians clockwise from the right, as in Cairo.
public struct GaugeModel: Sendable, Hashable {
    /// A tick of the dial.
    public struct Tick: Sendable, Hashable {
        /// The angle in radians, clockwise from the right.
        public var angle: Double
        /// The label; `nil` for a minor tick.
        public var label: String?
    }

    /// The values at the shown instant.
    public struct Input: Sendable, Hashable {
        /// The speed; `nil` before the first one.
        public var speed: SpeedEstimate?
        /// The fastest measured speed in m/s; `nil` or 0 if there is none.
        public var fastest: Double?
        /// The accuracy of the position in metres, 1-sigma.
        public var accuracy: Double?
        /// The number of satellites used.
        public var satellites: Int?
        /// Whether the position comes from a location service, which is not labelled as GPS.
        public var isFromLocationService: Bool
        /// The current message; `nil` if there is none.
        public var message: String?
        /// The time in seconds since the last fix, if it is overdue; `nil` if it is not.
        public var overdue: Double?

        /// Creates an input from the known values.
        public init(
            speed: SpeedEstimate? = nil, fastest: Double? = nil, accuracy: Double? = nil, satellites: Int? = nil,
            isFromLocationService: Bool = false, message: String? = nil, overdue: Double? = nil
        ) {
            self.speed = speed
            self.fastest = fastest
            self.accuracy = accuracy
            self.satellites = satellites
            self.isFromLocationService = isFromLocationService
            self.message = message
            self.overdue = overdue
        }
    }

    /// The angle of the dial's start, lower left.
    public static let startAngle = 0.75 * Double.pi
    /// The angle that the dial spans.
    public static let sweep = 1.5 * Double.pi

    /// The unit of the digits and the labels.
    public let unit: SpeedUnit
    /// The speed in m/s at the dial's end.
    public let maximum: Double
    /// The ticks, from the dial's start.
    public let ticks: [Tick]
    /// The speed in m/s; `nil` if there is none.
    public let speed: Double?
    /// The large digits; ``missingText`` without a speed.
    public let digits: String
    /// The end of the arc; `nil` if there is no speed.
    public let arcAngle: Double?
    /// The mark of the fastest speed; `nil` if there is none.
    public let fastestAngle: Double?
    /// The fastest speed with its unit; ``missingText`` without one.
    public let fastestText: String
    /// True if the speed is estimated, and shown in another colour with a glyph next to the digits.
    public let isEstimated: Bool
    /// The source of an estimate, in words; `nil` for a measured speed.
    public let estimateText: String?
    /// The quality of the signal.
    public let quality: SpeedEstimate.Quality
    /// The quality of the signal in a word or two, or a message instead.
    public let qualityTitle: String
    /// The accuracy of the position: `±3 m`; `nil` if there is none.
    public let accuracyText: String?
    /// The time in seconds since the last fix, if it is overdue and there is no message; otherwise `nil`.
    public let overdue: Double?
    /// The number of used satellites; `nil` if it is unknown, or if there is a message instead.
    public let satellites: Int?

    /// Computes the gauge.
    /// - Parameters:
    ///   - input: The values at the instant.
    ///   - unit: The unit to show.
    ///   - topSpeed: The highest speed in m/s that the session reaches, so that the dial does not change while it is
    ///     replayed; live, the highest so far.
    ///   - kept: The speed in m/s at the end of the dial that is kept; `nil` to fit one.
    public init(_ input: Input, unit: SpeedUnit, topSpeed: Double = 0, keeping kept: Double? = nil) {
        self.unit = unit
        let shown = input.speed.flatMap { $0.value.isFinite ? $0 : nil }
        let fastest = input.fastest.flatMap { $0.isFinite && $0 > 0 ? $0 : nil }
        // Just below its end, so that rounding does not lead to the next dial.
        let reached = kept.map { $0 * (1 - 1e-9) } ?? max(shown?.value ?? 0, fastest ?? 0, topSpeed)
        let dial = GaugeDial(unit: unit, reaching: reached)
        maximum = dial.maximum
        ticks = dial.ticks
        speed = shown?.value
        digits = shown.map { unit.digits(of: $0.value) } ?? missingText
        arcAngle = shown.map { dial.angle(of: $0.value) }
        fastestAngle = fastest.map(dial.angle(of:))
        fastestText = fastest.map(unit.text(of:)) ?? missingText
        isEstimated = shown?.isEstimated ?? false
        estimateText = shown.flatMap(Self.estimateText(of:))
        overdue = input.message == nil ? input.overdue : nil
        quality = overdue == nil ? input.speed?.quality ?? .none : .none
        qualityTitle =
            input.message
            ?? (input.isFromLocationService && quality != .none ? Self.locationTitle : Self.title(of: quality))
        let accuracy = input.message == nil && quality != .none ? input.accuracy : nil
        let small = unit.distanceUnit
        accuracyText = accuracy.flatMap {
            $0.isFinite
                ? small.smallText(of: $0, prefix: "±", decimals: $0 < 0.95 * small.small.metres ? 1 : 0) : nil
        }
        satellites = input.message == nil && overdue == nil && !input.isFromLocationService ? input.satellites : nil
    }

    private static func estimateText(of speed: SpeedEstimate) -> String? {
        guard speed.isEstimated else { return nil }
        return switch speed.source {
        case .pedometer: translatable("estimated from steps")
        case .placeholder: translatable("estimated: moving, speed unknown")
        case .deadReckoning: translatable("estimated: carried on")
        case .gps, .still: translatable("estimated")
        }
    }

    private static let locationTitle = translatable("Stated location")

    private static func title(of quality: SpeedEstimate.Quality) -> String {
        switch quality {
        case .good: translatable("GPS good")
        case .fair: translatable("GPS fair")
        case .poor: translatable("GPS poor")
        case .none: translatable("No GPS fix")
        }
    }
}
