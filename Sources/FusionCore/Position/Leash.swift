import NavigationMath
import SensorModel

/// Holds an estimate within a few stated accuracies of the recent fixes, whatever the hypotheses say.
struct Leash: Sendable, Hashable {
    private var east = SIMD16<Double>()
    private var north = SIMD16<Double>()
    private var count = 0
    private var next = 0
    private var newest: Instant?

    /// The seconds of fixes that decide, and the fixes that there have to be at least and are at most.
    private static let (span, least, most) = (5.0, 5, 15)

    /// Returns by how much the estimate has to move.
    /// - Parameters:
    ///   - offset: Metres from the estimate to the fix.
    ///   - isOdd: True if the fix is an outlier.
    ///   - time: When.
    ///   - length: Metres within which the estimate has to stay.
    mutating func pull(_ offset: SIMD2<Double>, isOdd: Bool, at time: Instant, length: Double) -> SIMD2<Double> {
        guard !isOdd else { return SIMD2(0, 0) }
        // At a high rate not every fix is kept, so that those that are span the time.
        if let newest, time - newest < Self.span / Double(Self.most) { return SIMD2(0, 0) }
        let interval = newest.map { time - $0 } ?? 0
        newest = time
        east[next] = offset.x
        north[next] = offset.y
        next = (next + 1) % Self.most
        count = min(count + 1, Self.most)
        let wanted = interval > 0 ? max(Self.least, min(Self.most, Int(min(Self.span / interval, 100)))) : Self.least
        guard count >= Self.least, offset.length > length / 2 else { return SIMD2(0, 0) }
        let used = min(count, wanted)
        let off = SIMD2(median(of: east, used), median(of: north, used))
        let distance = off.length
        return distance > length ? off * (1 - length / distance) : SIMD2(0, 0)
    }

    /// The median of the newest values.
    private func median(of ring: SIMD16<Double>, _ used: Int) -> Double {
        var values = SIMD16<Double>(repeating: .infinity)
        for step in 0..<used {
            let value = ring[(next - 1 - step + Self.most) % Self.most]
            var place = step
            while place > 0, values[place - 1] > value {
                values[place] = values[place - 1]
                place -= 1
            }
            values[place] = value
        }
        return used.isMultiple(of: 2) ? (values[used / 2 - 1] + values[used / 2]) / 2 : values[used / 2]
    }
}
