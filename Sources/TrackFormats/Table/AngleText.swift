import JSON

/// The forms of a latitude or longitude in the cell of a table.
enum AngleText {
    /// Parses degrees (`-4.5`), degrees and minutes without a blank as in NMEA (`00430.0484`), or degrees, minutes and
    /// seconds (`55° 49' 48.5"`), with a letter for the hemisphere before or after them.
    /// - Returns: The degrees, and the letter; `nil` for anything else.
    static func degrees(_ cell: UnsafeRawBufferPointer, letters: String) -> (value: Double, letter: Character?)? {
        if let number = DecimalNumber(prefixOf: cell), number.text.count == cell.count, wholeDigits(cell) < 4 {
            return (number.double, nil)
        }
        var text = String(decoding: cell.prefix(40), as: UTF8.self).uppercased()
        let letter = [text.first, text.last].compactMap { $0 }.first(where: letters.contains)
        text.removeAll { $0 == letter }
        let isNegative = text.contains("-")
        let parts = text.split { !($0.isASCII && $0.isNumber) && $0 != "." }.map(String.init)
        let numbers = parts.compactMap(Double.init)
        guard 1...3 ~= parts.count, numbers.count == parts.count, text.allSatisfy(isExpected) else { return nil }
        var value = numbers[0]
        if parts.count == 1, let point = parts[0].firstIndex(of: "."), parts[0][..<point].count >= 4 {
            let minutes = value.truncatingRemainder(dividingBy: 100)
            guard minutes < 60 else { return nil }
            value = (value / 100).rounded(.down) + minutes / 60
        }
        for (part, size) in zip(numbers.dropFirst(), [60.0, 3_600]) {
            guard part < 60 else { return nil }
            value += part / size
        }
        return (isNegative ? -value : value, letter)
    }

    private static func isExpected(_ character: Character) -> Bool {
        character.isNumber || " .-+:\u{B0}\u{BA}'\u{2019}\u{2032}\"\u{201D}\u{2033}".contains(character)
    }

    /// Returns the number of digits before the decimal point; 0 if there is none.
    private static func wholeDigits(_ cell: UnsafeRawBufferPointer) -> Int {
        guard let point = cell.firstIndex(of: UInt8(ascii: ".")) else { return 0 }
        return cell[..<point].count { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
}
