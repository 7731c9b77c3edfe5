import SensorModel

/// Windows of the classifier in columns: 32 bytes each without motion sensors instead of 192.
struct ActivityWindows: Sendable, Hashable, RandomAccessCollection {
    private var starts: [Instant] = []
    private var ends: [Instant] = []
    private var motions = SteadyColumn<SIMD8<Double>?>()
    private var stepShares = SteadyColumn<Double?>()
    private var stepRates = SteadyColumn<Double?>()
    private var runs = SteadyColumn<Bool>()
    private var speeds = SteadyColumn<Double?>()
    private var accuracies = SteadyColumn<Double?>()

    /// True if there was acceleration, which can show steps.
    private(set) var hasMotion = false

    init(_ windows: some Sequence<ActivityWindow> = []) {
        for window in windows { append(window) }
    }

    var startIndex: Int { 0 }
    var endIndex: Int { starts.count }

    mutating func append(_ window: ActivityWindow) {
        starts.append(window.start)
        ends.append(window.end)
        motions.append(window.motion)
        stepShares.append(window.stepShare)
        stepRates.append(window.stepRate)
        runs.append(window.isRunning)
        speeds.append(window.speed)
        accuracies.append(window.accuracy)
        if window.stepShare != nil { hasMotion = true }
    }

    subscript(index: Int) -> ActivityWindow {
        var window = ActivityWindow(
            start: starts[index], end: ends[index], motion: motions[index], stepShare: stepShares[index],
            isRunning: runs[index], speed: speeds[index], accuracy: accuracies[index])
        window.stepRate = stepRates[index]
        return window
    }
}
