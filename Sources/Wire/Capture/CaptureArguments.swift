/// What a capture child is started with: the words after the name of its subcommand.
public struct CaptureArguments: Sendable, Hashable {
    /// The subcommand of `odographctl`; it is not listed, since only the recorder uses it.
    public static let command = "capture-sensors"

    /// The address as the user wrote it.
    public var name: String
    /// The addresses to try in turn, hosts in digits.
    public var addresses: [SensorAddress]
    /// Nanoseconds to add to the boot clock to get the recorder's time.
    public var clockOffset: Int64
    /// The user's choices for single sensors; a later one overrides an earlier one.
    public var choices: [SensorChoice]

    /// Begins a word that is a choice, which no address does.
    private static let choicePrefix = "sensor="

    /// Creates arguments.
    public init(name: String, addresses: [SensorAddress], clockOffset: Int64, choices: [SensorChoice] = []) {
        self.name = name
        self.addresses = addresses
        self.clockOffset = clockOffset
        self.choices = choices
    }

    /// The arguments as words.
    public var words: [String] {
        [name, "\(clockOffset)"] + choices.map { Self.choicePrefix + $0.text } + addresses.map(\.uri)
    }

    /// Reads arguments; `nil` if they are not the arguments of a capture child.
    public init?(words: some Collection<String>) {
        let words = Array(words)
        guard words.count >= 3, let offset = Int64(words[1]) else { return nil }
        let chosen = words[2...].prefix { $0.hasPrefix(Self.choicePrefix) }
        let choices = chosen.compactMap { try? SensorChoice(parsing: String($0.dropFirst(Self.choicePrefix.count))) }
        let addresses = words[(2 + chosen.count)...].compactMap { try? SensorAddress(parsing: $0) }
        // One set of rights holds for all of them.
        guard choices.count == chosen.count, choices.count + addresses.count == words.count - 2,
            Set(addresses.map(\.port)).count == 1
        else { return nil }
        self.init(name: words[0], addresses: addresses, clockOffset: offset, choices: choices)
    }
}
