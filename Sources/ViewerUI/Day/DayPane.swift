import FusionCore
import GTKKit
import Localization
import Replay
import SensorModel
import Viewer
import ViewerModel

/// The day as a timeline of stops, moves, and gaps. A click on a row shows its start; a right click, or the button of
/// the row, explains it and offers corrections.
@MainActor
final class DayPane {
    let widget = Box(.vertical)
    private let replay: ReplayController
    private var client: DayClient? { replay.clients?.day }
    private let appearance: Appearance
    private lazy var header = DayHeader(hasMonth: replay.clients?.histories != nil) { [weak self] in self?.handle($0) }
    private lazy var timeline = DayTimeline(appearance: appearance, replay: replay) { [weak self] in
        self?.handle($0)
    } answer: { [weak self] in
        await self?.answer(at: $0, in: $1)
    }
    private lazy var history = HistoryPane(appearance: appearance, replay: replay) { [weak self] in self?.open($0) }
    private var browser = DayBrowser()
    private var places = PlaceBook()
    private var unit: SpeedUnit { replay.unit }
    /// The day of the library that is shown.
    private var shownDate: CivilDate?
    private var reading: Task<Void, Never>?
    private var naming: Task<Void, Never>?
    private var following: Task<Void, Never>?
    /// The day that is shown, and the sessions that contribute to it; `nil` for the open session.
    private var shown: DayClient.LibraryDay?

    /// The time for which the replay has to stay on another day until that is shown.
    private static let calm = Duration.milliseconds(300)

    init(appearance: Appearance, replay: ReplayController) {
        (self.appearance, self.replay) = (appearance, replay)
        for part in [header.widget, timeline.widget, history.widget] { widget.append(part) }
        header.show(browser)
        history.widget.isVisible = false
        readPlaces()
    }

    private func handle(_ request: DayHeader.Request) {
        switch request {
        case .step(let isForward): step(isForward: isForward)
        case .month(let isShown): setMonth(shown: isShown)
        }
    }

    private func handle(_ request: DayCard.Request) {
        switch request {
        case .seek(let instant): seek(instant)
        case .correct(let correction, let stop): correct(correction, stop)
        }
    }

    /// Shows the day of the session; does nothing if that day is already shown.
    func showSession() {
        let picture = replay.picture
        history.show(unit.distanceUnit)
        let items = picture?.day?.items ?? []
        let dates = items.flatMap { [replay.clock.time($0.start).date, replay.clock.time($0.end).date] }
        browser.sessionDates = Set(dates).sorted()
        browser.divide(rows: items.count, at: replay.instant.map { replay.clock.time($0).date })
        // A day of the library does not change with the session, which may be a growing recording.
        if case .libraryDay(let date) = browser.shown, date == shownDate, let shown {
            showHeader()
            return show(shown.day, parts: shown.parts, inquiry: shown.inquiry)
        }
        refresh()
    }

    /// Updates the list of days from the library's sessions.
    func show(library sessions: [LibraryList.Session], instead before: [LibraryList.Session]) {
        browser.libraryDates = client == nil ? [] : Set(sessions.map(\.date)).sorted()
        showHeader()
        history.handleLibrary()
        readPlaces()
        guard case .libraryDay(let date) = browser.shown else { return }
        if sessions.filter({ $0.date == date }) != before.filter({ $0.date == date }) { refresh() }
    }

    /// Marks the row of the instant that is shown. A session that is shown day by day follows the replay.
    func showInstant() {
        timeline.showInstant()
        following?.cancel()
        guard let reached = replay.instant, let date = browser.following(replay.clock.time(reached).date) else {
            return
        }
        // The rows of another day take longer than a frame of the replay.
        following = Task { [weak self] in
            try? await Task.sleep(for: Self.calm)
            guard let self, !Task.isCancelled else { return }
            browser.show(date)
            refresh()
        }
    }

    // MARK: Days

    /// Shows the month of the library instead of a day.
    func showMonth() { header.showsMonth = true }

    private func setMonth(shown isShown: Bool) {
        history.widget.isVisible = isShown
        timeline.widget.isVisible = !isShown
        guard isShown else {
            history.leave()
            return header.show(browser)
        }
        history.show(browser.usualMonth ?? .today)
        header.showMonth(history.name)
    }

    /// Shows the browser's day, or the month.
    private func showHeader() {
        guard header.showsMonth else { return header.show(browser) }
        history.suggest(browser.usualMonth)
        header.showMonth(history.name)
    }

    /// Opens a day of the month.
    private func open(_ date: CivilDate) {
        header.showsMonth = false
        browser.show(date)
        refresh()
    }

    private func step(isForward: Bool) {
        if header.showsMonth {
            history.step(isForward: isForward)
            return header.showMonth(history.name)
        }
        guard let date = isForward ? browser.next : browser.previous else { return }
        browser.show(date)
        refresh()
    }

    private func refresh() {
        showHeader()
        reading?.cancel()
        if case .libraryDay = browser.shown {} else { shownDate = nil }
        switch browser.shown {
        case .nothing: show(nil, parts: [])
        case .session: show(replay.picture?.day, parts: [])
        case .sessionDay(let date):
            guard var day = replay.picture?.day else { return show(nil, parts: []) }
            let span = replay.clock.span(of: date)
            day.items = day.items.filter { $0.start < span.end && $0.end > span.start }
            day.workouts = day.workouts.filter { $0.start < span.end && $0.end > span.start }
            show(day, parts: [])
        case .libraryDay(let date):
            guard let client else { return }
            // The current day stays visible until the new one has been read.
            if date != shownDate { timeline.showWaiting() }
            reading = Task { [weak self, folder = replay.folder] in
                let read = await client.day(folder, date.localSpan)
                guard !Task.isCancelled else { return }
                self?.shownDate = date
                self?.show(read.day, parts: read.parts, inquiry: read.inquiry)
            }
        }
    }

    private func show(_ day: Day?, parts: [(path: String, span: TimeSpan)], inquiry: DayInquiry? = nil) {
        guard var day else {
            shown = nil
            return timeline.showEmpty()
        }
        day.items = places.named(day.items)
        shown = DayClient.LibraryDay(day: day, parts: parts, inquiry: inquiry)
        // A day of the library has sessions of several devices.
        var spans = parts.isEmpty ? replay.session?.run.summary.spans ?? [] : []
        if case .sessionDay(let date) = browser.shown {
            let span = replay.clock.span(of: date)
            spans.removeAll { !(span.start..<span.end).contains($0.time) }
        }
        timeline.show(
            day, spans, parts.isEmpty && !replay.isLive ? replay.laps.table : nil, unit: unit,
            clock: parts.isEmpty ? replay.clock : .local,
            canCorrect: !parts.isEmpty || !replay.isLive)
    }

    private func readPlaces() {
        guard let client else { return }
        naming?.cancel()
        naming = Task { [weak self, folder = replay.folder] in
            let places = await client.places(folder)
            guard let self, !Task.isCancelled, places != self.places else { return }
            self.places = places
            if case .libraryDay = browser.shown { return }
            refresh()
        }
    }

    // MARK: Corrections

    /// Returns why there is or is not a stop at an instant, with the numbers; `nil` while a session is recorded.
    private func answer(at instant: Instant, in units: DayUnits) async -> Phrase? {
        let (inquiry, loaded) = (shown?.inquiry, replay.isLive ? nil : replay.session)
        // Segmenting a long day again takes up to a second.
        return await Task.detached(priority: .userInitiated) {
            (inquiry ?? loaded?.inquiry)?.answer(at: instant, in: units).text
        }.value
    }

    private func path(at instant: Instant) -> String? {
        guard let shown, !shown.parts.isEmpty else { return replay.picture?.path }
        let part = shown.parts.first { $0.span.start <= instant && instant <= $0.span.end }
        return (part ?? shown.parts.min { abs($0.span.start - instant) < abs($1.span.start - instant) })?.path
    }

    private func seek(_ instant: Instant) {
        let path = path(at: instant)
        if path == replay.picture?.path {
            replay.handle(.seek(instant))
        } else if let path {
            replay.open([path], at: instant)
        }
    }

    private func correct(_ correction: Correction, _ stop: StorylineItem.Stop?) {
        let path = path(at: correction.instant)
        // A recording can be corrected only after it has ended.
        if path == nil, replay.session == nil { return }
        let end = replay.picture?.end ?? correction.instant
        replay.correct(correction, in: path, stop: stop, at: end)
    }

    /// Shows the laps of the session.
    func showLaps() { if let shown { show(shown.day, parts: shown.parts, inquiry: shown.inquiry) } }

    /// Shows a file's changes.
    func handleStored() {
        if case .libraryDay = browser.shown { refresh() }
        readPlaces()
    }
}

extension Correction {
    /// An instant within the time that the correction applies to.
    fileprivate var instant: Instant {
        switch self {
        case .activity(_, let from, let until), .stop(let from, let until), .noStop(let from, let until):
            from + (until - from) / 2
        case .placeName(_, let instant): instant
        case .fix(let ruling): ruling.fix.time
        }
    }
}
