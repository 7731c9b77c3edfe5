import SensorModel
public import Wire

/// The settings for capturing sensors.
public struct CaptureSettings: Sendable, Hashable {
    /// The rate requested from motion sensors, in samples per second.
    public var motionRate = 100.0
    /// The rate requested from pressure and temperature sensors, in samples per second.
    public var slowRate = 10.0
    /// The rate at which motion sensors are polled if no buffer can be used, in samples per second.
    public var polledMotionRate = 50.0
    /// The duration of the samples in one read, in seconds.
    public var readPeriod = 0.15
    /// The duration of the samples that the kernel can hold before it drops some, in seconds.
    public var kernelPeriod = 4.0
    /// The minimum number of samples that the kernel can hold: a sensor may be faster than it reports.
    public var kernelSamples = 512.0
    /// The interval between reads of streams that the buffer does not hold, such as a temperature, in seconds.
    public var aside = 1.0
    /// The time without samples after which a sensor counts as silent, in seconds.
    public var silence = 3.0
    /// The maximum fraction of the time spent on reading the scales and offsets of a running sensor again.
    ///
    /// Samples wait for this reading. It follows each read of samples, unless the sensor responds slowly.
    public var scalingShare = 0.3
    /// The number of reads whose samples may wait for a slow sensor to state its scale.
    public var readsPerScaling = 16
    /// The interval between reads of the mount matrix, in seconds.
    public var mountMatrixInterval = 1.0
    /// The interval between searches for new sensors, in seconds.
    public var rescanInterval = 2.0
    /// Like ``rescanInterval``, while a known sensor is gone.
    public var returnInterval = 0.5
    /// The delay before a second or later attempt to restore a connection, in seconds; the first attempt is immediate.
    public var retryInterval = 0.25
    /// Whether to capture from a device that another program captures from, which then loses samples.
    public var takesOverBuffers = false
    /// The time limit for a request to another machine, in milliseconds.
    public var timeoutMilliseconds: UInt32 = 2_000

    /// The user's choices for individual sensors; a later one overrides an earlier one.
    public var choices: [SensorChoice] = []

    /// Creates settings with default values.
    public init() {}

    /// Returns the streams of a device that are not switched off.
    func streams(of device: IIODevice) -> [SensorStream] {
        let streams = SensorStream.streams(of: device)
        guard !choices.isEmpty else { return streams }
        let names = device.names
        return streams.filter { stream in choice(for: names + [stream.kind.rawValue]).map { $0.rate != nil } ?? true }
    }

    /// Returns the rate requested from a device for some of its streams, in hertz.
    func rate(of device: IIODevice, _ streams: [SensorStream]) -> Double {
        chosenRate(of: device, streams)
            ?? (streams.contains(where: \.kind.isVector) ? motionRate : slowRate)
    }

    /// Returns the rate at which the attributes of a device are polled for some of its streams, in hertz.
    func polledRate(of device: IIODevice, _ streams: [SensorStream]) -> Double {
        let usual = streams.contains(where: \.isVector) ? polledMotionRate : slowRate
        return chosenRate(of: device, streams).map { min($0, polledMotionRate) } ?? usual
    }

    /// Returns the highest rate chosen for a device's streams; a device has a single rate. `nil` without a choice.
    private func chosenRate(of device: IIODevice, _ streams: [SensorStream]) -> Double? {
        guard !choices.isEmpty else { return nil }
        let names = device.names
        return streams.compactMap { choice(for: names + [$0.kind.rawValue])?.rate }.max()
    }

    private func choice(for names: [String]) -> SensorChoice? { choices.last { names.contains($0.name) } }

    /// Returns the number of samples per read at a rate in hertz: at least 1, at most the bound.
    func samplesPerRead(rate: Double, bound: Int) -> Int {
        guard let samples = Int(exactly: (rate * readPeriod).rounded(.down)) else { return rate > 0 ? bound : 1 }
        return max(1, min(bound, samples))
    }

    /// Returns the number of reads, of a number of samples each, that the kernel has to hold.
    func kernelReads(of samples: Int, rate: Double) -> UInt32 {
        let wanted = max(kernelSamples, rate * kernelPeriod)
        return UInt32(clamping: Int(nearest: max(4, min(4_096, (wanted / Double(samples)).rounded(.up)))))
    }
}
