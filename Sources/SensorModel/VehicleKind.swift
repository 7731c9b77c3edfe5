/// The kind of a motor vehicle, as far as a track shows it.
///
/// Cars and buses are not listed, since their tracks do not distinguish them (docs/lab/2026-11-24-vehicles.md).
public enum VehicleKind: String, Sendable, Hashable, Codable, CaseIterable {
    /// A train, metro or tram with few stops.
    case train
    /// An aeroplane or a helicopter.
    case aircraft
}
