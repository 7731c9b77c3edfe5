/// The bounds on what is accepted from a gpsd, in one table, each with the reason for its value.
///
/// A gpsd may be any program that listens on a port. What exceeds a bound is left out and counted; nothing of it ends a
/// recording or grows without limit.
enum GPSDBounds {
    /// The longest line, in bytes: gpsd's own buffers end at 40 960.
    static let lineBytes = 65_536
    /// Reports of one receiver for one time: gpsd sends up to 17 for some receivers, for ever.
    static let linesPerEpoch = 64
    /// The raw lines of one epoch, in bytes: 64 lines of the usual 500 bytes, and room for a few of the longest.
    static let bytesPerEpoch = 262_144
    /// Lines without an epoch that wait for the next one.
    static let looseLines = 64
    /// The same in bytes.
    static let looseBytes = 131_072
    /// Receivers behind one gpsd: gpsd itself ends at 4 to 32, as it was built.
    static let receivers = 64
    /// The longest path of a receiver, in bytes: the longest that Linux opens.
    static let pathBytes = 4_096
    /// The longest text of gpsd that is shown (a driver, an error, a release), in characters: a line of a terminal or two.
    static let textLength = 200
    /// Satellites in one view: gpsd itself ends at 140 to 184.
    static let satellites = 256
    /// Bytes per second that are accepted for as long as they come: three receivers at 25 Hz with all their satellites
    /// send 200 000.
    static let bytesPerSecond = 1_048_576.0
    /// Bytes that may come at once: what the sockets hold after a minute in which this machine was stopped.
    static let burstBytes = 8_388_608.0
    /// What a line costs beside its bytes: the event that is made of it takes as much memory.
    static let bytesPerLine = 256.0
    /// Bytes of a log's first reports, which wait for a time: as for loose lines.
    static let untimedReports = 64
}
