/// The formats that are told apart by their content.
public enum FileFormat: String, Sendable, Hashable, CaseIterable {
    /// A session file of Odograph.
    case session
    /// The event log of the command line.
    case eventLog
    /// GPX 1.0 or 1.1.
    case gpx
    /// NMEA 0183 sentences.
    case nmea
    /// Reports of gpsd, one JSON object a line.
    case gpsdLog
    /// A recording of Sensor Logger: zip, CSV or JSON.
    case sensorLogger
    /// A recording of phyphox: zip or CSV.
    case phyphox
    /// A log of mad-location-manager.
    case madLocationManager
    /// Google Timeline (Records, Semantic, or a phone's own export).
    case googleTimeline
    /// Moves storyline JSON.
    case moves
    /// A GeoLife trajectory.
    case geoLife
    /// Something that gpsbabel reads.
    case foreign
}
