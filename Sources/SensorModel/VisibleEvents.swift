/// Selects the visible events of a session, in order: those that a recorder would have stored that was off during the
/// hidden spans.
///
///     var selection = VisibleEvents(hidden), visible: [LoggedEvent] = []
///     for logged in events { selection.append(logged, to: &visible) }
///     selection.finish(&visible)
public struct VisibleEvents: Sendable {
    private let hidden: HiddenSpans
    /// The hidden events that apply from the next visible one on.
    private var waiting: [LoggedEvent] = []
    /// The latest visible place.
    private var last: Instant?

    private static let order = EventOrder()

    /// Creates a selection.
    public init(_ hidden: HiddenSpans) { self.hidden = hidden }

    /// Appends what becomes visible with the next event. Amortised O(log spans).
    public mutating func append(_ logged: LoggedEvent, to visible: inout [LoggedEvent]) {
        guard var logged = shortened(logged) else { return }
        guard let span = hidden.span(at: Self.order.place(of: logged.event)) else {
            flush(&visible)
            return show(logged, in: &visible)
        }
        switch logged.event.payload {
        case .source, .clock:
            // A recorder that starts later knows only the last one.
            waiting.removeAll { Self.isReplaced($0.event.payload, by: logged.event.payload) }
        case .parameters, .learned, .correction, .statement, .note, .marker: break
        default: return
        }
        logged.event.apply(at: span.end)
        if logged.event.isFixRuling { show(logged, in: &visible) } else { waiting.append(logged) }
    }

    /// Appends what the user and files state of the whole session, which is stored at its end, and the decisions about its
    /// date: they apply at the last visible event. Everything else that a recorder stored after that is left out.
    public mutating func finish(_ visible: inout [LoggedEvent]) {
        guard let last else { return }
        waiting.removeAll {
            switch $0.event.payload {
            case .source, .parameters, .learned: true
            default: false
            }
        }
        for var logged in waiting {
            logged.event.apply(at: last)
            show(logged, in: &visible)
        }
        waiting.removeAll()
    }

    /// Appends the hidden events that apply from now on, in the order in which a recorder would have stored them.
    private mutating func flush(_ visible: inout [LoggedEvent]) {
        guard !waiting.isEmpty else { return }
        for logged in waiting.sorted(by: { Self.order.precedes($0.event, $1.event) }) { show(logged, in: &visible) }
        waiting.removeAll()
    }

    private mutating func show(_ logged: LoggedEvent, in visible: inout [LoggedEvent]) {
        visible.append(logged)
        // A decision about a fix precedes all others and has no time.
        guard !logged.event.isFixRuling else { return }
        let place = Self.order.place(of: logged.event)
        last = max(last ?? place, place)
    }

    /// Returns the event without what hidden spans change about it, wherever it is; `nil` if nothing is left.
    private func shortened(_ logged: LoggedEvent) -> LoggedEvent? {
        switch logged.event.payload {
        case .span(let span):
            let time = logged.event.time
            return hidden.hidesPart(of: time...(time + max(0, span.duration))) ? nil : logged
        // A mark that was added later belongs to its own time.
        case .marker: return hidden.hides(logged.event.time) ? nil : logged
        case .statement(var statement) where statement.distance != nil:
            let (from, until) = (statement.from, statement.until)
            guard hidden.hidesPart(of: min(from, until)...max(from, until)) else { return logged }
            // The distance of the whole is not that of a part.
            statement.distance = nil
            var logged = logged
            logged.event.payload = .statement(statement)
            return logged
        default: return logged
        }
    }

    private static func isReplaced(_ payload: SensorEvent.Payload, by newer: SensorEvent.Payload) -> Bool {
        switch (payload, newer) {
        case (.source(let old), .source(let new)): old.device == new.device
        case (.clock(let old), .clock(let new)): old.device == new.device
        default: false
        }
    }
}

extension SensorEvent {
    /// Moves the event to an instant. A mark keeps its own time.
    fileprivate mutating func apply(at instant: Instant) {
        if case .marker = payload {
            received = max(time, instant)
        } else {
            (time, received) = (instant, instant)
        }
    }
}

extension HiddenSpans {
    /// Returns the visible events of a session, in order; see ``VisibleEvents``. O(n).
    public func visible(in events: some Sequence<SensorEvent>) -> [SensorEvent] {
        var selection = VisibleEvents(self)
        var visible: [LoggedEvent] = []
        for event in events { selection.append(LoggedEvent(event), to: &visible) }
        selection.finish(&visible)
        return visible.map(\.event)
    }
}
