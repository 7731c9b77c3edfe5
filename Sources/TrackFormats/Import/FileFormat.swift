/// The file formats, which are distinguished by content.
public enum FileFormat: String, Sendable, Hashable, CaseIterable {
    /// A session file of Odograph.
    case session
    /// The event log of the command-line tool.
    case eventLog
    /// A GPX file, version 1.0 or 1.1.
    case gpx
    /// A FIT file of a watch or a bicycle computer.
    case fit
    /// The messages of a FIT file as a table of Garmin's FitCSVTool.
    case fitTable
    /// A Training Center XML file.
    case tcx
    /// NMEA 0183 sentences.
    case nmea
    /// Reports of gpsd, one JSON object per line.
    case gpsdLog
    /// A recording of Sensor Logger: zip, CSV or JSON.
    case sensorLogger
    /// A recording of phyphox: zip or CSV.
    case phyphox
    /// A log of Google's GNSS Logger.
    case gnssLogger
    /// A log of a FlySight 2.
    case flySight
    /// Google Timeline (Records, Semantic, or a phone's own export).
    case googleTimeline
    /// Moves storyline JSON.
    case moves
    /// A log of a Racelogic VBOX or of a lap timer (VBO).
    case vbox
    /// A ride of GoldenCheetah.
    case goldenCheetah
    /// A table, from a phone or any logger, whose header identifies its columns.
    case table
    /// The track document of docs/schema/track.schema.json.
    case trackDocument
    /// JSON whose objects have a position and a time: GeoJSON, OwnTracks, Overland, Dawarich, Suunto, GoPro and
    /// others.
    case records
    /// The log of OwnTracks: a time, an asterisk and a JSON object per line.
    case ownTracks
    /// A KML file, version 2.2.
    case kml
    /// XML whose samples have a position and a time: Suunto SML and Moveslink, PWX, SLF.
    case xmlRecords
    /// A flight log (IGC).
    case igc
    /// The subtitles of a drone's video (SRT).
    case subtitles
    /// A solution of RTKLIB (POS).
    case rtklib
    /// A track of TwoNav or CompeGPS (TRK).
    case twoNav
    /// The log of a u-blox receiver.
    case ubx
    /// A Polar log (HRM).
    case polar
    /// A zip or tar archive of other files.
    case archive
    /// A single compressed file.
    case compressed
    /// A file that gpsbabel can read.
    case foreign
}
