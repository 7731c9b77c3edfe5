import Glibc
import SensorModel

/// Splits a source into lines, using memory bounded by the maximum line length.
struct LineReader {
    /// The source of the bytes.
    let source: ByteSource
    /// The maximum length of a line, in bytes.
    let maximumLength: Int

    /// Calls `body` with each line, without its line ending, and with its number, from one. The ending is LF, CR LF,
    /// or CR in a file that contains no other.
    ///
    /// A line that is too long is an error and stops reading.
    func forEachLine(_ body: (UnsafeRawBufferPointer, Int) throws -> Void) throws {
        // Bytes in memory have a fixed size; a file can still grow.
        let known = source.path == nil ? source.size : nil
        let capacity = min(maximumLength + (1 << 18), max(known ?? .max, 1))
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: capacity, alignment: 16)
        defer { buffer.deallocate() }
        var filled = 0
        var number = 0
        var ending: Int32?
        while true {
            let room = UnsafeMutableRawBufferPointer(rebasing: buffer[filled..<min(capacity, filled + (1 << 18))])
            let count = try source.read(into: room)
            if count == 0 { break }
            let searched = filled
            filled += count
            ending = ending ?? Self.ending(in: room[..<count])
            var start = 0
            var search = searched
            while let end = Self.first(ending ?? Self.lineFeed, in: buffer, from: search, to: filled) {
                number += 1
                guard end - start <= maximumLength else { throw tooLong(number) }
                try body(Self.trimmed(buffer, start, end), number)
                start = end + 1
                search = start
            }
            if start > 0 {
                buffer.baseAddress.map { _ = memmove($0, $0 + start, filled - start) }
                filled -= start
            }
            guard filled <= maximumLength else { throw tooLong(number + 1) }
        }
        if filled > 0 { try body(Self.trimmed(buffer, 0, filled), number + 1) }
    }

    private func tooLong(_ number: Int) -> FormatError {
        .badLine(
            path: source.name, line: number,
            reason: Phrase(translatable("is longer than {1} bytes"), "\(maximumLength)"))
    }

    /// Returns the byte that ends a line; `nil` if the bytes end before the first line does.
    private static func ending(in bytes: Slice<UnsafeMutableRawBufferPointer>) -> Int32? {
        if bytes.contains(UInt8(lineFeed)) { return lineFeed }
        // A line feed may follow a carriage return in the last byte.
        return bytes.dropLast().contains(UInt8(carriageReturn)) ? carriageReturn : nil
    }

    private static let lineFeed: Int32 = 10
    private static let carriageReturn: Int32 = 13

    private static func first(
        _ ending: Int32, in buffer: UnsafeMutableRawBufferPointer, from start: Int, to end: Int
    ) -> Int? {
        guard let base = buffer.baseAddress, start < end else { return nil }
        guard let found = memchr(base + start, ending, end - start) else { return nil }
        return UnsafeMutableRawPointer(found) - base
    }

    private static func trimmed(
        _ buffer: UnsafeMutableRawBufferPointer, _ start: Int, _ end: Int
    ) -> UnsafeRawBufferPointer {
        var end = end
        if end > start, buffer[end - 1] == 13 { end -= 1 }
        return UnsafeRawBufferPointer(rebasing: buffer[start..<end])
    }
}
