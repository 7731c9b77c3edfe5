import Testing

@testable import FusionCore

/// The files of trained trees: read to the bit, and refused as soon as they are damaged.
@Suite struct BoostedTreesTests {
    /// One tree of class 2 whose first split compares feature 1 with 0.5.
    private static let tree = BoostedTrees(
        classes: [2], features: [1, 0, 0, 0, 0, 0, 0], thresholds: [0.5] + Array(repeating: .infinity, count: 6),
        leaves: [-1, 0, 0, 0, 3, 0, 0, 0])

    /// Its file; the last four bytes are zlib's CRC-32 of those before.
    private static let file: [UInt8] =
        Array("odograph trees 1\na report\0".utf8) + [2, 1, 0, 0, 0, 0, 0, 0] + [0, 0, 0, 0x3F]
        + Array([[UInt8]](repeating: [0, 0, 0x80, 0x7F], count: 6).joined())
        + [0, 0, 0x80, 0xBF] + [UInt8](repeating: 0, count: 12) + [0, 0, 0x40, 0x40] + [UInt8](repeating: 0, count: 12)
        + [0x31, 0x09, 0x37, 0x8D]

    @Test func `a file is read to the bit`() {
        #expect(BoostedTrees(file: Self.file) == Self.tree)
    }

    @Test func `a file with a changed, missing or additional byte is refused`() {
        for index in Self.file.indices {
            var damaged = Self.file
            damaged[index] ^= 1
            #expect(BoostedTrees(file: damaged) == nil, "byte \(index)")
            #expect(BoostedTrees(file: Array(Self.file.prefix(index))) == nil, "cut at \(index)")
        }
        #expect(BoostedTrees(file: Self.file + [0]) == nil)
    }

    @Test func `the trained trees of the core are there`() {
        // Every class of a model has a probability above zero.
        let motion = BoostedTrees.activities.probabilities(of: Array(repeating: 0, count: ActivityFeatures.names.count))
        let ride = BoostedTrees.vehicles.probabilities(of: Array(repeating: 0, count: 21))
        #expect((0..<8).map { motion[$0] > 0 } == [true, true, true, true, true, false, false, false])
        #expect((0..<8).map { ride[$0] > 0 } == [true, true, true, false, false, false, false, false])
    }
}
