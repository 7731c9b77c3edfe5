import Glibc
public import SensorModel

/// Counts steps from the magnitude of acceleration, at any position of the sensor.
///
/// The magnitude, which does not depend on the orientation of the device, is resampled on a uniform grid and filtered
/// with a band-pass. A few times per second, the last seconds are tested for the regularity of gait; the step rate is
/// found even if only strides are visible. During gait, a wavelet at the step rate has one phase cycle per step, and
/// its peaks are the steps, each with an exact time. Steps are held until enough of them follow each other evenly, and
/// are then emitted with their true times. Guide: docs/estimators/steps.md.
public struct StepDetector: Sendable, Hashable {
    /// A counted step.
    public struct Step: Sendable, Hashable {
        /// The instant of the acceleration's peak.
        public var time: Instant
        /// The cadence around the step, in steps per second.
        public var cadence: Double
        /// Half the peak-to-peak acceleration at the step rate, in m/s^2.
        public var amplitude: Double
    }

    private struct Phase: Sendable, Hashable {
        var real = 0.0
        var imaginary = 0.0
        var isKnown = false
    }

    /// The grid values per second.
    public static let gridRate = AccelerationGrid.rate

    /// The parameters for counting steps.
    public var parameters: Parameters {
        didSet { if parameters != oldValue { rebuild() } }
    }
    /// The current restriction on counting steps.
    var licence: StepRun.Licence {
        get { run.licence }
        set { run.licence = newValue }
    }
    /// The number of steps that are held and may still be counted.
    public var heldCount: Int { run.heldCount }
    /// True if the gait is that of a run.
    public var isRunning: Bool {
        guard let gait else { return false }
        return gait.regularity >= parameters.keptRegularity && gait.amplitude >= parameters.runningAmplitude
            && gait.stepFrequency >= parameters.runningCadence
    }
    /// The gait of the last analysis; `nil` if there is none.
    public private(set) var gait: Gait?

    private var highPass: Biquad
    private var lowPass: Biquad
    private var periodicity: GaitPeriodicity
    private var kernel: GaborKernel
    private var run = StepRun()

    private var samples: [Double]
    private var filled = 0
    private var sinceAnalysis = 0
    /// The index of the first sample whose phase has not been read.
    private var unread = 0
    private var phase = Phase()
    /// The delay of the step rate by the band-pass, in samples.
    private var delay = 0.0
    private let window: Int
    private let hop: Int
    private let reach: Int

    /// Creates a detector without samples.
    public init(parameters: Parameters = .init()) {
        self.parameters = parameters
        let rate = Self.gridRate
        window = max(32, Int((parameters.window * rate).rounded()))
        hop = max(4, Int((parameters.analysisInterval * rate).rounded()))
        reach = max(1, window / 2 - hop)
        highPass = .highPass(parameters.lowCut / rate)
        lowPass = .lowPass(min(0.45, parameters.highCut / rate))
        periodicity = GaitPeriodicity(
            rate: rate, longestPeriod: parameters.longestPeriod, shortestPeriod: 1 / parameters.maximumCadence,
            windowLength: window)
        kernel = GaborKernel(longestHalf: reach)
        samples = Array(repeating: 0, count: 4 * window)
    }

    /// Processes the next grid value.
    /// - Parameters:
    ///   - magnitude: The acceleration magnitude in m/s^2.
    ///   - time: The middle of its cell.
    ///   - emit: Called for each counted step, in order of time; held steps arrive late, but with their true times.
    public mutating func update(_ magnitude: Double, at time: Instant, emit: (Step) -> Void) {
        if filled == 0, sinceAnalysis == 0 {
            highPass.settle(at: magnitude)
            lowPass.settle(at: 0)
        }
        if filled == samples.count { shift() }
        samples[filled] = lowPass.update(highPass.update(magnitude))
        filled += 1
        sinceAnalysis += 1
        guard sinceAnalysis >= hop, filled >= window else { return }
        sinceAnalysis = 0
        analyse(at: time, emit: emit)
    }

    /// Handles an interruption of the samples: data before and after it are not combined.
    public mutating func interrupt() {
        filled = 0
        unread = 0
        sinceAnalysis = 0
        phase.isKnown = false
        gait = nil
        run.end()
    }

    private mutating func rebuild() {
        let kept = run
        self = StepDetector(parameters: parameters)
        run = kept
        run.end()
    }

    private mutating func shift() {
        let dropped = filled - window
        for index in 0..<window { samples[index] = samples[dropped + index] }
        filled = window
        unread = max(0, unread - dropped)
    }

    private mutating func analyse(at time: Instant, emit: (Step) -> Void) {
        let start = max(0, filled - window)
        let parameters = parameters
        let tracked = run.cadence
        gait = samples.withUnsafeBufferPointer { buffer in
            periodicity.analyse(
                UnsafeBufferPointer(rebasing: buffer[start..<filled]), tracked: tracked, parameters: parameters)
        }
        let needed = run.isCounting ? parameters.keptRegularity : parameters.minimumRegularity
        guard let gait, gait.regularity >= needed else {
            phase.isKnown = false
            unread = max(unread, filled - window)
            run.rest(until: time + (-parameters.window), parameters: parameters)
            return
        }
        readPhases(of: gait, newest: time, emit: emit)
    }

    /// Reads the phase at the step rate in the samples for which the wavelet has samples on both sides.
    private mutating func readPhases(of gait: Gait, newest: Instant, emit: (Step) -> Void) {
        let rate = Self.gridRate
        let frequency = gait.stepFrequency / rate
        if kernel.shape(frequency: frequency, width: parameters.waveletWidth / frequency) {
            delay = -(highPass.phase(at: frequency) + lowPass.phase(at: frequency)) / (2 * Double.pi * frequency)
        }
        let first = max(unread, kernel.half)
        let end = filled - kernel.half
        guard first < end else { return }
        for index in first..<end {
            let (real, imaginary) = samples.withUnsafeBufferPointer { buffer in
                buffer.baseAddress.map { kernel.apply($0 + (index - kernel.half)) } ?? (0, 0)
            }
            if phase.isKnown, phase.imaginary < 0, imaginary >= 0, real + phase.real > 0 {
                let fraction = imaginary / (imaginary - phase.imaginary)
                let age = (Double(filled - 1 - index) + fraction + delay) / rate
                let step = Step(
                    time: newest + (-age), cadence: gait.stepFrequency,
                    amplitude: (real * real + imaginary * imaginary).squareRoot())
                run.offer(step, gait: gait, parameters: parameters, emit: emit)
            }
            phase = Phase(real: real, imaginary: imaginary, isKnown: true)
        }
        unread = end
    }
}
