/// Splits the lines of a table into cells.
struct TableLine {
    /// The separator between cells.
    let separator: UInt8
    /// Whether numbers have a decimal comma.
    var hasDecimalComma = false
    /// The cells of the most recent line.
    private(set) var cells: [UnsafeRawBufferPointer] = []
    private var scratch: [UInt8] = []

    /// Creates a splitter at a known separator.
    init(separator: UInt8) { self.separator = separator }

    /// Infers the separator from a header: the most frequent of comma, semicolon, tab and bar.
    init(header: UnsafeRawBufferPointer) {
        let candidates = [UInt8(ascii: ","), UInt8(ascii: ";"), 9, UInt8(ascii: "|")]
        let counts = candidates.map { candidate in header.count { $0 == candidate } }
        separator = zip(candidates, counts).max { $0.1 < $1.1 }?.0 ?? UInt8(ascii: ",")
    }

    /// Calls `body` with the cells of a line, without enclosing quotes.
    mutating func cut<Result>(
        _ line: UnsafeRawBufferPointer, _ body: ([UnsafeRawBufferPointer]) throws -> Result
    ) rethrows -> Result {
        guard hasDecimalComma else {
            split(line)
            return try body(cells)
        }
        scratch.removeAll(keepingCapacity: true)
        scratch.append(contentsOf: line)
        for index in scratch.indices where scratch[index] == UInt8(ascii: ",") { scratch[index] = UInt8(ascii: ".") }
        let copy = scratch
        return try copy.withUnsafeBytes { bytes in
            split(bytes)
            return try body(cells)
        }
    }

    private mutating func split(_ line: UnsafeRawBufferPointer) {
        cells.removeAll(keepingCapacity: true)
        var start = 0
        var isQuoted = false
        for index in 0..<line.count {
            let byte = line[index]
            if byte == UInt8(ascii: "\"") {
                isQuoted.toggle()
            } else if byte == separator, !isQuoted {
                cells.append(Self.unquoted(line, start, index))
                start = index + 1
            }
        }
        cells.append(Self.unquoted(line, start, line.count))
    }

    private static func unquoted(_ line: UnsafeRawBufferPointer, _ start: Int, _ end: Int) -> UnsafeRawBufferPointer {
        var start = start
        var end = end
        while start < end, line[start] <= 32 { start += 1 }
        while end > start, line[end - 1] <= 32 { end -= 1 }
        if end - start >= 2, line[start] == UInt8(ascii: "\""), line[end - 1] == UInt8(ascii: "\"") {
            start += 1
            end -= 1
        }
        return UnsafeRawBufferPointer(rebasing: line[start..<end])
    }
}
