public import SensorModel

/// The state of a conversation with GeoClue, without the bus: it turns locations, failures, and the time into events.
///
/// A value type, so that tests can simulate any sequence of events without waiting. ``GeoClueClient`` adds the bus and a
/// thread that drives it.
public struct GeoClueLink: Sendable {
    /// The state of the conversation.
    public enum State: String, Sendable, Hashable, CaseIterable {
        /// The bus or GeoClue has not answered yet, or no longer answers.
        case connecting
        /// The message bus cannot be reached.
        case noBus
        /// GeoClue is not installed.
        case notInstalled
        /// GeoClue, its agent, or its settings deny the location.
        case denied
        /// GeoClue has agreed to state locations, but has not stated one yet.
        case noLocation
        /// GeoClue has stated no location for a while.
        case silent
        /// GeoClue has stated a location recently.
        case location
    }

    /// The time limits of the link.
    struct Timeouts: Hashable {
        /// The time without a location, in seconds, after which GeoClue counts as silent. If it uses only networks, it
        /// states a new location only when other networks come into reach.
        var silence = 120.0
        /// The minimum time, in seconds, between two reports that differ only in the method.
        var method = 10.0
    }

    /// The state of the conversation.
    public private(set) var state = State.connecting
    /// A sentence about the current problem, without its full stop; `nil` if there is none.
    public private(set) var trouble: String?
    /// The number of locations that were omitted because they arrived too fast.
    public private(set) var skippedCount = 0

    /// The name of the source.
    static let name = "GeoClue"

    private let device: DeviceID
    private let timeouts: Timeouts
    private var events: [LoggedEvent] = []
    private var reported: SourceState?
    private var method = ""
    private var methodReported: Instant?
    private var lastHeard: Instant?
    private var allowance = RateAllowance(
        perSecond: GeoClueBounds.locationsPerSecond,
        burst: GeoClueBounds.locationsPerSecond * GeoClueBounds.burstSeconds)
    private var wantsProbe = false

    /// Creates a link without a connection.
    /// - Parameter device: The number of the source.
    public init(device: DeviceID) { self.init(device: device, timeouts: Timeouts()) }

    init(device: DeviceID, timeouts: Timeouts) {
        self.device = device
        self.timeouts = timeouts
    }

    /// Whether GeoClue has agreed to state locations.
    var isStarted: Bool { lastHeard != nil }

    /// The time at which ``advance(to:)`` is due; `nil` if it is not.
    public var deadline: Instant? { lastHeard.map { $0 + timeouts.silence } }

    /// Returns the events since the last call and forgets them.
    public mutating func drain() -> [LoggedEvent] {
        defer { events = [] }
        return events
    }

    /// Returns whether to check that GeoClue still answers; true once per silence.
    mutating func takeProbe() -> Bool {
        defer { wantsProbe = false }
        return wantsProbe
    }

    /// Records that an attempt to reach GeoClue begins.
    public mutating func begin(at now: Instant) {
        guard reported == nil else { return }
        report(.connecting, "GeoClue is asked for the location.", at: now)
    }

    /// Records that GeoClue has agreed to state locations.
    public mutating func start(at now: Instant) {
        guard !isStarted || state == .denied else { return }
        lastHeard = now
        (state, trouble) = (.noLocation, nil)
        report(.connected, "GeoClue is connected.", at: now)
    }

    /// Records that GeoClue no longer states locations because the user or an agent has switched them off.
    public mutating func pause(at now: Instant) {
        guard isStarted, state != .denied else { return }
        (state, trouble) = (.denied, "GeoClue denies the location: it was switched off")
        report(.notPermitted, "\(trouble ?? "").", at: now)
    }

    /// Records that the conversation failed or ended.
    public mutating func fail(_ error: GeoClueError, at now: Instant) {
        lastHeard = nil
        trouble = error.description
        let reason = "\(error.description.prefix(1).uppercased())\(error.description.dropFirst())."
        switch error {
        case .noBus:
            state = .noBus
            report(.missing, reason, at: now)
        case .notInstalled:
            state = .notInstalled
            report(.missing, reason, at: now)
        case .denied:
            state = .denied
            report(.notPermitted, reason, at: now)
        case .unanswered, .vanished, .failed, .stopped:
            state = .connecting
            report(.lost, reason, at: now)
        }
    }

    /// Processes a location as it arrives.
    mutating func receive(_ location: StatedLocation, at now: Instant) {
        guard isStarted else { return }
        guard allowance.admits(1, at: now) else {
            skippedCount += 1
            return
        }
        lastHeard = now
        let fix = location.fix(of: device)
        if fix.coordinate != nil {
            (state, trouble) = (.location, nil)
            updateMethod(location.method, at: now)
        }
        events.append(LoggedEvent(SensorEvent(time: location.time ?? now, received: now, payload: .fix(fix))))
    }

    /// Detects silence.
    public mutating func advance(to now: Instant) {
        guard let deadline, now >= deadline else { return }
        lastHeard = now
        wantsProbe = true
        guard state != .denied else { return }
        state = .silent
        trouble = "GeoClue has stated no location for \(Int(timeouts.silence)) s"
        report(.silent, "\(trouble ?? "").", at: now)
    }

    private mutating func updateMethod(_ new: String, at now: Instant) {
        let isDue = methodReported.map { now - $0 >= timeouts.method } ?? true
        guard reported != .connected || (new != method && isDue) else { return }
        (method, methodReported) = (new, now)
        let detail = new.isEmpty ? "GeoClue states the location." : "GeoClue states the location (\(new))."
        append(.connected, detail, at: now)
    }

    private mutating func report(_ new: SourceState, _ detail: String, at now: Instant) {
        guard reported != new else { return }
        append(new, detail, at: now)
    }

    private mutating func append(_ new: SourceState, _ detail: String, at now: Instant) {
        reported = new
        let report = SourceReport(device: device, name: Self.name, streams: [.fix], state: new, detail: detail)
        events.append(LoggedEvent(SensorEvent(time: now, payload: .source(report))))
    }
}
