extension InterferenceDetector {
    /// The parameters for detecting interference.
    public struct Parameters: Sendable, Hashable {
        /// The duration of each of the two compared windows, in seconds.
        public var window = 10.0
        /// The smallest common fall that is reported, in dB.
        public var fall = 6.0
        /// The scale of the changes of single satellites besides a common one, in dB.
        public var spread = 1.5
        /// The scale of the changes of single satellites behind an obstacle, in dB.
        public var obstruction = 8.0
        /// The natural logarithm of the likelihood ratio from which a fall is reported.
        public var evidence = 5.0

        /// Creates parameters with default values.
        public init() {}

        static let table: [ParameterEntry<Self>] = [
            .number(
                "window", \.window, title: "Compared time", unit: "s", range: 2...60,
                meaning:
                    "The duration of each of the two stretches whose signals are compared. Lower values report a fall sooner; higher values average more noise.",
                source: "six logs: 8 to 12 s differ little"),
            .number(
                "fall", \.fall, title: "Common fall", unit: "dB", range: 2...40,
                meaning:
                    "The smallest fall of all satellites that is reported. Lower values also report a hand over the antenna; higher values miss weak interference.",
                source: "a quarter of the power, more than any tilt of an antenna costs all satellites"),
            .number(
                "spread", \.spread, title: "Spread of signals", unit: "dB", range: 0.2...10,
                meaning:
                    "The scale of the changes of single satellites besides a common one. Lower values require equal falls; higher values mistake obstacles for interference.",
                source: "half of the changes in logs of cars are within 1.5 dB"),
            .number(
                "obstruction", \.obstruction, title: "Spread behind obstacles", unit: "dB", range: 1...40,
                meaning:
                    "The scale of the changes of single satellites behind an obstacle. Lower values require equal falls; higher values mistake obstacles for interference.",
                source: "walls and roofs cost 5 to 20 dB"),
            .number(
                "evidence", \.evidence, title: "Evidence of interference", unit: "", range: 0...30,
                meaning:
                    "The logarithm of how much better a common fall has to explain the changes than obstacles do. Lower values cause false alarms; higher values miss interference with few satellites.",
                source: "4.7 h of logs without interference stay below 2.9"),
        ]
    }
}
