import Geometry
import SensorModel

/// Keeps an estimate within a few stated accuracies of the recent fixes, regardless of the hypotheses: over any five
/// consecutive fixes without outliers, the median offset on either axis is at most the length of the leash.
struct Leash: Sendable, Hashable {
    /// The offsets from the hypotheses' estimate to the fixes, in metres.
    private var offsets = OffsetRing()
    /// The remaining offsets after the pull, in lengths of the leash.
    private var kept = OffsetRing()
    private var newest: Instant?
    private var pull = SIMD2<Double>(0, 0)

    /// The time span of the fixes that decide, in seconds, and their minimum number.
    private static let (span, least) = (5.0, 5)

    /// Returns the correction of the estimate, in metres.
    /// - Parameters:
    ///   - offset: The offset from the estimate to the fix, in metres.
    ///   - isOdd: True if the fix is an outlier.
    ///   - time: The time of the fix.
    ///   - length: The maximum distance of the estimate from the fixes, in metres.
    mutating func pull(_ offset: SIMD2<Double>, isOdd: Bool, at time: Instant, length: Double) -> SIMD2<Double> {
        guard !isOdd else { return SIMD2(0, 0) }
        // At a high rate, only some fixes are kept, so that those cover the span.
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

    /// Returns the correction of an estimate, in metres, so that at most two of five fixes are beyond the leash on one
    /// side.
    ///
    /// This holds by induction: at most two of the four previous fixes are beyond it, and this one is not.
    /// - Parameters:
    ///   - offset: The offset from the estimate to a fix that is not an outlier, in metres.
    ///   - length: The maximum distance of the estimate from the fixes, in metres.
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

/// The most recent offsets between an estimate and fixes.
private struct OffsetRing: Sendable, Hashable {
    private var east = SIMD16<Double>()
    private var north = SIMD16<Double>()
    private var count = 0
    private var next = 0

    /// The maximum number of offsets.
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

    /// Returns the medians of the newest offsets, axis by axis; `nil` if there are fewer than `least`.
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
