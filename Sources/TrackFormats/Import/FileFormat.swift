/// The formats that are told apart by their content.
public enum FileFormat: String, Sendable, Hashable, CaseIterable {
    /// A session file of Odograph.
    case session
    /// The event log of the command line.
    case eventLog
    /// GPX 1.0 or 1.1.
    case gpx
    /// A FIT file of a watch or a bicycle computer.
    case fit
    /// A Training Center XML file.
    case tcx
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
    /// A ride of GoldenCheetah.
    case goldenCheetah
    /// A table with a header that says what its columns are: of a phone or of any logger.
    case table
    /// The track document of docs/schema/track.schema.json.
    case trackDocument
    /// JSON whose objects have a place and a time: GeoJSON, OwnTracks, Overland, Dawarich, Suunto, GoPro and others.
    case records
    /// OwnTracks' log: a time, a star and a JSON object a line.
    case ownTracks
    /// KML 2.2.
    case kml
    /// XML whose samples have a place and a time: Suunto SML, PWX, SLF.
    case xmlRecords
    /// A flight log (IGC).
    case igc
    /// Subtitles of a drone (SRT).
    case subtitles
    /// A solution of RTKLIB (POS).
    case rtklib
    /// The log of a u-blox receiver.
    case ubx
    /// A log of Polar (HRM).
    case polar
    /// A zip or tar archive of other files.
    case archive
    /// One compressed file.
    case compressed
    /// Something that gpsbabel reads.
    case foreign
}
