/// The sizes of units that files use, in the units of the core.
enum ForeignUnit {
    /// In m/s.
    static let kilometrePerHour = 1 / 3.6
    /// In m/s.
    static let milePerHour = 0.44704
    /// In m/s.
    static let knot = 1852.0 / 3600
    /// In metres.
    static let foot = 0.3048
}
