import CZlib
import Wire

/// Bytes in blocks, on their way into libarchive.
final class BlockSource {
    /// The reason why there are no more blocks, if it is not the end.
    private(set) var fault: UnpackingFault?
    private let fill: (UnsafeMutableRawBufferPointer) throws(UnpackingFault) -> Int
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    private var pending: UnsafeRawBufferPointer?

    /// Creates a source from a closure that fills a buffer as far as it can and returns the number of bytes; zero at
    /// the end.
    init(_ fill: @escaping (UnsafeMutableRawBufferPointer) throws(UnpackingFault) -> Int) { self.fill = fill }

    deinit { buffer.deallocate() }

    /// Returns the next block without consuming it; empty at the end.
    func head() throws(UnpackingFault) -> UnsafeRawBufferPointer {
        if let pending { return pending }
        let block: UnsafeRawBufferPointer
        do { block = UnsafeRawBufferPointer(rebasing: buffer[..<(try fill(buffer))]) } catch {
            fault = error
            throw error
        }
        pending = block
        return block
    }

    /// Returns the next block, which is valid until the following call; empty at the end.
    func next() throws(UnpackingFault) -> UnsafeRawBufferPointer {
        defer { pending = nil }
        return try head()
    }

    /// Whether the bytes are compressed with gzip.
    func isGzip() throws(UnpackingFault) -> Bool { try head().starts(with: [0x1F, 0x8B]) }

    /// Returns the inflated bytes. zlib verifies their checksum, which libarchive's own filter does not.
    func inflated() throws(UnpackingFault) -> BlockSource {
        guard let inflation = Inflation(self) else { throw .memory }
        return BlockSource(inflation.fill)
    }
}

/// Inflates a gzip file with one or several members.
private final class Inflation {
    private let packed: BlockSource
    private let stream: OpaquePointer
    private var input = UnsafeRawBufferPointer(start: nil, count: 0)
    private var isAtEnd = false

    init?(_ packed: BlockSource) {
        guard let stream = CZlibOpen() else { return nil }
        (self.packed, self.stream) = (packed, stream)
    }

    deinit { CZlibClose(stream) }

    func fill(_ output: UnsafeMutableRawBufferPointer) throws(UnpackingFault) -> Int {
        while !isAtEnd {
            if input.isEmpty { input = try packed.next() }
            guard !input.isEmpty else { throw .damaged }
            var (used, written) = (0, 0)
            let status = CZlibInflate(
                stream, input.baseAddress, input.count, &used, output.baseAddress, output.count, &written)
            input = UnsafeRawBufferPointer(rebasing: input.dropFirst(used))
            switch UInt32(bitPattern: status) {
            case CZlibContinue.rawValue: if used == 0, written == 0 { throw .damaged }
            case CZlibEnd.rawValue:
                // Anything but another member after a member is padding.
                if input.isEmpty { input = try packed.next() }
                isAtEnd = input.first != 0x1F || CZlibReset(stream) == 0
            case CZlibNoMemory.rawValue: throw .memory
            default: throw .damaged
            }
            if written > 0 { return written }
        }
        return 0
    }
}
