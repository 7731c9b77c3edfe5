/// The arguments of a capture child: the words after the name of its subcommand.
public struct CaptureArguments: Sendable, Hashable {
    /// The subcommand of `odographctl`, which is not listed because only the recorder uses it.
    public static let command = "capture-sensors"

    /// The address as entered by the user.
    public var name: String
    /// The addresses to try in turn, with numeric hosts.
    public var addresses: [SensorAddress]
    /// The offset from the boot clock to the recorder's time, in nanoseconds.
    public var clockOffset: Int64
    /// The user's choices for individual sensors; a later one overrides an earlier one.
    public var choices: [SensorChoice]

    /// The prefix of a choice; no address starts with it.
    private static let choicePrefix = "sensor="

    /// Creates the arguments of a capture child.
    public init(name: String, addresses: [SensorAddress], clockOffset: Int64, choices: [SensorChoice] = []) {
        self.name = name
        self.addresses = addresses
        self.clockOffset = clockOffset
        self.choices = choices
    }

    /// The arguments as words of a command line.
    public var words: [String] {
        [name, "\(clockOffset)"] + choices.map { Self.choicePrefix + $0.text } + addresses.map(\.uri)
    }

    /// Creates arguments from words; `nil` if they are not the arguments of a capture child.
    public init?(words: some Collection<String>) {
        let words = Array(words)
        guard words.count >= 3, let offset = Int64(words[1]) else { return nil }
        let chosen = words[2...].prefix { $0.hasPrefix(Self.choicePrefix) }
        let choices = chosen.compactMap { try? SensorChoice(parsing: String($0.dropFirst(Self.choicePrefix.count))) }
        let addresses = words[(2 + chosen.count)...].compactMap { try? SensorAddress(parsing: $0) }
        // All addresses share one set of permissions, which includes a single port.
        guard choices.count == chosen.count, choices.count + addresses.count == words.count - 2,
            Set(addresses.map(\.port)).count == 1
        else { return nil }
        self.init(name: words[0], addresses: addresses, clockOffset: offset, choices: choices)
    }
}
