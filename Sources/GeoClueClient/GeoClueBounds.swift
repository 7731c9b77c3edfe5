/// The limits on input from GeoClue, with the reason for each value.
///
/// Any program may own the name on a private bus. Input beyond a limit is omitted; it can neither end a recording nor
/// grow without bound.
enum GeoClueBounds {
    /// The longest text from the bus that is shown, in characters: one or two terminal lines.
    static let textLength = 200
    /// The maximum size of a location's description, in bytes; the names of methods take about ten.
    static let descriptionBytes = 16_384
    /// The maximum number of locations that wait to be read. GeoClue itself removes old ones after 5 s.
    static let waitingLocations = 4
    /// The maximum number of locations per second, averaged over ``burstSeconds``; the receiver of a modem delivers one
    /// or five.
    static let locationsPerSecond = 10.0
    /// The time over which ``locationsPerSecond`` is averaged, in seconds.
    static let burstSeconds = 4.0
    /// The heights above sea level, in metres, that are accepted: from below the deepest mine to above the space
    /// station.
    static let altitudes = -12_000.0...1_000_000.0
    /// The speeds, in m/s, that are accepted; a satellite in orbit moves at 7 800 m/s.
    static let speeds = 0.0...10_000.0
    /// The accuracies, in metres, that are accepted; the poorest is half the circumference of the Earth.
    static let accuracies = 0.0...20_037_509.0
    /// The 1-sigma accuracy, in metres, of a receiver with a horizontal dilution of precision of 1. GeoClue states an
    /// accuracy of zero for a dilution of at most 1.
    static let accuracyForZero = 4.0
}
