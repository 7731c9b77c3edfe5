public import Replay
public import SensorModel

/// The description of a lap, in the unit of the preferences.
public struct LapRow: Sendable, Hashable {
    /// The start.
    public let start: Instant
    /// The device's name for the lap, or its number: `3`.
    public let name: String
    /// The time of the lap: `5:12`, with tenths at a gate, and `~` if it is estimated.
    public let time: String
    /// The distance that the device states; ``missingText`` if it states none. For other laps, the time in addition to that
    /// of the best one: `+1.4 s`.
    public let detail: String
    /// The mean pace with its unit: `5:12 min/km`; ``missingText`` without a distance.
    public let pace: String
    /// True for the best of several laps.
    public let isBest: Bool

    /// Describes laps, in order; none if the device states only one, which says no more than the totals.
    public static func rows(of table: LapTable, unit: SpeedUnit) -> [LapRow] {
        guard table.laps.count > 1 || table.rule != .stated else { return [] }
        return table.laps.indices.map { LapRow($0, of: table, unit: unit) }
    }

    private init(_ index: Int, of table: LapTable, unit: SpeedUnit) {
        let lap = table.laps[index]
        start = lap.start
        name = (lap.name ?? countText(index + 1)).visible
        isBest = index == table.best
        var time = stopwatchText(lap.time)
        if case .gate = table.rule { time = lapText(lap.time) }
        self.time = lap.isEstimated ? "~\(time)" : time
        let distance = lap.distance.map { unit.distanceUnit.text(of: $0) } ?? missingText
        if table.rule != .stated, lap.isWhole, let best = table.best {
            detail = "+\(decimalText(lap.time - table.laps[best].time, decimals: 1)) s"
        } else {
            detail = distance
        }
        pace = lap.speed.map(unit.paceUnit.text(of:)) ?? missingText
    }

    /// Returns why there are no laps; `nil` if there are some, or if the device states none.
    public static func absence(of table: LapTable) -> Phrase? {
        guard table.laps.isEmpty else { return nil }
        switch table.rule {
        case .stated: return nil
        case .distance: return Phrase(translatable("The track is too short for a lap."))
        case .gate: return Phrase(translatable("The track does not cross the gate twice."))
        }
    }

    /// Returns the difference between the longest and the shortest lap in words; `nil` if there is none.
    public static func spread(of table: LapTable) -> Phrase? {
        guard let spread = table.spread, let best = table.best else { return nil }
        return Phrase(
            translatable("best {1}, longest {2} s more"), lapText(table.laps[best].time),
            decimalText(spread, decimals: 1))
    }
}

/// Returns the time of a lap with tenths of a second: `1:02.4`.
private func lapText(_ seconds: Double) -> String {
    let tenths = (seconds * 10).rounded() / 10
    let whole = tenths.rounded(.down)
    return stopwatchText(whole) + decimalText(tenths - whole, decimals: 1).dropFirst()
}
