import CZlib

/// Inflates the bytes of another source.
final class Inflation {
    /// The formats that zlib can inflate.
    enum Format {
        /// A gzip file with one or several members.
        case gzip
        /// Raw deflate data, as in a zip file.
        case deflate
    }

    private let packed: ByteSource
    private let format: Format
    private let meter: UnpackMeter
    private var stream: OpaquePointer?
    private var input = [UInt8](repeating: 0, count: 1 << 16)
    private var start = 0
    private var end = 0
    private var isAtEnd = false
    private var hasBegun = false

    private init(_ packed: ByteSource, _ format: Format, _ meter: UnpackMeter) throws {
        self.packed = packed
        self.format = format
        self.meter = meter
        stream = CZlibOpen(format == .gzip ? 1 : 0)
        guard stream != nil else { throw FormatError.file(path: packed.name, reason: "there is not enough memory") }
    }

    deinit { if let stream { CZlibClose(stream) } }

    /// Returns a source of the inflated bytes.
    static func source(
        of packed: ByteSource, _ format: Format, meter: UnpackMeter, size: Int? = nil
    ) throws -> ByteSource {
        let inflation = try Inflation(packed, format, meter)
        let source = ByteSource(name: packed.name, size: size) { try inflation.read(into: $0) }
        source.owner = inflation
        return source
    }

    private var damage: FormatError { .malformed(path: packed.name, reason: "its compressed data are damaged") }

    private func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        guard let stream, !buffer.isEmpty else { return 0 }
        while !isAtEnd {
            if start == end {
                start = 0
                end = try input.withUnsafeMutableBytes { try packed.read(into: $0) }
                if end == 0 {
                    // A gzip file may end between two members.
                    guard hasBegun else { throw damage }
                    throw FormatError.malformed(path: packed.name, reason: "its compressed data end too early")
                }
            }
            hasBegun = true
            var (used, written) = (0, 0)
            let status = input[start..<end].withUnsafeBytes { piece in
                CZlibInflate(
                    stream, piece.baseAddress, piece.count, &used, buffer.baseAddress, buffer.count, &written)
            }
            start += used
            switch UInt32(bitPattern: status) {
            case CZlibContinue.rawValue: if used == 0, written == 0, start < end { throw damage }
            case CZlibEnd.rawValue: try endMember()
            case CZlibNoMemory.rawValue:
                throw FormatError.file(path: packed.name, reason: "there is not enough memory")
            default: throw damage
            }
            if written > 0 {
                try meter.add(written)
                return written
            }
        }
        return 0
    }

    /// Continues with the next gzip member, if there is one; anything else after a member is padding.
    private func endMember() throws {
        guard format == .gzip else { return isAtEnd = true }
        if start == end {
            start = 0
            end = try input.withUnsafeMutableBytes { try packed.read(into: $0) }
        }
        guard start < end, input[start] == 0x1F, let stream, CZlibReset(stream) != 0 else { return isAtEnd = true }
    }
}
