import COdograph
import Testing

@testable import OdographCore

/// Arrays of a caller that packs its records: some processors fault when they read a number at such an address.
@Suite struct AlignmentTests {
    private let times: [Int64] = (0..<40).map { 1_700_000_000_000_000_000 + $0 * 1_000_000_000 }
    private let latitudes = (0..<40).map { 48 + 1e-4 * Double($0) }
    private let names = ["time", "latitude", "longitude", "speed"].map(PermanentText.init)

    private func column<Value: BitwiseCopyable>(
        _ name: PermanentText, _ type: Int32, _ values: [Value], at address: UnsafeMutableRawPointer
    ) -> odograph_column {
        values.withUnsafeBytes { bytes in
            if let start = bytes.baseAddress { address.copyMemory(from: start, byteCount: bytes.count) }
        }
        return odograph_column(
            name: name.characters, type: type, reserved: 0, values: address, count: Int64(values.count))
    }

    @Test(arguments: 0...7) func `columns are read and written at any address`(offset: Int) {
        let library = Library()
        defer { _ = odograph_free(library.run) }
        let size = 8 * times.count
        let room = UnsafeMutableRawPointer.allocate(byteCount: 3 * size + 8, alignment: 8)
        defer { room.deallocate() }
        let columns = [
            column(names[0], ODOGRAPH_INTEGER, times, at: room + offset),
            column(names[1], ODOGRAPH_NUMBER, latitudes, at: room + offset + size),
            column(names[2], ODOGRAPH_NUMBER, latitudes.map { $0 - 40 }, at: room + offset + 2 * size),
        ]
        #expect(odograph_push(library.run, "fix", columns, Int64(columns.count)) == ODOGRAPH_OK)
        #expect(odograph_finish(library.run, 0) == ODOGRAPH_OK, "\(Library.message)")
        let count = Int(odograph_count(library.run, "smoothed"))
        #expect(count > 0 && count <= 2 * times.count)
        func read<Value: BitwiseCopyable & Equatable>(_ table: String, _ column: String, _ aligned: [Value]) {
            let length = MemoryLayout<Value>.stride * aligned.count
            let place = UnsafeMutableRawPointer.allocate(byteCount: length + 8, alignment: 8)
            defer { place.deallocate() }
            #expect(
                odograph_read(library.run, table, column, place + offset, Int64(aligned.count)) == ODOGRAPH_OK,
                "\(Library.message)")
            for (index, value) in aligned.enumerated() {
                let from = offset + index * MemoryLayout<Value>.stride
                #expect(place.loadUnaligned(fromByteOffset: from, as: Value.self) == value)
            }
        }
        let smoothed = library.numbers("smoothed", "latitude")
        #expect(smoothed.allSatisfy { (47.9...48.1).contains($0) })
        read("smoothed", "latitude", smoothed)
        read("smoothed", "time", library.integers("smoothed", "time"))
        var words = [Int32](repeating: -7, count: Int(odograph_count(library.run, "simplified")))
        #expect(odograph_read(library.run, "simplified", "activity", &words, Int64(words.count)) == ODOGRAPH_OK)
        #expect(!words.isEmpty && words.allSatisfy { $0 >= 0 })
        read("simplified", "activity", words)
    }
}
