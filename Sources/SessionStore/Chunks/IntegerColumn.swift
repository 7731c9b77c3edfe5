/// Packs a column of integers: differences of order 0, 1, or 2, zigzag-encoded, in Rice codes.
///
/// The order and the Rice parameter that need the fewest bits are selected for each column. Source of the codes: R. F.
/// Rice, Some Practical Universal Noiseless Coding Techniques, JPL 79-22 (1979).
enum IntegerColumn {
    /// The number of consecutive ones that precede a complete number instead of a code.
    static let escape = 12
    private static let orderBits = 2
    private static let parameterBits = 6
    private static let lengthBits = 7
    private static let largestOrder = 2
    private static let largestParameter = 56

    /// Appends a column. O(n).
    static func write(_ values: [Int64], to writer: inout BitWriter) {
        var residuals = values
        var best = (order: 0, parameter: 0, cost: Int.max, residuals: values)
        for order in 0...largestOrder {
            if order > 0 { residuals = differences(residuals, from: order - 1) }
            let (parameter, cost) = cheapest(residuals.dropFirst(order))
            let total = residuals.prefix(order).reduce(cost) { $0 + lengthBits + size($1) }
            if total < best.cost { best = (order, parameter, total, residuals) }
        }
        writer.write(UInt64(best.order), count: orderBits)
        writer.write(UInt64(best.parameter), count: parameterBits)
        for value in best.residuals.prefix(best.order) {
            writeWhole(folded(value), to: &writer)
        }
        for value in best.residuals.dropFirst(best.order) {
            writeCode(folded(value), parameter: best.parameter, to: &writer)
        }
    }

    /// Reads a column of `count` values; `nil` if there are not enough bits. O(n).
    static func read(count: Int, from reader: inout BitReader) -> [Int64]? {
        guard let order = reader.read(count: orderBits), let parameter = reader.read(count: parameterBits),
            order <= largestOrder, parameter <= largestParameter, count <= reader.remaining
        else { return nil }
        var values: [Int64] = []
        values.reserveCapacity(count)
        for _ in 0..<min(Int(order), count) {
            guard let word = readWhole(from: &reader) else { return nil }
            values.append(unfolded(word))
        }
        while values.count < count {
            guard let code = readCode(parameter: Int(parameter), from: &reader) else { return nil }
            values.append(unfolded(code))
        }
        for step in stride(from: Int(order), to: 0, by: -1) { accumulate(&values, from: step) }
        return values
    }

    /// Replaces each value after `start` by its difference from the preceding one. Wraps around and is thus reversible.
    private static func differences(_ values: [Int64], from start: Int) -> [Int64] {
        var result = values
        guard values.count > start + 1 else { return result }
        for index in (start + 1)..<values.count { result[index] = values[index] &- values[index - 1] }
        return result
    }

    private static func accumulate(_ values: inout [Int64], from start: Int) {
        guard values.count > start else { return }
        for index in start..<values.count { values[index] = values[index] &+ values[index - 1] }
    }

    private static func cheapest(_ residuals: ArraySlice<Int64>) -> (parameter: Int, cost: Int) {
        // The cost of values beyond the escape does not depend on the parameter. Outliers should not affect the choice,
        // so it is based on the median instead of the mean.
        let sizes = residuals.map(size).sorted()
        let middle = sizes.isEmpty ? 0 : sizes[sizes.count / 2]
        let candidates = min(largestParameter, max(0, middle - 3))...min(largestParameter, middle + 1)
        return candidates.map { ($0, cost(residuals, parameter: $0)) }.min { $0.1 < $1.1 } ?? (0, 0)
    }

    private static func cost(_ residuals: ArraySlice<Int64>, parameter: Int) -> Int {
        residuals.reduce(0) { sum, value in
            let quotient = folded(value) >> UInt64(parameter)
            return sum + (quotient < UInt64(escape) ? Int(quotient) + 1 + parameter : escape + lengthBits + size(value))
        }
    }

    private static func writeWhole(_ word: UInt64, to writer: inout BitWriter) {
        let length = 64 - word.leadingZeroBitCount
        writer.write(UInt64(length), count: lengthBits)
        writer.write(word, count: length)
    }

    private static func readWhole(from reader: inout BitReader) -> UInt64? {
        guard let length = reader.read(count: lengthBits), length <= 64 else { return nil }
        return reader.read(count: Int(length))
    }

    private static func writeCode(_ word: UInt64, parameter: Int, to writer: inout BitWriter) {
        let quotient = word >> UInt64(parameter)
        guard quotient < UInt64(escape) else {
            writer.write(.max, count: escape)
            writeWhole(word, to: &writer)
            return
        }
        writer.write((1 << (quotient + 1)) - 2, count: Int(quotient) + 1)
        writer.write(word, count: parameter)
    }

    private static func readCode(parameter: Int, from reader: inout BitReader) -> UInt64? {
        guard let ones = reader.readOnes(limit: escape) else { return nil }
        if ones == escape { return readWhole(from: &reader) }
        guard let low = reader.read(count: parameter) else { return nil }
        return UInt64(ones) << UInt64(parameter) | low
    }

    private static func size(_ value: Int64) -> Int { 64 - folded(value).leadingZeroBitCount }

    private static func folded(_ value: Int64) -> UInt64 { UInt64(bitPattern: value << 1 ^ value >> 63) }

    private static func unfolded(_ word: UInt64) -> Int64 {
        Int64(bitPattern: word >> 1) ^ -Int64(bitPattern: word & 1)
    }
}
