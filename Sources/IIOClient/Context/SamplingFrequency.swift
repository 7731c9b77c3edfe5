/// The choice of a device's sampling frequency.
enum SamplingFrequency {
    /// Hertz that a device may claim; beyond them is no device, but a broken text.
    static let plausible = 0.001...1e6

    /// Returns the frequency to set: the smallest that reaches the wish, else the largest there is.
    ///
    /// - Parameters:
    ///   - wish: Hertz.
    ///   - available: The kernel's text: a list `25 50 100`, a range `[min step max]`, or nil if it does not say.
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

    /// The samples a second that the device says it delivers; nil if it says none, or what no device delivers.
    var samplingFrequency: Double? {
        ownOrChannelAttribute(Self.frequencyName).flatMap { Double($0) }.flatMap {
            SamplingFrequency.plausible.contains($0) ? $0 : nil
        }
    }

    /// Sets the sampling frequency nearest to a wish and returns what was there before, to be put back; nil where
    /// nothing had to be changed.
    func requestSamplingFrequency(_ wish: Double) -> Double? {
        let before = samplingFrequency
        let available = ownOrChannelAttribute(Self.frequencyName + "_available")
        let choice = SamplingFrequency.choose(wish, available: available)
        guard before.map({ abs($0 - choice) > 0.01 * choice }) ?? true else { return nil }
        setSamplingFrequency(choice)
        return before
    }

    /// Sets the sampling frequency wherever the device takes it.
    func setSamplingFrequency(_ hertz: Double) {
        let text = hertz == hertz.rounded() ? "\(Int(hertz))" : "\(hertz)"
        if setAttribute(Self.frequencyName, to: text) { return }
        for channel in channels where !channel.isTimestamp { channel.setAttribute(Self.frequencyName, to: text) }
    }
}
