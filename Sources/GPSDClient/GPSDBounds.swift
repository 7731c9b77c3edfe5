/// The limits on input from gpsd, with the reason for each value.
///
/// Any program that listens on a port may act as gpsd. Input beyond a limit is omitted and counted; it can neither end
/// a recording nor grow without bound.
enum GPSDBounds {
    /// The longest line, in bytes; gpsd's own buffers hold 40 960.
    static let lineBytes = 65_536
    /// The maximum number of reports from one receiver for one time; for some receivers, gpsd sends up to 17.
    static let linesPerEpoch = 64
    /// The maximum size of an epoch's raw lines, in bytes: 64 lines of the usual 500 bytes, and a few of the longest.
    static let bytesPerEpoch = 262_144
    /// The maximum number of lines without an epoch that wait for the next one.
    static let looseLines = 64
    /// The maximum size of the lines without an epoch, in bytes.
    static let looseBytes = 131_072
    /// The maximum number of receivers behind a gpsd; gpsd itself allows 4 to 32, depending on its build.
    static let receivers = 64
    /// The longest path of a receiver, in bytes; Linux cannot open longer ones.
    static let pathBytes = 4_096
    /// The longest text from gpsd that is shown, in characters: one or two terminal lines for a driver or an error.
    static let textLength = 200
    /// The maximum number of satellites in a view; gpsd itself allows 140 to 184.
    static let satellites = 256
    /// The sustained rate that is accepted, in bytes per second. Three receivers at 25 Hz with all their satellites
    /// send 200 000.
    static let bytesPerSecond = 1_048_576.0
    /// The largest burst that is accepted, in bytes: the contents of the sockets after a suspend of a minute.
    static let burstBytes = 8_388_608.0
    /// The cost of a line in addition to its bytes: the memory of the event that it produces.
    static let bytesPerLine = 256.0
    /// The maximum number of reports at the start of a log that wait for the first time.
    static let untimedReports = 64
}
