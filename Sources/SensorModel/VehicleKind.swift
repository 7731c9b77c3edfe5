/// The kind of a motor vehicle, as far as a track shows it.
public enum VehicleKind: String, Sendable, Hashable, Codable, CaseIterable {
    /// A car, taxi or motorcycle.
    case car
    /// A bus.
    case bus
    /// A train, metro or tram.
    case train
    /// An aeroplane or a helicopter.
    case aircraft
}
