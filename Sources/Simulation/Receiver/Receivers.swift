/// A receiver that can be simulated in any scenario.
public struct NamedReceiver: Sendable, Hashable {
    /// The name that `simulate --receiver` accepts.
    public let name: String
    /// A description in one line.
    public let summary: String
    /// The receiver's error model.
    public let model: ReceiverModel

    /// Creates a named receiver.
    public init(name: String, summary: String, model: ReceiverModel) {
        self.name = name
        self.summary = summary
        self.model = model
    }

    init(
        _ name: String, _ summary: String, from model: ReceiverModel = .wandering,
        _ change: (inout ReceiverModel) -> Void
    ) {
        self.init(name: name, summary: summary, model: model.with(change))
    }
}

/// The receivers that come with the program: some with a single fault each, then realistic ones with several.
///
/// Unless their summary states otherwise, they wander by 3 m in 40 s with 1 m of white noise per axis, state this
/// correctly, and report a velocity with 0.12 m/s of noise per axis once per second.
public enum Receivers {
    /// All receivers, in the order of `simulate --list`.
    public static let all: [NamedReceiver] = noise + velocities + accuracies + times + kinds

    /// Returns the receiver with a name.
    public static func named(_ name: String) -> NamedReceiver? { all.first { $0.name == name } }

    /// Receivers with different position errors.
    private static let noise = [
        NamedReceiver("ideal", "5 m of white noise, honestly stated", from: .whiteFiveMetres) { _ in },
        NamedReceiver("wander-10", "wanders by 3 m in 10 s") { $0.correlationTime = 10 },
        NamedReceiver("wander", "wanders by 3 m in 40 s") { _ in },
        NamedReceiver("wander-120", "wanders by 3 m in 120 s") { $0.correlationTime = 120 },
        NamedReceiver("wander-300", "wanders by 3 m in 300 s") { $0.correlationTime = 300 },
        NamedReceiver("bursts", "six outliers in a row, 30 to 300 m off, 32 times per hour") {
            $0.bursts = OutlierBursts()
        },
        NamedReceiver("frozen", "repeats its last place at rest, at speed 0; coordinates of five digits") {
            $0.freezesAtRest = true
            $0.resolutionDegrees = 1e-5
            $0.velocity.course = .staleAtRest
        },
        NamedReceiver("canyon", "between tall buildings: bouts of 20 to 40 m, correlated over 15 s; states 60 %") {
            $0.multipath = Multipath()
        },
        NamedReceiver("canyon-places", "the same at 5 Hz without a velocity") {
            $0.multipath = Multipath()
            $0.interval = 0.2
            $0.speedNoise = nil
        },
    ]

    /// Receivers with faults of the velocity.
    private static let velocities = [
        NamedReceiver("late", "velocity 1 s late") { $0.velocity.lag = 1 },
        NamedReceiver("lagging", "velocity 0.3 s late, places with 5 m of white noise", from: .whiteFiveMetres) {
            $0.velocity.lag = 0.3
        },
        NamedReceiver(
            "filtered-speed", "phone that filters: places off by 3 m of 10 stated, velocity 0.3 to 2 s late"
        ) {
            $0.white = 0.7
            $0.correlated = 3
            $0.velocity.lag = 1.1
            $0.velocity.lagDeviation = 0.7
            $0.speedNoise = 0.2
            $0.velocity.statesAccuracy = false
            $0.accuracy.factor = 3.2
        },
        NamedReceiver("slow-speed", "speed reads 20 % low") { $0.velocity.scale = 0.8 },
        NamedReceiver("fast-speed", "speed reads 5 % high") { $0.velocity.scale = 1.05 },
        NamedReceiver("dumb-speed", "speed is always 0, without a course") {
            $0.velocity.scale = 0
            $0.speedNoise = 0
            $0.velocity.course = .never
            $0.velocity.statesAccuracy = false
        },
        NamedReceiver("no-course", "speed without a course") {
            $0.velocity.course = .never
            $0.velocity.statesAccuracy = false
        },
        NamedReceiver("stale-course", "course at rest is the last one in motion") { $0.velocity.course = .staleAtRest },
        NamedReceiver("no-speed", "places alone") { $0.speedNoise = nil },
        NamedReceiver("no-speed-white", "places alone with 3 m of white noise", from: .whiteFiveMetres) {
            $0.white = 3
            $0.speedNoise = nil
        },
    ]

    /// Receivers with faults of the stated accuracy.
    private static let accuracies = [
        NamedReceiver("liar", "states 0.3 of its error") { $0.accuracy.factor = 0.3 },
        NamedReceiver("modest", "states 3 times its error") { $0.accuracy.factor = 3 },
        NamedReceiver("half-stated", "every second fix, at random, states no accuracy") {
            $0.accuracy.missingShare = 0.5
        },
        NamedReceiver("unstated", "states no accuracy") { $0.accuracy.missingShare = 1 },
        NamedReceiver("dilution", "states only a dilution of precision") { $0.accuracy.form = .dilution },
    ]

    /// Receivers with faults of the timing.
    private static let times = [
        NamedReceiver("ten-hertz", "ten fixes per second") { $0.interval = 0.1 },
        NamedReceiver("lossy", "every 2 s, 5 % lost, 5 m of white noise", from: .whiteFiveMetres) {
            $0.interval = 2
            $0.timing.lossShare = 0.05
        },
        NamedReceiver("gaps", "a third of the fixes lost, 8 in a row in the mean") {
            $0.timing.lossShare = 0.33
            $0.timing.lossRun = 8
        },
        NamedReceiver("sparse", "a fix every 10 s") { $0.interval = 10 },
        NamedReceiver("sparse-30", "a fix every 30 s") { $0.interval = 30 },
        NamedReceiver("sparse-60", "a fix every 60 s without a velocity") {
            $0.interval = 60
            $0.speedNoise = nil
        },
        NamedReceiver("jitter", "times off by 0.1 s (1 sigma)") { $0.timing.jitter = 0.1 },
    ]

    /// Realistic receivers, with several faults.
    private static let kinds = [
        NamedReceiver("puck", "USB receiver: wanders by 1.8 m in 60 s; velocity 0.15 s late, no course at rest") {
            $0.white = 0.5
            $0.correlated = 1.8
            $0.correlationTime = 60
            $0.velocity.lag = 0.15
            $0.velocity.course = .moving
        },
        NamedReceiver(
            "phone", "smooth places, 3 m in 120 s; velocity 0.4 s late and 3 % low; states 1.5 times its error"
        ) {
            $0.white = 0.3
            $0.correlationTime = 120
            $0.velocity.lag = 0.4
            $0.velocity.scale = 0.97
            $0.velocity.course = .staleAtRest
            $0.accuracy.factor = 1.5
            $0.timing.jitter = 0.03
        },
        NamedReceiver("logger", "logger: every 5 s, 3 % lost, places and dilution alone") {
            $0.interval = 5
            $0.timing.lossShare = 0.03
            $0.speedNoise = nil
            $0.accuracy.form = .dilution
        },
        NamedReceiver(
            "battered", "phone in town: velocity 0.3 s late and 5 % low, half stated at 0.5, losses, bursts, multipath"
        ) {
            $0.correlationTime = 120
            $0.velocity.lag = 0.3
            $0.velocity.scale = 0.95
            $0.velocity.course = .staleAtRest
            $0.accuracy.factor = 0.5
            $0.accuracy.missingShare = 0.5
            $0.timing.lossShare = 0.1
            $0.timing.lossRun = 3
            $0.timing.jitter = 0.03
            $0.bursts = OutlierBursts()
            $0.bursts?.perHour = 8
            $0.multipath = Multipath()
            $0.multipath?.pause = 400
        },
    ]
}
