import SensorModel

/// The order of day and month in a date of three numbers whose last is the year.
enum DateOrder: Hashable {
    case dayFirst, monthFirst
}

extension Timestamp {
    /// Parses a date with an optional time of day, as people, spreadsheets, programs and mail write them: `6/30/2019 11:02:30 PM`,
    /// `14-AUG-16 16:57`, `2025-1-2_3:04:05`, `2025:12:26 11:27:30 CET`, `Sun Jun 11 07:34:09 PDT 2017`, `Sun Jun 11 2017
    /// 07:34:09 GMT-0700 (PDT)`. Without a zone, the time is UTC; `nil` for anything else, such as a zone without a known
    /// offset.
    /// - Parameters:
    ///   - text: The text.
    ///   - order: The order of day and month if neither is a word or above 12.
    static func instant(loose text: String, order: DateOrder? = nil) -> Instant? {
        if let packed = packed(text) { return packed }
        var words = DateWords(order: order)
        // What follows in parentheses repeats the zone.
        for word in split(text.prefix { $0 != "(" }) {
            guard words.add(word) else { return nil }
        }
        return words.instant
    }

    /// Splits a text at blanks, commas and underscores, and at a `T` between two digits.
    private static func split(_ text: Substring) -> [Substring] {
        text.split { " ,_".contains($0) }.flatMap { word -> [Substring] in
            guard let middle = word.firstIndex(of: "T"), word[..<middle].last?.isNumber == true,
                word[word.index(after: middle)...].first?.isNumber == true
            else { return [word] }
            return [word[..<middle], word[word.index(after: middle)...]]
        }
    }

    /// Parses 14 digits: `20250102030405`.
    private static func packed(_ text: String) -> Instant? {
        guard text.count == 14, text.hasPrefix("19") || text.hasPrefix("20"), let number = Int(text) else { return nil }
        func part(_ scale: Int, _ size: Int = 100) -> Int { number / scale % size }
        return instant(
            year: part(10_000_000_000, 10_000), month: part(100_000_000), day: part(1_000_000), hour: part(10_000),
            minute: part(100), second: part(1))
    }
}

/// The words of a date with a time of day, each of which is understood by itself.
private struct DateWords {
    let order: DateOrder?
    private var date: Instant?
    private var (year, month, day): (Int?, Int?, Int?)
    /// The time of day, the half of the day, and the zone.
    private var clock: [Substring] = []

    init(order: DateOrder?) { self.order = order }

    /// The instant; `nil` if the words are not those of a date that exists.
    var instant: Instant? {
        let spelled = year.flatMap { year in
            month.flatMap { month in day.flatMap { Timestamp.instant(year: year, month: month, day: $0) } }
        }
        guard let date = date ?? spelled else { return nil }
        guard !clock.isEmpty else { return date }
        return ClockDays.secondsOfDay(clock.joined(separator: " ")).map { date + $0 }
    }

    /// Adds a word; returns false if it has no place in a date.
    mutating func add(_ word: Substring) -> Bool {
        if date == nil, let parsed = Self.date(word, order) {
            date = parsed
        } else if word.contains(":") || Timestamp.zone(word) != nil || ["AM", "PM"].contains(word.uppercased()) {
            clock.append(word)
        } else if let number = Int(word) ?? Self.ordinal(word) {
            return add(number, isYear: word.count == 4)
        } else if let named = Self.month(named: word) {
            month = named
        } else {
            return Self.weekdays.contains(word.prefix(3).lowercased())
        }
        return true
    }

    /// Adds a number apart, which is the day of the month, or the year.
    private mutating func add(_ number: Int, isYear: Bool) -> Bool {
        guard number >= 0, isYear ? year == nil : day == nil else { return false }
        if isYear { year = number } else { day = number }
        return true
    }

    /// Parses the day of a month such as `31st`.
    private static func ordinal(_ word: Substring) -> Int? {
        ["st", "nd", "rd", "th"].contains(word.suffix(2)) ? Int(word.dropLast(2)) : nil
    }

    /// Parses a date of three parts; months can be words.
    private static func date(_ word: Substring, _ order: DateOrder?) -> Instant? {
        guard let separator = word.first(where: { "/-.:".contains($0) }) else { return nil }
        let parts = word.split(separator: separator, omittingEmptySubsequences: false)
        guard parts.count == 3, parts.allSatisfy({ 1...9 ~= $0.count }) else { return nil }
        if parts[0].count == 4 { return instant(parts[0], parts[1], parts[2]) }
        if Int(parts[1]) == nil { return instant(parts[2], parts[1], parts[0]) }
        guard separator != ":", let first = Int(parts[0]), let second = Int(parts[1]) else { return nil }
        // Dots are written where the day comes first.
        let isDayFirst = first > 12 || (second <= 12 && (separator == "." || order == .dayFirst))
        guard isDayFirst || second > 12 || order == .monthFirst else { return nil }
        return isDayFirst ? instant(parts[2], parts[1], parts[0]) : instant(parts[2], parts[0], parts[1])
    }

    private static func instant(_ year: Substring, _ month: Substring, _ day: Substring) -> Instant? {
        guard let number = Int(year), number >= 0, year.count == 2 || year.count == 4,
            let month = Int(month) ?? self.month(named: month), let day = Int(day)
        else { return nil }
        return Timestamp.instant(
            year: year.count == 4 ? number : Timestamp.year(ofTwoDigits: number), month: month, day: day)
    }

    private static func month(named word: Substring) -> Int? {
        months.firstIndex(of: word.prefix(3).lowercased()).map { $0 + 1 }
    }

    private static let months = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]
    private static let weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
}

/// The order of day and month in the dates of a table, from its first lines.
struct DateOrderGuess {
    /// The order that a number above 12 proves; otherwise the likely one: people who write the month first rarely write a
    /// zero before it, and have AM and PM.
    let order: DateOrder
    /// A sentence about dates that can be read in both ways; `nil` without any.
    let doubt: Phrase?

    init(_ lines: some Collection<Substring>) {
        var (example, isAmerican) = (Substring?.none, false)
        for line in lines {
            isAmerican = isAmerican || line.contains(/[0-9] [AP]M/)
            for match in line.matches(of: /([0-9]{1,2})[\/\-]([0-9]{1,2})[\/\-](?:[0-9]{4}|[0-9]{2})(?![0-9])/) {
                // Not the end of a date that begins with its year, or of a longer number.
                let before =
                    match.range.lowerBound > line.startIndex ? line[line.index(before: match.range.lowerBound)] : " "
                guard !before.isNumber, !"/-.".contains(before), let first = Int(match.1), let second = Int(match.2)
                else {
                    continue
                }
                guard first <= 12 && second <= 12 else {
                    (order, doubt) = (first > 12 ? .dayFirst : .monthFirst, nil)
                    return
                }
                example = example ?? match.0
                isAmerican = isAmerican || (first < 10 && match.1.count == 1)
            }
        }
        order = isAmerican ? .monthFirst : .dayFirst
        doubt = example.map {
            Phrase(
                isAmerican
                    ? translatable("dates such as {1} are read with the month first")
                    : translatable("dates such as {1} are read with the day first"), String($0))
        }
    }
}
