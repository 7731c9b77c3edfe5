/// The progress of tilemaker, according to a line of its output.
enum TilemakerProgress {
    /// The approximate fraction of the work that reading an extract takes.
    private static let reading = 0.5

    /// Returns the finished share, 0 ... 1; `nil` for a line that does not state it.
    static func share(_ line: String) -> Double? {
        if let blocks = line.firstMatch(of: /Block (\d+)\/(\d+)/) {
            return part(blocks.output.1, of: blocks.output.2).map { $0 * reading }
        }
        if let tiles = line.firstMatch(of: /writing tile (\d+) of (\d+)/) {
            return part(tiles.output.1, of: tiles.output.2).map { reading + $0 * (1 - reading) }
        }
        return nil
    }

    private static func part(_ done: Substring, of whole: Substring) -> Double? {
        guard let done = Double(done), let whole = Double(whole), whole > 0 else { return nil }
        return min(1, done / whole)
    }
}
