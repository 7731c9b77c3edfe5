import SensorModel

/// The order of day and month in a date of three numbers whose last is the year.
enum DateOrder: Hashable {
    case dayFirst, monthFirst
}

extension Timestamp {
    /// Parses a date with an optional time of day, as spreadsheets and people write them: `6/30/2019 11:02:30 PM`,
    /// `14-AUG-16 16:57`, `2025-1-2_3:04:05`, `2025:12:26 11:27:30 CET`. Without a zone, the time is UTC; `nil` for
    /// anything else.
    /// - Parameters:
    ///   - text: The text.
    ///   - order: The order of day and month if neither is a word or above 12.
    static func instant(loose text: String, order: DateOrder?) -> Instant? {
        if let packed = packed(text) { return packed }
        var clock: [Substring] = []
        var date: Instant?
        for word in words(text) {
            let colons = word.count { $0 == ":" }
            let isDate =
                colons == 0 && word.contains { "/-.".contains($0) }
                || colons == 2 && word.prefix(4).allSatisfy(\.isWholeNumber)
            if date == nil, isDate, let day = day(word, order) { date = day } else { clock.append(word) }
        }
        guard let date else { return nil }
        guard !clock.isEmpty else { return date }
        return ClockDays.secondsOfDay(clock.joined(separator: " ")).map { date + $0 }
    }

    /// Splits a text at blanks, commas and underscores, and at a `T` between two digits.
    private static func words(_ text: String) -> [Substring] {
        text.split { " ,_".contains($0) }.flatMap { word -> [Substring] in
            guard let middle = word.firstIndex(of: "T"), word[..<middle].last?.isNumber == true,
                word[word.index(after: middle)...].first?.isNumber == true
            else { return [word] }
            return [word[..<middle], word[word.index(after: middle)...]]
        }
    }

    /// Parses a date of three parts; months can be words.
    private static func day(_ word: Substring, _ order: DateOrder?) -> Instant? {
        guard let separator = word.first(where: { "/-.:".contains($0) }) else { return nil }
        let parts = word.split(separator: separator, omittingEmptySubsequences: false)
        guard parts.count == 3, parts.allSatisfy({ 1...9 ~= $0.count }) else { return nil }
        if parts[0].count == 4 { return instant(parts[0], parts[1], parts[2]) }
        if month(parts[1]) != nil, Int(parts[1]) == nil { return instant(parts[2], parts[1], parts[0]) }
        guard separator != ":", let first = Int(parts[0]), let second = Int(parts[1]) else { return nil }
        // Dots are written where the day comes first.
        let isDayFirst = first > 12 || (second <= 12 && (separator == "." || order == .dayFirst))
        guard isDayFirst || second > 12 || order == .monthFirst else { return nil }
        return isDayFirst ? instant(parts[2], parts[1], parts[0]) : instant(parts[2], parts[0], parts[1])
    }

    private static func instant(_ year: Substring, _ month: Substring, _ day: Substring) -> Instant? {
        guard let number = Int(year), number >= 0, year.count == 2 || year.count == 4, let month = Self.month(month),
            let day = Int(day)
        else { return nil }
        return instant(year: year.count == 4 ? number : Self.year(ofTwoDigits: number), month: month, day: day)
    }

    private static func month(_ word: Substring) -> Int? {
        if let number = Int(word) { return number }
        return months.firstIndex(of: word.prefix(3).lowercased()).map { $0 + 1 }
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

/// The order of day and month in the dates of a table, from its first lines.
struct DateOrderGuess {
    /// The order that a number above 12 proves; otherwise the likely one: people who write the month first rarely write a
    /// zero before it, and have AM and PM.
    let order: DateOrder
    /// A sentence about dates that can be read in both ways; `nil` without any.
    let doubt: String?

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
        doubt = example.map { "dates such as \($0) are read with the \(isAmerican ? "month" : "day") first" }
    }
}
