import SensorModel
public import Wire

/// How sensors are captured.
public struct CaptureSettings: Sendable, Hashable {
    /// Samples a second asked of motion sensors.
    public var motionRate = 100.0
    /// Samples a second asked of pressure and temperature.
    public var slowRate = 10.0
    /// Samples a second at which motion sensors are read where no buffer can be used.
    public var polledMotionRate = 50.0
    /// Seconds of samples in one read.
    public var readPeriod = 0.15
    /// Seconds of samples that the kernel can hold before it drops some.
    public var kernelPeriod = 4.0
    /// Samples that the kernel can hold at least: a sensor may be faster than it says.
    public var kernelSamples = 512.0
    /// Seconds between two reads of what a buffer does not hold, such as a motion sensor's temperature.
    public var aside = 1.0
    /// Seconds without a sample after which a sensor counts as silent.
    public var silence = 3.0
    /// Seconds in which a running sensor's scale, offset and mount matrix are each read again.
    public var scalingInterval = 0.5
    /// The same for a sensor of another machine, where each read is a question over the network.
    public var remoteScalingInterval = 1.0
    /// Seconds that those reads may take between two deliveries of samples, which wait for them.
    public var scalingBudget = 0.02
    /// The share of the time that those reads may take.
    public var scalingShare = 0.1
    /// Seconds between two looks for sensors that came.
    public var rescanInterval = 2.0
    /// The same while a known sensor is gone.
    public var returnInterval = 0.5
    /// Seconds before a broken connection is made again; the first time it is at once.
    public var retryInterval = 0.25
    /// Captures even where another program does, which takes its samples away.
    public var takesOverBuffers = false
    /// Milliseconds that one request to another machine may take.
    public var timeoutMilliseconds: UInt32 = 2_000

    /// The user's choices for single sensors; a later one overrides an earlier one.
    public var choices: [SensorChoice] = []

    /// Creates parameters with default values.
    public init() {}

    /// Returns the streams of a device that are not switched off.
    func streams(of device: IIODevice) -> [SensorStream] {
        let streams = SensorStream.streams(of: device)
        guard !choices.isEmpty else { return streams }
        let names = device.names
        return streams.filter { stream in choice(for: names + [stream.kind.rawValue]).map { $0.rate != nil } ?? true }
    }

    /// Returns the rate that is asked of a device with some streams, in hertz.
    func rate(of device: IIODevice, _ streams: [SensorStream]) -> Double {
        chosenRate(of: device, streams)
            ?? (streams.contains(where: \.kind.isVector) ? motionRate : slowRate)
    }

    /// Returns the rate at which the attributes of a device with some streams are read, in hertz.
    func polledRate(of device: IIODevice, _ streams: [SensorStream]) -> Double {
        let usual = streams.contains(where: \.isVector) ? polledMotionRate : slowRate
        return chosenRate(of: device, streams).map { min($0, polledMotionRate) } ?? usual
    }

    /// A device has one rate: of several choices for its streams the highest.
    private func chosenRate(of device: IIODevice, _ streams: [SensorStream]) -> Double? {
        guard !choices.isEmpty else { return nil }
        let names = device.names
        return streams.compactMap { choice(for: names + [$0.kind.rawValue])?.rate }.max()
    }

    private func choice(for names: [String]) -> SensorChoice? { choices.last { names.contains($0.name) } }

    /// Returns the number of samples in one read at a rate in hertz: at least one, at most the bound.
    func samplesPerRead(rate: Double, bound: Int) -> Int {
        guard let samples = Int(exactly: (rate * readPeriod).rounded(.down)) else { return rate > 0 ? bound : 1 }
        return max(1, min(bound, samples))
    }

    /// Returns how many reads of some samples the kernel is to hold.
    func kernelReads(of samples: Int, rate: Double) -> UInt32 {
        let wanted = max(kernelSamples, rate * kernelPeriod)
        return UInt32(clamping: Int(nearest: max(4, min(4_096, (wanted / Double(samples)).rounded(.up)))))
    }
}
