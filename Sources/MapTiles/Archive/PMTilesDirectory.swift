import Geometry

/// A directory of an archive, with the offsets of tiles or of further directories. Source: PMTiles version 3,
/// "Directories".
public struct PMTilesDirectory: Sendable, Hashable {
    /// A directory's answer for a tile.
    public enum Place: Sendable, Hashable {
        /// The tile, in bytes of the archive's tiles.
        case tile(PMTilesHeader.Part)
        /// A further directory, in bytes of the archive's leaves.
        case directory(PMTilesHeader.Part)
    }

    private struct Entry: Hashable {
        var number: UInt64
        var run: UInt64
        var part: PMTilesHeader.Part
    }

    private let entries: [Entry]

    /// Reads an inflated directory. O(n).
    /// - Throws: ``MapTileError/damagedDirectory``, ``MapTileError/tooLarge``.
    public init(_ bytes: [UInt8]) throws(MapTileError) {
        var cursor = ByteCursor(bytes[...])
        guard let stated = cursor.varint() else { throw .damagedDirectory }
        // Each entry has at least four bytes.
        guard stated <= UInt64(MapTileBounds.entries), stated * 4 <= UInt64(cursor.remaining) else {
            throw .damagedDirectory
        }
        var entries = [Entry](
            repeating: Entry(number: 0, run: 0, part: .init(offset: 0, count: 0)), count: Int(stated))
        var number: UInt64 = 0
        for index in entries.indices {
            guard let step = cursor.varint() else { throw .damagedDirectory }
            let (sum, isBeyond) = number.addingReportingOverflow(step)
            guard !isBeyond, index == 0 || step > 0 else { throw .damagedDirectory }
            number = sum
            entries[index].number = number
        }
        for index in entries.indices {
            guard let run = cursor.varint() else { throw .damagedDirectory }
            entries[index].run = run
        }
        for index in entries.indices {
            guard let count = cursor.varint(), count > 0 else { throw .damagedDirectory }
            entries[index].part.count = count
        }
        for index in entries.indices {
            guard let stated = cursor.varint() else { throw .damagedDirectory }
            if stated == 0 {
                guard index > 0 else { throw .damagedDirectory }
                let last = entries[index - 1].part
                let (sum, isBeyond) = last.offset.addingReportingOverflow(last.count)
                guard !isBeyond else { throw .damagedDirectory }
                entries[index].part.offset = sum
            } else {
                entries[index].part.offset = stated - 1
            }
        }
        self.entries = entries
    }

    /// Returns the place of a tile by its ``TileAddress/hilbertNumber``; `nil` if the archive has no such tile.
    /// O(log n).
    public func place(of number: UInt64) -> Place? {
        let next = entries.partitionPoint { $0.number <= number }
        guard next > 0 else { return nil }
        let entry = entries[next - 1]
        if entry.run == 0 { return .directory(entry.part) }
        return number - entry.number < entry.run ? .tile(entry.part) : nil
    }
}
