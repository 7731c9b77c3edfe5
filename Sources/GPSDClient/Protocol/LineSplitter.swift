/// Cuts a stream of bytes into lines, in bounded memory.
///
/// gpsd ends a line with CR LF; either alone ends one here too, and empty lines are not lines. A line that grows over
/// the bound is thrown away up to its end and counted, so that no peer can fill the memory.
public struct LineSplitter: Sendable {
    /// The longest line that is kept, in bytes: gpsd's own buffers end at 40 960.
    public static let defaultBound = GPSDBounds.lineBytes

    /// The longest line that is kept, in bytes.
    public let bound: Int
    /// How many lines were thrown away for their length.
    public private(set) var oversizedCount = 0
    private var partial: [UInt8] = []
    private var isOversized = false

    /// Creates a splitter that has seen nothing.
    public init(bound: Int = defaultBound) {
        self.bound = bound
    }

    /// Processes the next bytes and calls `body` with every line that they complete, without its end. O(bytes).
    public mutating func consume(_ bytes: some Sequence<UInt8>, _ body: (String) -> Void) {
        // Byte by byte through the sequence's witnesses costs more than all that is made of the lines.
        if bytes.withContiguousStorageIfAvailable({ split($0[...], body) }) == nil {
            Array(bytes).withUnsafeBufferPointer { split($0[...], body) }
        }
    }

    /// Forgets a line that was cut in its middle, as a lost connection does.
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
