/// Splits a stream of bytes into lines, in bounded memory.
///
/// gpsd ends lines with CR LF. CR or LF alone also ends a line, and empty lines are ignored. A line that exceeds the
/// bound is discarded up to its end and counted, so that no peer can fill the memory.
public struct LineSplitter: Sendable {
    /// The default for ``bound``: longer than gpsd's own buffers of 40 960 bytes.
    public static let defaultBound = GPSDBounds.lineBytes

    /// The longest line that is kept, in bytes.
    public let bound: Int
    /// The number of lines discarded because of their length.
    public private(set) var oversizedCount = 0
    private var partial: [UInt8] = []
    private var isOversized = false

    /// Creates a splitter with a bound in bytes.
    public init(bound: Int = defaultBound) {
        self.bound = bound
    }

    /// Processes bytes and calls `body` with every line that they complete, without its line ending. O(bytes).
    public mutating func consume(_ bytes: some Sequence<UInt8>, _ body: (String) -> Void) {
        // Iterating byte by byte through the sequence's witnesses costs more than all later processing of the lines.
        if bytes.withContiguousStorageIfAvailable({ split($0[...], body) }) == nil {
            Array(bytes).withUnsafeBufferPointer { split($0[...], body) }
        }
    }

    /// Discards an incomplete line, as after a lost connection.
    public mutating func reset() {
        partial.removeAll(keepingCapacity: true)
        isOversized = false
    }

    private mutating func split(_ bytes: Slice<UnsafeBufferPointer<UInt8>>, _ body: (String) -> Void) {
        var rest = bytes
        while let end = rest.firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) {
            keep(rest[..<end])
            endLine(body)
            rest = rest[(end + 1)...]
        }
        keep(rest)
    }

    /// Adds a piece to the open line, up to the bound.
    private mutating func keep(_ piece: Slice<UnsafeBufferPointer<UInt8>>) {
        let room = bound - partial.count
        if piece.count > room { isOversized = true }
        partial.append(contentsOf: piece.prefix(room))
    }

    private mutating func endLine(_ body: (String) -> Void) {
        if isOversized {
            oversizedCount += 1
        } else if !partial.isEmpty {
            body(String(decoding: partial, as: UTF8.self))
        }
        reset()
    }
}
