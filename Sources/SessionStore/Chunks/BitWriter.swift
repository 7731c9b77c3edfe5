/// Writes bits, most significant first.
struct BitWriter {
    private(set) var bytes: [UInt8] = []
    private var pending: UInt64 = 0
    private var pendingCount = 0

    /// Appends the low `count` bits of a word, 0 ... 64 of them.
    mutating func write(_ word: UInt64, count: Int) {
        if count > 32 {
            write(word >> 32, count: count - 32)
            write(word, count: 32)
            return
        }
        guard count > 0 else { return }
        pending = pending << UInt64(count) | (word & (1 << UInt64(count) &- 1))
        pendingCount += count
        while pendingCount >= 8 {
            pendingCount -= 8
            bytes.append(UInt8(truncatingIfNeeded: pending >> UInt64(pendingCount)))
        }
    }

    /// The number of bits written so far.
    var count: Int { bytes.count * 8 + pendingCount }

    /// Appends the bits of another writer.
    mutating func append(_ other: BitWriter) {
        for byte in other.bytes { write(UInt64(byte), count: 8) }
        write(other.pending, count: other.pendingCount)
    }

    /// Returns the written bits, padded with zeros to a whole byte.
    consuming func finish() -> [UInt8] {
        if pendingCount > 0 { write(0, count: 8 - pendingCount) }
        return bytes
    }
}

/// Reads bits, most significant first; reading beyond the end returns `nil`.
struct BitReader {
    private let bytes: UnsafeRawBufferPointer
    private var window: UInt64 = 0
    private var windowCount = 0
    private var next = 0

    /// Creates a reader of bytes that outlive it.
    init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    /// The number of bits that have not been read.
    var remaining: Int { (bytes.count - next) * 8 + windowCount }

    private mutating func fill() {
        while windowCount <= 56, next < bytes.count {
            window |= UInt64(bytes[next]) << UInt64(56 - windowCount)
            windowCount += 8
            next += 1
        }
    }

    /// Returns the next bits, 0 ... 64 of them; `nil` if fewer are left.
    mutating func read(count: Int) -> UInt64? {
        if count > 32 {
            guard let high = read(count: count - 32), let low = read(count: 32) else { return nil }
            return high << 32 | low
        }
        guard count > 0 else { return 0 }
        if windowCount < count { fill() }
        guard windowCount >= count else { return nil }
        let word = window >> UInt64(64 - count)
        window <<= UInt64(count)
        windowCount -= count
        return word
    }

    /// Returns the number of ones before the next zero, at most `limit`. Below the limit, also consumes the zero.
    mutating func readOnes(limit: Int) -> Int? {
        if windowCount <= limit { fill() }
        let ones = (~window).leadingZeroBitCount
        guard ones < limit else { return read(count: limit) == nil ? nil : limit }
        return read(count: ones + 1) == nil ? nil : ones
    }
}
