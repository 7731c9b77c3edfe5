/// The normalised autocorrelation of a window, computed for eight lags at a time.
struct Autocorrelation: Sendable, Hashable {
    /// The lags, in samples.
    let lags: ClosedRange<Int>
    /// The correlation at each lag, -1 ... 1, in ascending order; only the first `lags.count` values are used.
    private(set) var values: [Float]
    private var padded: [Float]
    private var energy: [Float]
    private let length: Int

    private static let width = 8

    /// Creates an autocorrelation for windows of a length.
    init(lags: ClosedRange<Int>, windowLength: Int) {
        self.lags = lags
        length = windowLength
        let groups = (lags.count + Self.width - 1) / Self.width
        values = Array(repeating: 0, count: groups * Self.width)
        padded = Array(repeating: 0, count: windowLength + lags.upperBound + 2 * Self.width)
        energy = Array(repeating: 0, count: windowLength + 1)
    }

    /// Returns the correlation at a lag.
    subscript(lag: Int) -> Double { Double(values[lag - lags.lowerBound]) }

    /// Computes the correlation of a window of the given length, with values limited to plus and minus `ceiling`.
    /// O(window x lags).
    mutating func update(_ window: UnsafeBufferPointer<Double>, ceiling: Double = .infinity) {
        precondition(window.count == length, "a window has \(length) values")
        var sum: Float = 0
        for index in 0..<length {
            let value = Float(min(max(window[index], -ceiling), ceiling))
            padded[index] = value
            sum += value * value
            energy[index + 1] = sum
        }
        // The zeros after the window end every sum without a condition.
        padded.withUnsafeBytes { bytes in
            for group in 0..<(values.count / Self.width) {
                let lag = lags.lowerBound + group * Self.width
                var sums = SIMD8<Float>(repeating: 0)
                let size = MemoryLayout<Float>.stride
                for index in 0..<max(0, length - lag) {
                    let one = bytes.loadUnaligned(fromByteOffset: index * size, as: Float.self)
                    sums += one * bytes.loadUnaligned(fromByteOffset: (index + lag) * size, as: SIMD8<Float>.self)
                }
                for offset in 0..<Self.width { values[group * Self.width + offset] = sums[offset] }
            }
        }
        for lag in lags where lag < length {
            let norm = (energy[length - lag] * (energy[length] - energy[lag])).squareRoot()
            let index = lag - lags.lowerBound
            values[index] = norm > 1e-9 ? values[index] / norm : 0
        }
    }
}
