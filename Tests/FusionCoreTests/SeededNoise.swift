/// A small seeded source of nearly normal numbers.
struct SeededNoise {
    private var state: UInt64 = 88_172_645_463_325_252

    mutating func uniform() -> Double {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return Double(state >> 11) / 9_007_199_254_740_992
    }

    mutating func normal() -> Double { (0..<12).reduce(-6) { sum, _ in sum + uniform() } }
}
