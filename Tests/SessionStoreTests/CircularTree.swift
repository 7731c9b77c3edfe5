import Foundation

/// A database file with a circular tree: endless rows in a few pages.
struct CircularTree {
    /// The file's bytes.
    private(set) var data: Data
    private let pageSize: Int
    private static let levels = 12
    private static let branches = 60

    /// Modifies a complete file without a log next to it.
    init(_ data: Data) {
        self.data = data
        let stored = Int(data[16]) << 8 | Int(data[17])
        pageSize = stored == 1 ? 65_536 : stored
    }

    /// Hangs below a root that is a leaf: first what it held, then the row at a place of it, again and again.
    /// - Parameters:
    ///   - root: The page's number; 1 is the schema's.
    ///   - row: Which of its rows.
    mutating func repeatRow(_ row: Int, ofRoot root: Int) {
        let start = (root - 1) * pageSize
        let head = root == 1 ? 100 : 0
        let count = Int(data[start + head + 3]) << 8 | Int(data[start + head + 4])
        precondition(data[start + head] == 0x0D && row < count, "the root is no leaf with that row")
        // A leaf below has no file header: its own begins the page, and the places of its cells stay.
        var leaf = Data(data[start..<start + pageSize])
        leaf.replaceSubrange(0..<(8 + 2 * count), with: data[(start + head)..<(start + head + 8 + 2 * count)])
        let whole = append(leaf)
        leaf.replaceSubrange(3..<5, with: [0, 1])
        leaf.replaceSubrange(8..<10, with: leaf[(8 + 2 * row)..<(10 + 2 * row)])
        var below = append(leaf)
        for _ in 0..<Self.levels {
            below = append(branch(Array(repeating: below, count: Self.branches), head: 0))
        }
        let top = branch([whole, below], head: head)
        data.replaceSubrange((start + head)..<(start + pageSize), with: top[head...])
        let pages = UInt32(data.count / pageSize)
        data.replaceSubrange(28..<32, with: Self.bytes(pages))
    }

    private mutating func append(_ page: Data) -> Int {
        data.append(page)
        return data.count / pageSize
    }

    /// A page that leads to others, all below the same key.
    private func branch(_ children: [Int], head: Int) -> Data {
        var page = Data(count: pageSize)
        let cells = children.count - 1
        let content = pageSize - 5 * cells
        page[head] = 0x05
        page.replaceSubrange((head + 3)..<(head + 5), with: Self.bytes(UInt32(cells)).suffix(2))
        page.replaceSubrange((head + 5)..<(head + 7), with: Self.bytes(UInt32(content)).suffix(2))
        page.replaceSubrange((head + 8)..<(head + 12), with: Self.bytes(UInt32(children[cells])))
        for cell in 0..<cells {
            let place = content + 5 * cell
            page.replaceSubrange(place..<(place + 4), with: Self.bytes(UInt32(children[cell])))
            page[place + 4] = 0x7F
            let pointer = head + 12 + 2 * cell
            page.replaceSubrange(pointer..<(pointer + 2), with: Self.bytes(UInt32(place)).suffix(2))
        }
        return page
    }

    private static func bytes(_ number: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * UInt32($0))) }
    }
}
