/// The known name that is nearest to an unknown one.
enum Suggestion {
    /// Returns the question whether the nearest name was meant, with a space before it; empty if none is near.
    static func question(_ word: String, among names: some Sequence<String>) -> String {
        nearest(to: word, among: names).map { " Did you mean “\($0)”?" } ?? ""
    }

    /// Returns the name that differs least, in at most a third of its letters; `nil` if there is none. For a name with dots,
    /// its last part is enough.
    static func nearest(to word: String, among names: some Sequence<String>) -> String? {
        let word = word.lowercased()
        var best: (name: String, distance: Int)?
        for name in names {
            let plain = name.lowercased()
            let last = plain.split(separator: ".").last.map(String.init) ?? plain
            let distance = min(Self.distance(word, plain), last == plain ? .max : Self.distance(word, last))
            if distance <= max(1, min(word.count, plain.count) / 3), distance < best?.distance ?? .max {
                best = (name, distance)
            }
        }
        return best?.name
    }

    /// Returns how many letters have to be added, left out, changed, or swapped with the next one.
    private static func distance(_ one: String, _ other: String) -> Int {
        let (one, other) = (Array(one), Array(other))
        var before: [Int] = []
        var last = Array(0...other.count)
        for (row, letter) in one.enumerated() {
            var next = [row + 1]
            for (column, otherLetter) in other.enumerated() {
                var least = min(next[column], last[column + 1]) + 1
                least = min(least, last[column] + (letter == otherLetter ? 0 : 1))
                if row > 0, column > 0, letter == other[column - 1], one[row - 1] == otherLetter {
                    least = min(least, before[column - 1] + 1)
                }
                next.append(least)
            }
            (before, last) = (last, next)
        }
        return last[other.count]
    }
}
