public import SensorModel

/// The cards of the sensors pane: one for each source, and one for each address without a source.
public struct SensorList: Sendable, Hashable {
    /// The state of a source, from best to worst.
    public enum Standing: String, Sendable, Hashable, CaseIterable {
        /// The source delivers at its nominal rate.
        case good
        /// The source delivers with limitations, or is still connecting.
        case fair
        /// The source does not deliver.
        case poor
    }

    /// One stream of a source.
    public struct Stream: Sendable, Hashable, Identifiable {
        /// The kind of data in the stream.
        public var kind: StreamKind
        /// The current rate in samples per second; `nil` while it is not known.
        public var rate: Double?
        /// The nominal rate in samples per second; `nil` if the source states none.
        public var nominalRate: Double?
        /// The number of samples so far.
        public var count: Int
        /// The number of samples known to be lost.
        public var lost: Int
        /// The time since the last sample arrived, in seconds; `nil` before the first.
        public var age: Double?
        /// A line for each axis, in the order x, y, z; none for fixes and satellites.
        public var lines: [Sparkline]

        /// The kind, because a source has at most one stream of each kind.
        public var id: StreamKind { kind }
    }

    /// One source, or an address without one.
    public struct Card: Sendable, Hashable, Identifiable {
        /// The identity among all sources.
        public var id: String
        /// The name for the user.
        public var name: String
        /// The state, from good to poor, for the colour of the card.
        public var standing: Standing
        /// The state that a source reports; `nil` for an address.
        public var state: SourceState?
        /// A sentence about the state; `nil` if there is none.
        public var detail: String?
        /// The streams that the source delivers.
        public var streams: [Stream]
        /// The newest fix attempt of a receiver.
        public var fix: Fix?
        /// The newest sky view of a receiver.
        public var sky: Sky?
        /// The problems, each with advice.
        public var findings: [SensorReading.Finding]
    }

    /// The cards, receivers first, then motion sensors, each in the order of appearance.
    public var cards: [Card]

    /// Lists what is connected now. O(samples kept).
    public init(_ reading: SensorReading) {
        let sources = reading.survey.sources
        let cards = sources.map { Self.card(for: $0, in: reading) }
        let listed = Set(cards.map(\.name))
        let addresses = reading.addresses.filter { address in
            // An address is represented by its receivers or sensors while it has some that deliver.
            !listed.contains(address.name) && !listed.contains { address.name == "iio \($0)" }
                && (!address.isDelivering || !sources.contains { $0.name.hasPrefix(address.name) })
        }
        let rest = addresses.map { Self.card(for: $0, findings: reading.findings) }
        let busy = cards.filter { !$0.streams.isEmpty || $0.standing != .good }
        // A source that only connects others, and works, is least interesting.
        self.cards =
            rest.filter { $0.standing != .good } + busy.filter(\.isReceiver) + busy.filter { !$0.isReceiver }
            + cards.filter { $0.streams.isEmpty && $0.standing == .good } + rest.filter { $0.standing == .good }
    }

    private static func card(for source: SourceSurvey.Source, in reading: SensorReading) -> Card {
        let findings = reading.findings.filter { $0.source == source.name }
        let state = source.report?.state
        let streams = source.streams.map { stream(of: $0, source: source, now: reading.now) }
        let standing: Standing =
            switch state {
            case .connected, nil: findings.isEmpty && source.report?.trouble == nil ? .good : .fair
            case .connecting, .silent: .fair
            case .noDevice, .lost, .notPermitted, .missing: .poor
            }
        return Card(
            id: "source \(source.device.rawValue)", name: source.name, standing: standing, state: state,
            detail: findings.isEmpty ? source.report?.detail : nil, streams: streams, fix: source.fix,
            sky: source.sky, findings: findings)
    }

    private static func stream(
        of stream: SourceSurvey.Stream, source: SourceSurvey.Source, now: Instant
    ) -> Stream {
        let age = stream.recent.last.map { max(0, now - $0.received) }
        // A receiver reports about once per second, so a longer time is averaged; otherwise, a late report would look
        // like a lower rate.
        let isSlow = stream.kind == .fix || stream.kind == .sky
        let samples = stream.recent.samples
        return Stream(
            kind: stream.kind,
            rate: stream.recent.rate(at: now, window: isSlow ? 15 : 5, latency: isSlow ? 3 : 1),
            nominalRate: isSlow ? nil : source.report?.nominalRate, count: stream.samples, lost: stream.dropped,
            age: age,
            lines: stream.values.indices.map { axis in
                Sparkline(
                    samples, axis: axis, now: now, leastSpan: Sparkline.leastSpan(of: stream.kind))
            })
    }

    private static func card(for address: SensorReading.Address, findings: [SensorReading.Finding]) -> Card {
        let own = findings.filter { $0.source == address.name }
        return Card(
            id: "address \(address.name)", name: address.name,
            standing: address.isDelivering ? .good : address.isOnItsWay && own.isEmpty ? .fair : .poor, state: nil,
            detail: own.isEmpty ? address.detail ?? address.state : nil, streams: [], fix: nil, sky: nil,
            findings: own)
    }
}

extension SensorList.Card {
    /// Whether it is a receiver of satellites.
    public var isReceiver: Bool { sky != nil || fix != nil || streams.contains { $0.kind == .fix } }

    /// The part that usually does not change between readings; if it does, widgets are created again.
    public var shape: [String] {
        [id, name, sky == nil ? "" : "sky"] + streams.map { "\($0.kind.rawValue) \($0.lines.count)" }
            + findings.map { $0.problem.description + $0.advice }
    }
}
