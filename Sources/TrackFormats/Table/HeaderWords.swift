/// The words of a column's header, for names that programs compose: `gps_lat`, `OSD.latitude`, `speed_mps`,
/// `LOCATION Altitude`.
struct HeaderWords {
    /// The name without the words for the source of the value, and without a unit.
    let name: String
    /// The unit that the last words state, as it is written in brackets; empty without one.
    let unit: String

    /// Returns `nil` if no word was left out, so that the name is known already or not at all.
    init?(_ header: Substring) {
        var words = Self.words(header)
        let count = words.count
        var unit = ""
        while words.count > 1, let last = words.last, let meaning = Self.units[last] {
            if !meaning.isEmpty { unit = meaning }
            words.removeLast()
        }
        while words.count > 1, let first = words.first, Self.origins.contains(first) { words.removeFirst() }
        guard words.count < count else { return nil }
        (name, self.unit) = (words.joined(), unit)
    }

    /// Splits a name at punctuation, and before a capital letter that follows a small one or begins a word.
    private static func words(_ text: Substring) -> [String] {
        var words: [String] = []
        var word = ""
        let letters = Array(text)
        for (place, letter) in letters.enumerated() {
            guard letter.isLetter || letter.isNumber else {
                if !word.isEmpty { words.append(word.lowercased()) }
                word = ""
                continue
            }
            let isAfterSmall = word.last.map { $0.isLowercase || $0.isNumber } ?? false
            let isBeforeSmall = place + 1 < letters.count && letters[place + 1].isLowercase
            if letter.isUppercase, !word.isEmpty, isAfterSmall || isBeforeSmall {
                words.append(word.lowercased())
                word = ""
            }
            word.append(letter)
        }
        return word.isEmpty ? words : words + [word.lowercased()]
    }

    /// The words for the source of a value, which come first.
    private static let origins: Set<String> = [
        "gps", "gnss", "location", "loc", "field", "osd", "rx", "current", "cur", "pos", "position", "nav", "fix",
        "value", "get", "decimal", "header", "server", "log", "logging", "collection", "collecting", "sample",
        "provider", "msl", "point", "raw", "custom", "pc", "sys",
    ]
    /// The words for a unit, which come last, and what they mean; empty for words that only say how a value is written.
    private static let units: [String: String] = [
        "mps": "m/s", "kmh": "km/h", "kph": "km/h", "kmph": "km/h", "mph": "mph", "knots": "kn", "knot": "kn",
        "kts": "kn", "kt": "kn", "m": "m", "metres": "m", "meters": "m", "ft": "ft", "feet": "ft", "deg": "",
        "degrees": "",
        "dd": "", "bpm": "", "rpm": "", "w": "", "watts": "", "hpa": "hpa", "pa": "pa", "s": "s", "sec": "s",
        "seconds": "s", "ms": "ms", "millis": "ms", "milliseconds": "ms", "us": "us", "utc": "", "iso": "", "e7": "e7",
    ]
}
