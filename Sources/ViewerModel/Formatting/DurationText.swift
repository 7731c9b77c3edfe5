/// Returns a duration for a list, its two largest units: `44 s`, `27 min`, `1 h 43 min`, `2 d 3 h`.
/// - Parameter seconds: The duration; ``missingText`` if it is missing, negative or not finite.
public func durationText(_ seconds: Double?) -> String {
    guard let whole = wholeSeconds(seconds) else { return missingText }
    if whole < 60 { return "\(whole) s" }
    // Rounded to the minute once, so that 59 min 45 s is 1 h and not 60 min.
    let minutes = (whole + 30) / 60
    if minutes < 60 { return "\(minutes) min" }
    if minutes < 24 * 60 { return joined(minutes / 60, "h", minutes % 60, "min") }
    let hours = (minutes + 30) / 60
    return joined(hours / 24, "d", hours % 24, "h")
}

/// Returns a duration to the second: `44 s`, `57 min 51 s`, `1 h 3 min 12 s`.
/// - Parameter seconds: The duration; ``missingText`` if it is missing, negative or not finite.
public func exactDurationText(_ seconds: Double?) -> String {
    guard let whole = wholeSeconds(seconds) else { return missingText }
    if whole < 60 { return "\(whole) s" }
    if whole < 3_600 { return "\(whole / 60) min \(whole % 60) s" }
    return "\(whole / 3_600) h \(whole / 60 % 60) min \(whole % 60) s"
}

/// Returns an elapsed time in a fixed format: `0:57`, `57:51`, `1:03:12`.
/// - Parameter seconds: The duration; ``missingText`` if it is missing, negative or not finite.
public func stopwatchText(_ seconds: Double?) -> String {
    guard let whole = wholeSeconds(seconds) else { return missingText }
    let tail = paddedText(whole % 60, digits: 2)
    if whole < 3_600 { return "\(whole / 60):\(tail)" }
    return "\(whole / 3_600):\(paddedText(whole / 60 % 60, digits: 2)):\(tail)"
}

private func wholeSeconds(_ seconds: Double?) -> Int? {
    guard let seconds, seconds >= 0, seconds < 1e15 else { return nil }
    return Int(seconds.rounded())
}

private func joined(_ large: Int, _ largeUnit: String, _ small: Int, _ smallUnit: String) -> String {
    small == 0 ? "\(large) \(largeUnit)" : "\(large) \(largeUnit) \(small) \(smallUnit)"
}
