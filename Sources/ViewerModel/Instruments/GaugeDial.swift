/// The scale of a gauge: its maximum and its ticks.
struct GaugeDial: Sendable, Hashable {
    /// The speed in m/s at its end.
    let maximum: Double
    /// The ticks, from its start.
    let ticks: [GaugeModel.Tick]

    /// The largest values of dials and the steps of their labels, in the unit.
    private static let scales: [(maximum: Double, step: Double)] = [
        (5, 1), (10, 2), (20, 5), (40, 10), (60, 10), (80, 20), (120, 20), (160, 20), (200, 50), (250, 50), (300, 50),
        (400, 100), (600, 100), (1_000, 200),
    ]
    /// The fastest paces of dials, in minutes per kilometre or mile.
    private static let fastestPaces: [Double] = [8, 5, 4, 3, 2.5, 2, 1.5, 1]
    /// The paces with a label if there is room, in minutes per kilometre or mile.
    private static let labelledPaces: [Double] = [20, 15, 12, 10, 8, 7, 6, 5, 4.5, 4, 3.5, 3, 2.5, 2, 1.5, 1.25, 1]
    /// The minimum distance between two labels of paces, as a fraction of the dial.
    private static let labelDistance = 0.09
    /// The number of minor ticks between two labels.
    private static let minorTicks = 5

    /// Chooses the dial of a unit for a maximum speed in m/s, with a small margin.
    init(unit: SpeedUnit, reaching speed: Double) {
        let speed = speed.isFinite ? max(0, speed) : 0
        if let factor = unit.perMetrePerSecond {
            let target = speed * factor
            // The smallest dial, which a walk does not fill.
            let floor = unit == .metresPerSecond ? 5.0 : 20.0
            let scale = Self.scales.first { $0.maximum >= max(floor, target) } ?? Self.beyond(target)
            maximum = scale.maximum / factor
            ticks = Self.ticks(scale)
        } else {
            let fastest = Self.fastestPaces.first { unit.metresPerSecond(of: $0) >= speed }
            let maximum = fastest.map { unit.metresPerSecond(of: $0) } ?? speed
            self.maximum = maximum
            ticks = Self.paceTicks(unit, maximum: maximum)
        }
    }

    /// Returns the angle of a speed in m/s, limited to the dial.
    func angle(of speed: Double) -> Double { Self.angle(share: speed / maximum) }

    private static func angle(share: Double) -> Double {
        GaugeModel.startAngle + GaugeModel.sweep * min(1, max(0, share))
    }

    private static func beyond(_ target: Double) -> (maximum: Double, step: Double) {
        var step = 200.0
        while step * 5 < target { step *= 2 }
        return (step * 5, step)
    }

    private static func ticks(_ scale: (maximum: Double, step: Double)) -> [GaugeModel.Tick] {
        let count = Int((scale.maximum / scale.step).rounded()) * minorTicks
        return (0...count).map { index in
            let isMajor = index.isMultiple(of: minorTicks)
            let value = scale.step * Double(index / minorTicks)
            return GaugeModel.Tick(
                angle: angle(share: Double(index) / Double(count)), label: isMajor ? decimalText(value) : nil)
        }
    }

    private static func paceTicks(_ unit: SpeedUnit, maximum: Double) -> [GaugeModel.Tick] {
        var ticks = [GaugeModel.Tick(angle: angle(share: 0), label: missingText)]
        var lastLabel = 0.0
        // Beyond the usual paces, quarters of the dial.
        let quarters = (1...4).compactMap { unit.value(of: maximum * Double($0) / 4) }
        let isBeyond = maximum > unit.metresPerSecond(of: fastestPaces.last ?? 1) + 1e-9
        for pace in isBeyond ? quarters : labelledPaces {
            let share = unit.metresPerSecond(of: pace) / maximum
            guard share <= 1 + 1e-9 else { break }
            let isLabelled = share - lastLabel >= labelDistance
            if isLabelled { lastLabel = share }
            ticks.append(
                GaugeModel.Tick(
                    angle: angle(share: share),
                    label: isLabelled ? unit.digits(of: unit.metresPerSecond(of: pace)) : nil))
        }
        return ticks
    }
}
