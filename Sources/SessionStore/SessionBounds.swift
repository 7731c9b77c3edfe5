/// The limits on the contents and growth of a session file, with the reason for each value.
enum SessionBounds {
    /// The largest value that is read or written, in bytes: a second of samples takes kilobytes, and an epoch of gpsd
    /// at most 400 000. SQLite enforces it when reading. A writer checks it first; otherwise, GRDB would end the
    /// program.
    static let valueBytes = 16 << 20
    /// The longest title, in characters: more than fits into a window.
    static let titleLength = 1_000
    /// The number of log pages, 2 MB in total, after which the log is moved into the database. On a full disk, at most
    /// this amount is stored twice.
    static let logPages = 128
    /// The maximum time of a commit, in seconds, on a disk that is not slow.
    static let slowCommit = 0.3
    /// The number of log pages, 32 MB in total, that replaces ``logPages`` on a slow disk: minutes of recording.
    static let slowLogPages = 2_048
    /// The size to which the log is truncated when it starts over, in bytes.
    static let logBytes = logPages * 16_384
    /// The minimum free space, in bytes. With less, the log is moved into the database and truncated before the disk is
    /// full.
    static let shortSpace: UInt64 = 64 << 20
    /// The number of appends between checks of the free space, at about five appends per second.
    static let appendsPerLook = 25
}
