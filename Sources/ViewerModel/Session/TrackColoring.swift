import SensorModel

/// The quantity that colours the smoothed track, or the simplified one if it is shown.
public enum TrackColoring: String, Sendable, Hashable, Codable, CaseIterable {
    /// A colour for each activity.
    case activity
    /// The shown speed.
    case speed
    /// The receiver's accuracy; good is bright.
    case accuracy
    /// The height above sea level, or above the start.
    case altitude
    /// The source of the speed.
    case source
    /// One colour.
    case single

    /// The quantity whose scale gives the colours; `nil` if colours have names.
    public var quantity: SessionQuantity? {
        switch self {
        case .speed: .speed
        case .accuracy: .accuracy
        case .altitude: .altitude
        case .activity, .source, .single: nil
        }
    }

    /// The name in a menu.
    public var title: String {
        switch self {
        case .activity: translatable("Activity")
        case .speed: translatable("Speed")
        case .accuracy: translatable("Accuracy")
        case .altitude: translatable("Altitude")
        case .source: translatable("Speed source")
        case .single: translatable("One colour")
        }
    }
}
