import Glibc
import NavigationMath
import Replay
import Testing

@testable import ViewerModel

@Suite struct NoiseChartTests {
    /// White noise of a density at 50 Hz, for 100 s.
    private func deviation(density: Double, seed: UInt64) throws -> AllanDeviation {
        var state = seed
        func random() -> Double {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Double(state >> 11) / Double(1 << 53) - 0.5
        }
        let sigma = density * 50.0.squareRoot()
        // A sum of twelve evenly spread numbers has a spread of one.
        let values = (0..<5_000).map { _ in (0..<12).reduce(0.0) { sum, _ in sum + random() } * sigma }
        return try #require(AllanDeviation(values, interval: 0.02))
    }

    @Test func `white noise falls by half a decade for each decade of averaging`() throws {
        let chart = NoiseChart([try deviation(density: 0.002, seed: 3), nil, nil], of: .accelerometer)
        let line = try #require(chart.lines.first)
        #expect(chart.lines.count == 1 && line.name == "x")
        #expect(line.points.allSatisfy { (0...1).contains($0.x) && (0...1).contains($0.y) })
        let decadesAcross = chart.decadesAcross
        let decadesUp = Double(chart.deviationTicks.count { $0.label != nil } - 1)
        // The long averages of so short a signal are few.
        let (first, last) = (line.points[0], line.points[8])
        let slope = (last.y - first.y) * decadesUp / ((last.x - first.x) * decadesAcross)
        #expect(abs(slope + 0.5) < 0.08, "\(slope)")
    }

    @Test func `the axes have whole powers of ten, in words up to ten thousandths`() throws {
        let chart = NoiseChart([try deviation(density: 0.002, seed: 5)], of: .accelerometer)
        #expect(chart.timeTicks.compactMap(\.label) == ["0.1", "1", "10"])
        #expect(chart.deviationTicks.compactMap(\.label) == ["0.0001", "0.001", "0.01", "0.1"])
        #expect(chart.deviationTicks.first?.place == 0 && chart.deviationTicks.last?.place == 1)
        let tiny = NoiseChart([try deviation(density: 2e-8, seed: 5)], of: .accelerometer)
        #expect(tiny.deviationTicks.first?.label?.hasPrefix("10⁻") == true)
    }

    @Test func `each axis has its line and its level, rotations in degrees`() throws {
        let axes = [try deviation(density: 0.001, seed: 1), nil, try deviation(density: 0.002, seed: 2)]
        let chart = NoiseChart(axes, of: .gyroscope)
        #expect(chart.lines.map(\.name) == ["x", "z"])
        #expect(chart.unit == "°/s")
        let white = try #require(chart.rows.first).value
        #expect(white.hasSuffix(" °/s/√Hz") && white.hasPrefix("x 0.05"), "\(white)")
        #expect(chart.rows.map { "\($0.title)" } == ["White noise", "Bias instability", "Random walk"])
        #expect(chart.rows[2].value == "–", "so short a rest shows none")
    }

    @Test(arguments: [
        (0.0021, "0.0021"), (0.99, "0.99"), (12.4, "12"), (0, "–"), (.nan, "–"), (3.14159e-5, "0.000031"),
    ])
    func `a level has two digits`(level: Double, text: String) {
        #expect(NoiseChart.text(of: level) == text)
    }

    @Test func `without any axis there is nothing to draw, and nothing fails`() {
        let chart = NoiseChart([nil, nil, nil], of: .accelerometer)
        #expect(chart.lines.isEmpty)
        #expect(chart.rows.allSatisfy { $0.value == "–" })
    }
}

extension NoiseChart {
    /// The decades of the averaging time that the chart covers, from the places of two labelled ticks.
    fileprivate var decadesAcross: Double {
        let places = timeTicks.filter { $0.label != nil }.map(\.place)
        return 1 / (places[1] - places[0])
    }
}
