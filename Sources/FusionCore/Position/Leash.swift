import NavigationMath
import SensorModel

/// Holds an estimate within a few stated accuracies of the recent fixes, whatever the hypotheses say: of the offsets from
/// the estimate to any five fixes in a row that are no outliers, the median of either axis is no longer than the leash.
struct Leash: Sendable, Hashable {
    /// Metres from what the hypotheses say to the fixes.
    private var offsets = OffsetRing()
    /// What is left of the offsets, in lengths of the leash.
    private var kept = OffsetRing()
    private var newest: Instant?
    private var pull = SIMD2<Double>(0, 0)

    /// The seconds of fixes that decide, and the fewest fixes.
    private static let (span, least) = (5.0, 5)

    /// Returns by how much the estimate has to move.
    /// - Parameters:
    ///   - offset: Metres from the estimate to the fix.
    ///   - isOdd: True if the fix is an outlier.
    ///   - time: When.
    ///   - length: Metres within which the estimate has to stay.
    mutating func pull(_ offset: SIMD2<Double>, isOdd: Bool, at time: Instant, length: Double) -> SIMD2<Double> {
        guard !isOdd else { return SIMD2(0, 0) }
        // At a high rate not every fix is kept, so that those that are span the time.
        if let newest, time - newest < Self.span / Double(OffsetRing.most) { return pull }
        let interval = newest.map { time - $0 } ?? 0
        newest = time
        offsets.append(offset)
        let wanted = interval > 0 ? max(Self.least, Int(min(Self.span / interval, 100))) : Self.least
        pull = SIMD2(0, 0)
        if offset.length > length / 2, let off = offsets.median(of: wanted, least: Self.least), off.length > length {
            pull = off * (1 - length / off.length)
        }
        pull += hold(offset - pull, length: length)
        return pull
    }

    /// Returns by how much an estimate has to move, so that no more than two of five lie beyond the leash on one side.
    ///
    /// It holds by induction: no more than two of the four before do, and this one does not.
    /// - Parameters:
    ///   - offset: Metres from the estimate to a fix that is no outlier.
    ///   - length: Metres within which the estimate has to stay.
    mutating func hold(_ offset: SIMD2<Double>, length: Double) -> SIMD2<Double> {
        let share = offset / length
        kept.append(share)
        guard share.length > 1, let middle = kept.median(of: Self.least, least: Self.least),
            max(abs(middle.x), abs(middle.y)) > 1
        else { return SIMD2(0, 0) }
        kept.replaceLast(with: share / share.length)
        return offset * (1 - 1 / share.length)
    }
}

/// The last offsets between an estimate and fixes.
private struct OffsetRing: Sendable, Hashable {
    private var east = SIMD16<Double>()
    private var north = SIMD16<Double>()
    private var count = 0
    private var next = 0

    /// The most offsets that are kept.
    static let most = 15

    mutating func append(_ offset: SIMD2<Double>) {
        east[next] = offset.x
        north[next] = offset.y
        next = (next + 1) % Self.most
        count = min(count + 1, Self.most)
    }

    mutating func replaceLast(with offset: SIMD2<Double>) {
        let last = (next - 1 + Self.most) % Self.most
        east[last] = offset.x
        north[last] = offset.y
    }

    /// Returns the medians of the newest offsets, axis by axis; `nil` if there are fewer than the least.
    func median(of wanted: Int, least: Int) -> SIMD2<Double>? {
        guard count >= least else { return nil }
        let used = min(count, wanted)
        return SIMD2(median(of: east, used), median(of: north, used))
    }

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
