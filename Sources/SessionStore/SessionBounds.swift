/// The bounds on what a session file holds and how it grows, in one table, each with the reason for its value.
enum SessionBounds {
    /// The largest value that is read or written, in bytes: a second of samples takes kilobytes, an epoch of gpsd
    /// at most 400 000. SQLite enforces it when reading; a writer checks first, since GRDB ends the program otherwise.
    static let valueBytes = 16 << 20
    /// The longest title, in characters: one that fits a window, and more.
    static let titleLength = 1_000
    /// Pages of the log after which it is folded into the file, 2 MB: what a full disk holds twice is no more.
    static let logPages = 128
    /// The size to which the log is cut when it starts over, in bytes.
    static let logBytes = logPages * 16_384
    /// Free bytes below which space counts as short: then the log is folded in and cut while there still is room to.
    static let shortSpace: UInt64 = 64 << 20
    /// Appends between two looks at the free space, with five appends per second.
    static let appendsPerLook = 25
}
