import Glibc

/// A small seeded source of random numbers. The same seed gives the same sequence on every machine.
///
/// Source: D. Blackman and S. Vigna, "Scrambled linear pseudorandom number generators" (2021), xoshiro256**, with its
/// state initialised by SplitMix64.
public struct RandomSource: Sendable, Hashable {
    private var a: UInt64
    private var b: UInt64
    private var c: UInt64
    private var d: UInt64

    /// Creates a source from a seed.
    public init(seed: UInt64) {
        var splitMix = seed
        func next() -> UInt64 {
            splitMix &+= 0x9E37_79B9_7F4A_7C15
            var mixed = splitMix
            mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return mixed ^ (mixed >> 31)
        }
        a = next()
        b = next()
        c = next()
        d = next()
    }

    /// Returns an independent source, so that the numbers used by one stream do not affect another.
    public mutating func split() -> RandomSource { RandomSource(seed: next()) }

    /// Returns one of many independent sources, without using a number of this one.
    func stream(_ number: UInt64) -> RandomSource {
        RandomSource(seed: a &+ rotated(b, by: 17) &+ rotated(c, by: 31) &+ number &* 0xD134_2543_DE82_EF95)
    }

    /// Returns 64 random bits.
    public mutating func next() -> UInt64 {
        let scrambled = rotated(b &* 5, by: 7) &* 9
        let shifted = b << 17
        c ^= a
        d ^= b
        b ^= c
        a ^= d
        c ^= shifted
        d = rotated(d, by: 45)
        return scrambled
    }

    private func rotated(_ value: UInt64, by bits: UInt64) -> UInt64 { (value << bits) | (value >> (64 - bits)) }

    /// Returns a uniformly distributed number, from 0 to below 1.
    public mutating func uniform() -> Double { Double(next() >> 11) * 0x1p-53 }

    /// Returns a number from the standard normal distribution (Box and Muller).
    public mutating func normal() -> Double {
        let radius = (-2 * log(1 - uniform())).squareRoot()
        return radius * cos(2 * .pi * uniform())
    }
}
