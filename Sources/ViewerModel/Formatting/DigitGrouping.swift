import Glibc

/// The way in which the digits of large numbers are grouped.
struct DigitGrouping {
    /// The text between two groups; empty if digits are not grouped.
    var separator: String
    /// The sizes of the groups from the right, of which the last one repeats.
    var sizes: [Int]

    /// The maximum number of different sizes that is read of a locale.
    private static let mostSizes = 4

    /// Returns the grouping of the process's locale; none if no locale was set.
    static func ofLocale() -> DigitGrouping {
        guard let locale = localeconv(), let separator = locale.pointee.thousands_sep,
            let grouping = locale.pointee.grouping
        else { return DigitGrouping(separator: "", sizes: []) }
        var sizes: [Int] = []
        // Zero ends the sizes; the largest character means that there are no more groups.
        while sizes.count < mostSizes, case let size = Int(grouping[sizes.count]), size > 0, size < Int(CChar.max) {
            sizes.append(size)
        }
        return DigitGrouping(separator: String(cString: separator), sizes: sizes)
    }

    /// Returns digits with the separator between the groups. O(length).
    func text(_ digits: String) -> String {
        guard !separator.isEmpty else { return digits }
        var (rest, groups, next) = (digits[...], [Substring](), sizes[...])
        while let size = next.first, rest.count > size {
            groups.insert(rest.suffix(size), at: 0)
            rest = rest.dropLast(size)
            if next.count > 1 { next = next.dropFirst() }
        }
        return ([rest] + groups).joined(separator: separator)
    }
}
