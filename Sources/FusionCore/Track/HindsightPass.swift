import Geometry
import SensorModel

/// A fix after the backward pass.
struct SmoothedFix: Sendable, Hashable {
    /// The position in metres, and the velocity in m/s, each east and north on the fix's plane.
    var position: SIMD2<Double>
    var velocity: SIMD2<Double>
    /// The variances of one axis: in m^2, including what the filter does not see, and in m^2/s^2.
    var variance: Double
    var velocityVariance: Double
    /// The variance of one axis of the chord to the next fix, in m^2, without the errors that both fixes share.
    var chordVariance: Double
    /// True if the receiver's velocity can probably be trusted.
    var trustsVelocity: Bool
    /// True if the fix was an outlier under every hypothesis, or one of a start that had not settled.
    var isOdd: Bool

    /// A fix that no pass has reached.
    static let unknown = SmoothedFix(
        position: SIMD2(0, 0), velocity: SIMD2(0, 0), variance: 0, velocityVariance: 0, chordVariance: 0,
        trustsVelocity: false, isOdd: false)
}

/// Runs the bank over a whole trail with the receiver's velocity corrected in hindsight, smooths every hypothesis
/// backward, and weights each by the evidence from before and after a fix.
///
/// The forward pass is run twice: first to obtain copies of the bank at intervals, and then, from the last interval to
/// the first, with everything that the backward pass needs. The memory for each fix therefore hardly depends on the
/// number of hypotheses. Source: H. Rauch, F. Tung, C. Striebel, "Maximum likelihood estimates of linear dynamic
/// systems", AIAA Journal 3 (1965). Guide: docs/estimators/smoother.md.
struct HindsightPass {
    private let trail: FixTrail
    private let bounds: [MotionBound]
    private let parameters: MultipleModelFilter.Parameters

    /// The number of fixes between two copies of the bank, few enough that their steps stay in the processor's cache,
    /// and enough that the copies take 30 bytes for each fix.
    private static let chunk = 192
    /// The maximum number of fixes that are smoothed as a whole, and of fixes before and after a part of a longer trail that are
    /// smoothed with it: a bank has learned a receiver, and forgotten how it began, long before.
    private static let (longest, overlap) = (65_536, 2_048)

    /// The forward pass at a fix.
    private struct Forward {
        var bank = ReceiverBank()
        var velocity = HindsightVelocity()
    }

    /// Creates a pass.
    /// - Parameters:
    ///   - trail: The accepted fixes.
    ///   - bounds: The bounds that the places around each fix set.
    ///   - parameters: The parameters of the forward pass.
    init(_ trail: FixTrail, bounds: [MotionBound], _ parameters: MultipleModelFilter.Parameters) {
        (self.trail, self.bounds) = (trail, bounds)
        self.parameters = parameters
    }

    /// Consecutive fixes with everything of the forward pass that the backward pass needs.
    private struct Chunk {
        var fixes = 0..<0
        var steps: [BackwardPass.Step] = []
        var lanes: [LaneGroup] = []
    }

    /// Returns the smoothed fixes, each on its own plane. O(n).
    /// - Parameter together: Runs the parts of a long trail; or the forward pass of a chunk and the backward pass of the next one.
    func smoothedFixes(together: Together) -> [SmoothedFix] {
        var result: [SmoothedFix] = []
        result.reserveCapacity(trail.count)
        // An even number of parts, so that both threads have the same work.
        let pairs = trail.count <= Self.longest ? 0 : (trail.count - 1) / (2 * Self.longest) + 1
        func part(_ number: Int) -> [SmoothedFix] {
            smoothed(
                (number * trail.count / (2 * pairs))..<((number + 1) * trail.count / (2 * pairs)), together: oneByOne)
        }
        for pair in 0..<pairs {
            var (first, second) = ([SmoothedFix](), [SmoothedFix]())
            together({ first = part(2 * pair) }, { second = part(2 * pair + 1) })
            result += first
            result += second
        }
        if pairs == 0 { result = smoothed(trail.indices, together: together) }
        pull(&result)
        settleRests(&result)
        return result
    }

    /// Returns the smoothed fixes of a part of the trail. O(n).
    private func smoothed(_ part: Range<Int>, together: Together) -> [SmoothedFix] {
        let around = max(0, part.lowerBound - Self.overlap)..<min(trail.count, part.upperBound + Self.overlap)
        var copies: [Forward] = []
        copies.reserveCapacity(around.count / Self.chunk + 1)
        var forward = Forward()
        for index in around {
            if (index - around.lowerBound).isMultiple(of: Self.chunk) { copies.append(forward) }
            advance(&forward, to: index, isFirst: index == around.lowerBound)
        }
        var backward = BackwardPass(trail: trail, parameters: parameters)
        var result = [SmoothedFix](repeating: .unknown, count: part.count)
        var (chunk, before) = (Chunk(), Chunk())
        while let copy = copies.popLast() {
            let first = around.lowerBound + copies.count * Self.chunk
            together(
                { collect(first..<min(first + Self.chunk, around.upperBound), of: around, copy, into: &before) },
                { smooth(chunk, &backward, part, into: &result) })
            swap(&chunk, &before)
        }
        smooth(chunk, &backward, part, into: &result)
        return result
    }

    /// Runs the forward pass over a chunk.
    private func collect(_ fixes: Range<Int>, of around: Range<Int>, _ copy: Forward, into chunk: inout Chunk) {
        var forward = copy
        chunk.fixes = fixes
        chunk.steps.removeAll(keepingCapacity: true)
        chunk.lanes.removeAll(keepingCapacity: true)
        for index in fixes {
            advance(&forward, to: index, isFirst: index == around.lowerBound)
            chunk.steps.append(BackwardPass.Step(forward.bank, parameters))
            chunk.lanes += forward.bank.groups
        }
    }

    /// Runs the backward pass over a chunk, and keeps the fixes of a part.
    private func smooth(
        _ chunk: Chunk, _ backward: inout BackwardPass, _ part: Range<Int>, into result: inout [SmoothedFix]
    ) {
        let width = BankTable.lanes.count
        for index in chunk.fixes.reversed() {
            let place = index - chunk.fixes.lowerBound
            let lanes = chunk.lanes[(place * width)..<((place + 1) * width)]
            let fix = backward.step(to: index, chunk.steps[place], lanes)
            if part.contains(index) { result[index - part.lowerBound] = fix }
        }
    }

    /// Moves all fixes of a rest that motion sensors confirm to their mean position.
    private func settleRests(_ fixes: inout [SmoothedFix]) {
        var start = 0
        while start < fixes.count {
            guard trail.isAtRest(start) else {
                start += 1
                continue
            }
            var end = start + 1
            while end < fixes.count, trail.isAtRest(end), !trail.isStart(end), trail.shift(of: end) == SIMD2(0, 0) {
                end += 1
            }
            let rest = fixes[start..<end]
            let mean = rest.reduce(SIMD2(0, 0)) { $0 + $1.position } / Double(end - start)
            let variance = rest.reduce(.infinity) { min($0, $1.variance) }
            for index in start..<end {
                fixes[index].position = mean
                fixes[index].velocity = SIMD2(0, 0)
                fixes[index].variance = variance
            }
            start = end
        }
    }

    @inline(__always)
    private func advance(_ forward: inout Forward, to index: Int, isFirst: Bool) {
        let measurement = forward.velocity.measurement(of: index, in: trail, bound: bounds[index])
        let shift = trail.shift(of: index)
        if shift != SIMD2(0, 0) { forward.bank.shiftOrigin(by: shift) }
        if isFirst || trail.isStart(index) {
            // With a velocity, the fixes before a start settled are not in the trail.
            forward.bank.begin(measurement, as: trail.isStart(index) && measurement.velocity == nil ? .cold : nil)
        } else {
            forward.bank.update(measurement, parameters)
        }
    }

    /// Moves positions that are too far from the fixes around them back to the fixes.
    private func pull(_ fixes: inout [SmoothedFix]) {
        let good = fixes.indices.filter { !fixes[$0].isOdd }
        let half = 2
        guard good.count > 2 * half else { return }
        var offsets: [SIMD2<Double>] = []
        for place in half..<(good.count - half) {
            let index = good[place]
            let length = parameters.leash * trail.accuracy(of: index)
            guard (trail.position(of: index) - fixes[index].position).length > length / 2 else { continue }
            offsets.removeAll(keepingCapacity: true)
            for other in good[(place - half)...(place + half)] {
                offsets.append(trail.position(of: other) - fixes[other].position)
            }
            let off = SIMD2(
                quantiles([0.5], of: offsets.map(\.x))[0], quantiles([0.5], of: offsets.map(\.y))[0])
            let distance = off.length
            if distance > length { fixes[index].position += off * (1 - length / distance) }
        }
        var leash = Leash()
        for index in good {
            if trail.isStart(index) { leash = Leash() }
            fixes[index].position += leash.hold(
                trail.position(of: index) - fixes[index].position, length: parameters.leash * trail.accuracy(of: index))
        }
    }
}
