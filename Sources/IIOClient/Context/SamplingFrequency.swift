/// The choice of a device's sampling frequency.
enum SamplingFrequency {
    /// The plausible frequencies in hertz; a value outside this range is invalid.
    static let plausible = 0.001...1e6

    /// Returns the frequency to set: the lowest that is at least the requested one, or otherwise the highest available.
    ///
    /// - Parameters:
    ///   - wish: The requested frequency in hertz.
    ///   - available: The kernel's text: a list `25 50 100`, a range `[min step max]`, or `nil` if there is none.
    static func choose(_ wish: Double, available: String?) -> Double {
        guard let available else { return wish }
        let numbers = available.split { !"0123456789.".contains($0) }.compactMap { Double($0) }
        guard !numbers.isEmpty else { return wish }
        let isRange = available.contains("[") && numbers.count == 3
        let choice =
            isRange
            ? min(max(wish, numbers[0]), numbers[2])
            : numbers.filter { $0 >= wish * 0.99 }.min() ?? numbers.max() ?? wish
        return min(max(choice, plausible.lowerBound), plausible.upperBound)
    }
}

extension IIODevice {
    private static let frequencyName = "sampling_frequency"

    /// The sampling rate that the device states, in samples per second; `nil` if it states none or an implausible one.
    var samplingFrequency: Double? {
        ownOrChannelAttribute(Self.frequencyName).flatMap { Double($0) }.flatMap {
            SamplingFrequency.plausible.contains($0) ? $0 : nil
        }
    }

    /// Sets the available sampling frequency that best matches a requested one. Returns the previous frequency, to be
    /// restored later; `nil` if no change was necessary.
    func requestSamplingFrequency(_ wish: Double) -> Double? {
        let before = samplingFrequency
        let available = ownOrChannelAttribute(Self.frequencyName + "_available")
        let choice = SamplingFrequency.choose(wish, available: available)
        guard before.map({ abs($0 - choice) > 0.01 * choice }) ?? true else { return nil }
        setSamplingFrequency(choice)
        return before
    }

    /// Sets the sampling frequency on the device or, if that fails, on its channels.
    func setSamplingFrequency(_ hertz: Double) {
        let text = hertz == hertz.rounded() ? "\(Int(hertz))" : "\(hertz)"
        if setAttribute(Self.frequencyName, to: text) { return }
        for channel in channels where !channel.isTimestamp { channel.setAttribute(Self.frequencyName, to: text) }
    }
}
