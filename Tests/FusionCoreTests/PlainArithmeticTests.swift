import Testing

@testable import FusionCore

/// A formula gives the same bits for several numbers at a time as for one: a processor without wide registers, or one
/// that could fuse a product with a sum, gives the same estimates.
@Suite struct PlainArithmeticTests {
    private static func numbers(_ count: Int, in range: ClosedRange<Float>) -> [Float] {
        var state: UInt64 = 11
        return (0..<count).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return range.lowerBound + (range.upperBound - range.lowerBound) * Float(state >> 40) / Float(1 << 24)
        }
    }

    private func horner(_ coefficients: [Float], at x: Float) -> Float {
        coefficients.dropFirst().reduce(coefficients.first ?? 0) { sum, coefficient in
            let product = sum * x
            return product + coefficient
        }
    }

    private func plainExp2(_ exponent: Float) -> Float {
        let bounded = min(126, max(-126, exponent))
        let whole = bounded.rounded(.toNearestOrEven)
        let rest = (bounded - whole) * 0.693_147_2
        let polynomial = horner([0.008_333_3, 0.041_666_7, 0.166_666_7, 0.5, 1, 1], at: rest)
        return Float(sign: .plus, exponent: Int(whole), significand: 1) * polynomial
    }

    private func plainLog2(_ number: Float) -> Float {
        let x = number.significand - 1
        let polynomial = horner([-0.026_455, 0.123_445, -0.279_532, 0.458_268, -0.718_281, 1.442_553], at: x)
        return Float(number.exponent) + polynomial * x
    }

    @Test func `powers of eight numbers are those of one`() {
        for exponent in Self.numbers(10_000, in: -130...130) {
            let eight = FastPower.exp2(SIMD8(repeating: exponent))
            #expect(eight[0].bitPattern == plainExp2(exponent).bitPattern, "2^\(exponent)")
            #expect(eight == SIMD8(repeating: eight[0]))
        }
        for number in Self.numbers(10_000, in: 1e-12...9) {
            #expect(FastPower.log2(SIMD8(repeating: number))[3].bitPattern == plainLog2(number).bitPattern, "\(number)")
        }
    }

    @Test func `exponentials of four numbers are those of one`() {
        func exponential<Number: BinaryFloatingPoint>(_ argument: Number) -> Number {
            let x = argument * (1.0 / 32)
            var power: Number = 1.0 / 120
            for coefficient in [1.0 / 24, 1.0 / 6, 0.5, 1, 1] as [Number] {
                let product = power * x
                power = product + coefficient
            }
            for _ in 0..<5 { power *= power }
            return power
        }
        for argument in Self.numbers(10_000, in: -20...1) {
            let plain = exponential(argument)
            #expect(Shares.exponential(Shares(repeating: argument))[2].bitPattern == plain.bitPattern, "e^\(argument)")
            let lanes = Lanes.exponential(Lanes(repeating: Double(argument)))
            #expect(lanes[1].bitPattern == exponential(Double(argument)).bitPattern, "e^\(argument)")
        }
    }

    @Test func `logarithms of four numbers are those of one`() {
        for number in Self.numbers(10_000, in: 1e-12...9) {
            var (significand, exponent) = (number.significand, number.exponent)
            if significand.bitPattern >= Float(2).squareRoot().bitPattern {
                significand /= 2
                exponent += 1
            }
            let s = (significand - 1) / (significand + 1)
            let coefficients: [Float] = [1.0 / 7, 1.0 / 5, 1.0 / 3, 1]
            let series = horner(coefficients, at: s * s)
            let (whole, part) = (Float(exponent) * 0.693_147_2, 2 * s * series)
            #expect(Shares.logarithm(Shares(repeating: number))[3].bitPattern == (whole + part).bitPattern, "\(number)")
        }
    }

    @Test func `the correlation at eight lags is that at one`() {
        let window = Self.numbers(100, in: -3...3).map { Double($0) }
        var correlation = Autocorrelation(lags: 7...62, windowLength: window.count)
        window.withUnsafeBufferPointer { correlation.update($0) }
        let values = window.map(Float.init)
        var energy: [Float] = [0]
        for value in values {
            let square = value * value
            energy.append(energy[energy.count - 1] + square)
        }
        for lag in 7...62 {
            var sum: Float = 0
            for index in 0..<(values.count - lag) {
                let product = values[index] * values[index + lag]
                sum += product
            }
            let norm = (energy[values.count - lag] * (energy[values.count] - energy[lag])).squareRoot()
            #expect(correlation.values[lag - 7].bitPattern == (sum / norm).bitPattern, "lag \(lag)")
        }
    }
}
