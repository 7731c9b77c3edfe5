public import FusionCore
public import SensorModel

/// The day pane's access to the library, as closures that the program provides. Each runs off the main actor. The
/// library is given by its folder; `nil` stands for the default library.
public struct DayClient: Sendable {
    /// A day over all sessions of the library.
    public struct LibraryDay: Sendable {
        /// The stops, moves and gaps.
        public var day: Day
        /// The sessions that contribute to it, with their times.
        public var parts: [(path: String, span: TimeSpan)]
        /// The source of explanations of the day; `nil` if it is kept elsewhere.
        public var inquiry: DayInquiry?

        /// Creates a day of the library.
        public init(day: Day, parts: [(path: String, span: TimeSpan)], inquiry: DayInquiry? = nil) {
            self.day = day
            self.parts = parts
            self.inquiry = inquiry
        }
    }

    /// Returns the stops and moves in a time span.
    public var day: @Sendable (_ folder: String?, TimeSpan) async -> LibraryDay
    /// Returns the named places of the library.
    public var places: @Sendable (_ folder: String?) async -> PlaceBook
    /// Stores the user's corrections in a session; `stop` is the stop that a name belongs to.
    /// - Returns: The events that were added; `nil` if the file is not a session and cannot store any.
    public var correct:
        @Sendable (
            _ folder: String?, _ path: String, _ corrections: [Correction], _ stop: StorylineItem.Stop?
        ) async throws -> [SensorEvent]?

    /// Adds a mark with a text to a moment of a session.
    /// - Returns: The event that was added; `nil` if the file is not a session and cannot store any.
    public var mark: @Sendable (_ path: String, _ text: String, Instant) async throws -> [SensorEvent]?

    /// Returns what a session hides; `nil` if the file is not a session and cannot hide anything.
    public var hidden: @Sendable (_ path: String) async throws -> HiddenSpans?
    /// Replaces what a session hides.
    public var hide: @Sendable (_ path: String, HiddenSpans) async throws -> Void

    /// Removes the events that ``correct`` and ``mark`` added to a session.
    public var withdraw: @Sendable (_ path: String, _ events: [SensorEvent]) async throws -> Void

    /// Creates a client from its closures.
    public init(
        day: @escaping @Sendable (_ folder: String?, TimeSpan) async -> LibraryDay,
        places: @escaping @Sendable (_ folder: String?) async -> PlaceBook,
        correct:
            @escaping @Sendable (
                _ folder: String?, _ path: String, _ corrections: [Correction], _ stop: StorylineItem.Stop?
            ) async throws -> [SensorEvent]?,
        mark: @escaping @Sendable (_ path: String, _ text: String, Instant) async throws -> [SensorEvent]?,
        hidden: @escaping @Sendable (_ path: String) async throws -> HiddenSpans?,
        hide: @escaping @Sendable (_ path: String, HiddenSpans) async throws -> Void,
        withdraw: @escaping @Sendable (_ path: String, _ events: [SensorEvent]) async throws -> Void
    ) {
        self.day = day
        self.places = places
        self.correct = correct
        self.mark = mark
        (self.hidden, self.hide) = (hidden, hide)
        self.withdraw = withdraw
    }
}
