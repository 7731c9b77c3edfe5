import FusionCore
import Geometry
import Replay
import SensorModel
import Testing
import ViewerModel

@testable import Viewer

/// The behaviour of a window with the session that it shows.
@MainActor @Suite struct ReplayControllerTests {
    private static let start = Instant(seconds: 1_763_103_492)
    private let stop = Correction.stop(from: start + 60, until: start + 160)

    /// A way eastward, a fix a second.
    private func events(_ seconds: Range<Int> = 0..<300) -> [SensorEvent] {
        let plane = LocalPlane(origin: Coordinate(latitude: 50, longitude: 14))
        return seconds.map { second in
            SensorEvent(
                time: Self.start + Double(second),
                payload: .fix(
                    Fix(
                        coordinate: plane.coordinate(PlanePoint(east: Double(second) * 5, north: 0)),
                        horizontalAccuracy: 3, speed: 5, courseDegrees: 90)))
        }
    }

    private func correction() -> [SensorEvent] {
        [SensorEvent(time: Self.start + 299, payload: .correction(stop))]
    }

    private func open(_ title: String = "Way", in replay: ReplayController) async {
        let recording = Recording(unordered: events())
        replay.open(title, { OpenedSession(title: title, path: nil, recording: recording) })
        await replay.settle()
    }

    private func corrections(in replay: ReplayController) -> [Correction] {
        replay.session.map { corrections(in: $0.source) } ?? []
    }

    private func corrections(in session: OpenedSession) -> [Correction] {
        session.recording.events.compactMap { event in
            if case .correction(let correction) = event.payload { correction } else { nil }
        }
    }

    @Test func `a mark leaves the tried parameters, a decision about a fix does not`() async throws {
        let files = CorrectedFiles()
        let recording = Recording(unordered: events(0..<30))
        let replay = ReplayController(clients: files.clients(opening: recording))
        replay.open("Way", { OpenedSession(title: "Way", path: "/way", recording: recording) })
        await replay.settle()
        replay.showsParameters = true
        await replay.sensitivity.settle()
        #expect(replay.sensitivity.isComplete)
        replay.mark()
        await replay.settle()
        #expect(replay.sensitivity.isComplete && !replay.sensitivity.isRunning)
        let fix = try #require(replay.session?.engine.recording.events.first)
        replay.decide([FixRuling.Identity(time: fix.time, received: fix.received)], isAccepted: false)
        await replay.settle()
        #expect(!replay.sensitivity.isComplete && replay.sensitivity.isRunning)
        replay.sensitivity.stop()
    }

    @Test func `a marked instant is in the session and its file, until it is undone`() async throws {
        let files = CorrectedFiles()
        let recording = Recording(unordered: events())
        let replay = ReplayController(clients: files.clients(opening: recording))
        replay.mark()
        replay.open("Way", { OpenedSession(title: "Way", path: "/way", recording: recording) })
        await replay.settle()
        replay.handle(.seek(Self.start + 100))
        replay.mark()
        await replay.settle()
        replay.handle(.seek(Self.start + 50))
        replay.mark()
        await replay.settle()
        let marks = try #require(replay.session?.run.summary.spans.marks)
        #expect(marks.map { $0.time - Self.start } == [50, 100] && marks.map(\.text) == ["Mark 2", "Mark 1"])
        #expect(SessionMark.all(in: files.stored).map(\.text) == ["Mark 2", "Mark 1"])
        let run = try #require(replay.session?.run)
        #expect(SessionLandmarks(run).next(after: Self.start + 60)?.kind == .mark("Mark 1"))
        replay.undo()
        await replay.settle()
        #expect(replay.session?.run.summary.spans.marks.map(\.text) == ["Mark 1"] && files.stored.count == 1)
        replay.redo()
        await replay.settle()
        #expect(replay.session?.run.summary.spans.marks.count == 2 && files.stored.count == 2)
    }

    @Test(arguments: [true, false]) func `a mark is named, moved and removed, in the file and in steps that are undone`(
        isSession: Bool
    ) async throws {
        let files = CorrectedFiles(areSessions: isSession)
        let recording = Recording(unordered: events())
        let replay = ReplayController(clients: files.clients(opening: recording))
        replay.open("Way", { OpenedSession(title: "Way", path: "/way", recording: recording) })
        await replay.settle()
        replay.handle(.seek(Self.start + 100))
        replay.mark()
        await replay.settle()
        let first = try #require(replay.marks.first)
        #expect(replay.notice?.offer == .name(first))
        replay.rename(first, to: "")
        replay.rename(first, to: "Ford")
        await replay.settle()
        replay.handle(.seek(Self.start + 120))
        replay.move(SessionMark(time: first.time, text: "Ford"))
        await replay.settle()
        let moved = SessionMark(time: Self.start + 120, text: "Ford")
        #expect(replay.marks == [moved] && replay.picture?.tracks.marks.map(\.mark) == [moved])
        #expect(SessionMark.all(in: files.stored) == (isSession ? [moved] : []))
        replay.remove(moved)
        // One that does not exist any more is left alone.
        replay.remove(first)
        await replay.settle()
        #expect(replay.marks.isEmpty && files.stored.isEmpty && replay.picture?.marks == [])
        var steps: [[SessionMark]] = []
        for _ in 0..<4 {
            replay.undo()
            await replay.settle()
            steps.append(replay.marks)
        }
        #expect(steps == [[moved], [SessionMark(time: first.time, text: "Ford")], [first], []])
        #expect(files.stored.isEmpty && !replay.canUndo)
        for _ in 0..<3 { replay.redo() }
        await replay.settle()
        #expect(replay.marks == [moved])
        #expect(SessionMark.all(in: files.stored) == (isSession ? [moved] : []))
    }

    @Test func `a dragged mark is shown where it is, stays there when it is dropped, and can be undone`() async throws {
        let recording = Recording(unordered: events())
        let replay = ReplayController(clients: CorrectedFiles().clients(opening: recording))
        replay.open("Way", { OpenedSession(title: "Way", path: "/way", recording: recording) })
        await replay.settle()
        replay.handle(.seek(Self.start + 100))
        replay.mark()
        await replay.settle()
        let mark = try #require(replay.marks.first)
        #expect(!replay.cancelDrag())
        replay.drag(mark, to: Self.start + 110)
        #expect(replay.cancelDrag() && replay.dragged == nil && replay.marks == [mark])
        replay.drag(mark, to: Self.start + 110)
        replay.drag(mark, to: Self.start + 1e6)
        let end = try #require(recording.end)
        #expect(replay.dragged == MarkDrag(mark: mark, time: end), "no later than the session")
        replay.drag(mark, to: Self.start + 120)
        let moved = SessionMark(time: Self.start + 120, text: mark.text)
        #expect(replay.marks == [mark] && replay.dragged?.shown(mark) == moved)
        replay.drop()
        #expect(replay.dragged?.time == moved.time, "until the session has it there")
        await replay.settle()
        #expect(replay.marks == [moved] && replay.dragged == nil)
        replay.undo()
        await replay.settle()
        #expect(replay.marks == [mark])
        replay.drag(mark, to: mark.time)
        replay.drop()
        #expect(replay.dragged == nil)
        replay.drag(moved, to: Self.start + 130)
        #expect(replay.dragged == nil, "no mark of the session")
    }

    @Test func `laps follow the session and the rule, which stays for the next session`() async throws {
        let replay = ReplayController()
        var notes = 0
        replay.onChange = { old, new in if new.changedEffects(since: old).contains(.laps) { notes += 1 } }
        await open(in: replay)
        await replay.laps.settle()
        #expect(replay.laps.table.laps.isEmpty)
        replay.laps.rule = .distance(500)
        await replay.laps.settle()
        #expect(replay.laps.table.laps.count == 3 && replay.laps.table.rule == .distance(500))
        // A line across the way after 600 m, which is crossed once.
        let plane = LocalPlane(origin: Coordinate(latitude: 50, longitude: 14))
        let ends = [-20.0, 20].map { plane.coordinate(PlanePoint(east: 600, north: $0)) }
        replay.laps.rule = .gate(LapGate(from: ends[0], to: ends[1]))
        await replay.laps.settle()
        #expect(replay.laps.table.laps.isEmpty && replay.laps.table.rule != .stated)
        replay.laps.rule = .distance(700)
        await open("Other", in: replay)
        await replay.laps.settle()
        #expect(replay.laps.table.laps.count == 3 && notes >= 4)
        replay.cancel()
        #expect(replay.laps.table.laps.isEmpty)
    }

    @Test func `the clock follows the rule and the place of the session`() async {
        let replay = ReplayController()
        replay.setClock(.utc)
        #expect(replay.clock == .local)
        await open(in: replay)
        #expect(replay.clock.note == "UTC" && replay.clock.utcOffset(at: Self.start) == 0)
        replay.setClock(.system)
        #expect(replay.clock == .local)
        replay.startLive()
        replay.setClock(.utc)
        #expect(replay.clock == .local)
    }

    @Test func `scales stay while a slider is held, and until another session is shown`() async {
        let replay = ReplayController()
        await open(in: replay)
        var faces: [Bool] = []
        replay.onChange = { old, new in if new.holdsScales != old.holdsScales { faces.append(new.holdsScales) } }
        replay.tune(.grab)
        replay.tune(.set("fixGate.accuracyCeiling", .number(20)))
        replay.tune(.set("fixGate.accuracyCeiling", .number(2)))
        await replay.settle()
        #expect(replay.holdsScales && replay.parameters.fixGate.accuracyCeiling == 2)
        replay.tune(.release)
        #expect(!replay.holdsScales && replay.parameters.fixGate.accuracyCeiling == 2)
        replay.undo()
        #expect(replay.parameters == Parameters())
        replay.tune(.grab)
        await open("Other", in: replay)
        #expect(!replay.holdsScales && faces == [true, false, true, false])
    }

    @Test func `a change is compared with the run before it, a drag as one change, and an undo with the change`() async
    {
        let replay = ReplayController()
        await open(in: replay)
        #expect(replay.earlier == nil)
        replay.tune(.grab)
        for noise in [0.5, 0.1, 0.02] {
            replay.tune(.set("position.constantVelocity.processNoise", .number(noise)))
            await replay.settle()
            #expect(replay.earlier?.parameters == Parameters())
        }
        replay.tune(.release)
        let last = replay.parameters
        replay.undo()
        await replay.settle()
        #expect(replay.earlier?.parameters == last)
        await open("Other", in: replay)
        #expect(replay.earlier == nil)
    }

    @Test func `a session that is cropped shows its part, and all of it when that is undone`() async throws {
        let files = CorrectedFiles()
        let clients = files.clients(opening: Recording(unordered: events()))
        let replay = ReplayController(clients: clients)
        replay.open("/way", { try await clients.open("/way") })
        await replay.settle()
        let whole = replay.session?.run.summary
        replay.hide(.allExcept((Self.start + 100)...(Self.start + 200)))
        await replay.settle()
        #expect(replay.session?.run.summary.fixes == 101 && replay.picture?.start == Self.start + 100)
        replay.hide(.part((Self.start + 150)...(Self.start + 160)))
        await replay.settle()
        #expect(replay.session?.run.summary.fixes == 90)
        replay.undo()
        await replay.settle()
        #expect(replay.session?.run.summary.fixes == 101)
        replay.undo()
        await replay.settle()
        #expect(replay.session?.run.summary == whole && files.hidden.isEmpty)
        replay.redo()
        await replay.settle()
        #expect(replay.session?.run.summary.fixes == 101)
        replay.hide(.nothing)
        await replay.settle()
        #expect(replay.session?.run.summary == whole)
    }

    @Test func `a corrected activity is shown at its instants`() async throws {
        let replay = ReplayController()
        let run = Correction.activity(.running, from: Self.start + 100, until: Self.start + 200)
        let recording = Recording(
            unordered: events() + [SensorEvent(time: Self.start + 299, payload: .correction(run))])
        replay.open("Way", { OpenedSession(title: "Way", path: nil, recording: recording) })
        await replay.settle()
        let picture = try #require(replay.picture)
        for second in [50.0, 150, 250] {
            let isRun = picture.activity(at: Self.start + second)?.activity == .running
            #expect(isRun == (second == 150), "\(second) s")
        }
        #expect(picture.activity(at: Self.start + -10) == nil)
    }

    @Test(
        arguments: [("flying", .unknown, "flying"), ("mountain biking", .cycling, nil)] as [(String, Activity, String?)]
    )
    func `a sport that is none of the activities has its own name`(
        _ sport: String, _ activity: Activity, _ shown: String?
    ) async throws {
        let replay = ReplayController()
        let statement = ActivityStatement(activity, sport: sport, from: Self.start, until: Self.start + 299)
        let recording = Recording(
            unordered: [SensorEvent(time: Self.start, payload: .statement(statement))] + events())
        replay.open("Way", { OpenedSession(title: "Way", path: nil, recording: recording) })
        await replay.settle()
        replay.handle(.seek(Self.start + 100))
        #expect(replay.activity?.activity == activity && replay.activity?.isStated == true)
        #expect(replay.otherSport == shown)
    }

    @Test func `a line is not an estimate over a silence of the requested length`() async throws {
        let replay = ReplayController()
        // Longer than anything is bridged over: nothing between the fixes but the line.
        let recording = Recording(unordered: events(0..<100) + events(2000..<2100))
        replay.open("Way", { OpenedSession(title: "Way", path: nil, recording: recording) })
        await replay.settle()
        func dashes() throws -> [Int] {
            let tracks = try #require(replay.picture).tracks
            return [tracks.finest, tracks.simplified].map { $0.geometry.styles.filter(\.isDashed).count }
        }
        #expect(try dashes() == [1, 1])
        replay.tune(.set("day.gap", .number(4000)))
        await replay.settle()
        #expect(try dashes() == [0, 0])
    }

    @Test func `the smoothed track has the colours of the activities`() async throws {
        let replay = ReplayController()
        let recording = Recording(unordered: events(0..<400))
        replay.open("Way", { OpenedSession(title: "Way", path: nil, recording: recording) })
        await replay.settle()
        let tracks = try #require(replay.picture).tracks.with([.smoothed])
        #expect(tracks.smoothed.times.count == tracks.smoothedPositions.count)
        let shown = Set(tracks.smoothed.geometry.styles.compactMap(\.activity))
        #expect(!shown.isEmpty && shown == Set(tracks.simplified.geometry.styles.compactMap(\.activity)))
        #expect(try #require(replay.picture).tracks.coloredSmoothed.times.count == tracks.simplified.times.count)
    }

    @Test func `a parameter of positions first changes what is visible, and then the rest`() async throws {
        let replay = ReplayController()
        let recording = Recording(unordered: events(0..<2_000))
        replay.open("Way", { OpenedSession(title: "Way", path: nil, recording: recording) })
        await replay.settle()
        let centre = UnitMercator(Coordinate(latitude: 50, longitude: 14.08))
        let view = MapViewport(centre: centre, zoom: 14, width: 400, height: 300)
        replay.viewport = { view }
        var changes: [(isExcerpt: Bool, times: [Instant])] = []
        let before = try #require(replay.picture).tracks.smoothedPositions
        replay.onChange = { [unowned replay] _, _ in
            let shown = replay.picture?.tracks.smoothedPositions ?? []
            changes.append((replay.isExcerpt, zip(before, shown).filter { $0 != $1 }.map(\.0.time)))
        }
        replay.tune(.set("position.minimumAccuracy", .number(9)))
        await replay.settle()
        let excerpt = try #require(changes.first { $0.isExcerpt })
        let range = try #require(before.range(in: view))
        #expect(excerpt.times.count > 100 && excerpt.times.allSatisfy(range.contains))
        let last = try #require(changes.last)
        #expect(!last.isExcerpt && last.times.count > 1_900)
        #expect(replay.session?.parameters.position.minimumAccuracy == 9)
    }

    @Test(arguments: [false, true])
    func `a correction and a change of a parameter that come together both hold`(correctsFirst: Bool) async {
        let replay = ReplayController()
        await open(in: replay)
        if correctsFirst { replay.add(correction()) }
        replay.tune(.set("simplifier.tolerance", .number(20)))
        if !correctsFirst { replay.add(correction()) }
        await replay.settle()
        #expect(corrections(in: replay) == [stop])
        #expect(replay.parameters.simplifier.tolerance == 20)
        #expect(replay.session?.parameters == replay.parameters)
        #expect(replay.corrections.isEmpty && replay.progress == nil)
        #expect(replay.picture?.day?.items.contains { if case .stop = $0 { true } else { false } } == true)
    }

    @Test(arguments: [false, true])
    func `what was put right is taken back, in the run and before it`(hasRun: Bool) async {
        let replay = ReplayController()
        await open(in: replay)
        let before = replay.picture?.day
        replay.add(correction())
        if hasRun { await replay.settle() }
        replay.withdraw(correction())
        await replay.settle()
        #expect(corrections(in: replay).isEmpty && replay.corrections.isEmpty && replay.progress == nil)
        #expect(replay.picture?.day == before)
    }

    @Test func `two corrections at once both hold, once each`() async {
        let replay = ReplayController()
        await open(in: replay)
        replay.add(correction())
        replay.add(correction())
        await replay.settle()
        #expect(corrections(in: replay) == [stop, stop])
    }

    @Test func `what is shown is what is asked for and put right, before its run is done`() async {
        let replay = ReplayController()
        await open(in: replay)
        replay.change { $0.edit { $0.title = "Ridge" } }
        replay.add(correction())
        replay.tune(.set("simplifier.tolerance", .number(20)))
        let shown = replay.shownSession
        #expect(shown?.title == "Ridge")
        #expect(shown?.parameters.simplifier.tolerance == 20)
        #expect(shown.map { corrections(in: $0) } == [stop])
        await replay.settle()
        #expect(replay.title == "Ridge")
    }

    @Test func `a change of any kind is undone and redone in order`() async {
        let replay = ReplayController()
        await open(in: replay)
        let before = replay.picture?.day
        replay.tune(.set("simplifier.tolerance", .number(20)))
        await replay.settle()
        replay.correct(stop, in: nil, stop: nil, at: Self.start + 299)
        await replay.settle()
        #expect(replay.notice?.offer == .undo && replay.canUndo)
        replay.tune(.set("position.minimumAccuracy", .number(9)))
        replay.undo()
        #expect(replay.parameters.position.minimumAccuracy != 9, "a slider moves at once")
        replay.undo()
        await replay.settle()
        #expect(corrections(in: replay).isEmpty && replay.picture?.day == before)
        #expect(replay.notice?.offer == .redo && replay.parameters.simplifier.tolerance == 20)
        replay.undo()
        #expect(replay.parameters == .init() && !replay.canUndo)
        for _ in 0..<3 { replay.redo() }
        await replay.settle()
        #expect(corrections(in: replay) == [stop] && replay.parameters.position.minimumAccuracy == 9)
        #expect(replay.parameters.simplifier.tolerance == 20 && !replay.canRedo)
    }

    @Test func `a decision about a fix is stored, undone in the file, and said again when it is redone`() async {
        let files = CorrectedFiles()
        let clients = files.clients(opening: Recording(unordered: events()))
        let replay = ReplayController(clients: clients)
        replay.open("Way", reading: clients.reading(["way.odograph"]))
        await replay.settle()
        let fix = events()[50]
        replay.decide([FixRuling.Identity(time: fix.time, received: fix.received)], isAccepted: false)
        await replay.settle()
        #expect(files.stored.count == 1 && replay.storedCount == 1)
        #expect(replay.notice?.sentence == "Fix rejected.")
        replay.undo()
        await replay.settle()
        #expect(files.stored.isEmpty && replay.storedCount == 2 && corrections(in: replay).isEmpty)
        replay.redo()
        await replay.settle()
        #expect(files.stored.count == 1 && corrections(in: replay).count == 1)
        replay.rename("way.odograph", from: "way.odograph", to: "Ridge")
        await replay.settle()
        #expect(replay.title == "Ridge" && replay.notice?.offer == .undo)
        replay.undo()
        await replay.settle()
        #expect(replay.title == "way.odograph" && files.stored.count == 1)
    }

    @Test func `a decision is stored although the window closes at once`() async throws {
        let files = CorrectedFiles()
        let clients = files.clients(opening: Recording(unordered: events()))
        var replay: ReplayController? = ReplayController(clients: clients)
        replay?.open("Way", reading: clients.reading(["way.odograph"]))
        await replay?.settle()
        for fix in events()[50..<52] {
            replay?.decide([FixRuling.Identity(time: fix.time, received: fix.received)], isAccepted: false)
        }
        replay?.cancel()
        replay = nil
        for _ in 0..<500 where files.stored.count < 2 { try await Task.sleep(for: .milliseconds(10)) }
        #expect(files.stored.count == 2)
    }

    @Test func `an abandoned opening changes nothing of the next one`() async {
        let replay = ReplayController()
        let recording = Recording(unordered: events())
        let (gates, gate) = AsyncStream.makeStream(of: Void.self)
        let (starts, start) = AsyncStream.makeStream(of: Void.self)
        replay.open("First") { progress in
            start.finish()
            for await _ in gates {}
            progress(0.7)
            return OpenedSession(title: "First", path: nil, recording: recording)
        }
        for await _ in starts {}
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        replay.open("Second") { _ in
            for await _ in ends {}
            return OpenedSession(title: "Second", path: nil, recording: recording)
        }
        gate.finish()
        try? await Task.sleep(for: .milliseconds(50))
        #expect(replay.progress?.contains("Second") == true)
        end.finish()
        await replay.settle()
        #expect(replay.title == "Second" && replay.progress == nil)
    }

    @Test func `parameters that were tuned are there again when the file is opened`() async {
        let kept = KeptParameters()
        let clients = kept.clients(opening: Recording(unordered: events()))
        func opened() async -> ReplayController {
            let replay = ReplayController(clients: clients)
            replay.open("Way", reading: clients.reading(["way.gpx"]))
            await replay.settle()
            return replay
        }
        let first = await opened()
        #expect(first.notice == nil)
        first.tune(.set("simplifier.tolerance", .number(20)))
        await first.settle()
        first.cancel()
        let second = await opened()
        #expect(second.parameters.simplifier.tolerance == 20)
        #expect(second.session?.parameters == second.parameters && second.notice?.offer == .undo)
        second.undo()
        await second.settle()
        #expect(second.parameters == .init())
        second.cancel()
        #expect(kept.parameters == nil, "the file's own parameters need not be kept")
        second.redo()
        second.saveParameters()
        await second.settle()
        second.undo()
        second.cancel()
        #expect(kept.saved?.simplifier.tolerance == 20 && kept.parameters == .init(), "the file has others now")
    }

    @Test func `what cannot be opened is said once, and the session stays`() async {
        struct Failure: Error, CustomStringConvertible { let description = "Not a track." }
        let replay = ReplayController()
        await open(in: replay)
        replay.open("Other") { () async throws -> OpenedSession in throw Failure() }
        await replay.settle()
        #expect(replay.notice == Notice(number: 1, sentence: "Not a track.", offer: nil))
        #expect(replay.title == "Way" && replay.progress == nil)
    }

    @Test func `a correction of one session comes into no other`() async {
        let replay = ReplayController()
        await open(in: replay)
        let opening = replay.opening
        replay.add(correction())
        await open("Other", in: replay)
        #expect(replay.opening != opening)
        #expect(corrections(in: replay).isEmpty && replay.corrections.isEmpty)
    }

    @Test func `a frame of the replay is due when something has moved by half a pixel`() async {
        let replay = ReplayController()
        await open(in: replay)
        let view = MapViewport(
            centre: UnitMercator(Coordinate(latitude: 50, longitude: 14)), zoom: 16, width: 800, height: 600)
        replay.viewport = { view }
        replay.handle(.seek(Self.start + 100))
        #expect(replay.frameInterval(timeline: 0.1) == 0.125)
        replay.handle(.setRate(64))
        let pixels = 64 * (replay.latest.speed?.value ?? 0) / view.metresPerPixel
        #expect(pixels > 100 && abs(replay.frameInterval(timeline: 0.1) * pixels - 0.5) < 1e-9)
        #expect(abs(replay.frameInterval(timeline: 100) * 6_400 - 0.5) < 1e-9)
        replay.change { $0.map.isHeadingUp = true }
        #expect(replay.frameInterval(timeline: 0.1) == 0)
    }

    @Test func `a recording goes on beside a session, and is come back to`() async {
        let replay = ReplayController()
        replay.startLive()
        await replay.consume(events(0..<100)[...], redrawsTracks: true)
        #expect(replay.isLive && replay.liveDuration == 99)
        await open(in: replay)
        #expect(!replay.isLive)
        let latest = replay.latest.position?.time
        await replay.consume(events(100..<200)[...], redrawsTracks: true)
        #expect(replay.latest.position?.time == latest, "the replay shows its own session")
        #expect(replay.picture?.title == "Way" && replay.liveDuration == 199)
        replay.showLive()
        await replay.settle()
        #expect(replay.isLive && replay.session == nil && replay.shownSession == nil)
        #expect(replay.picture?.end == Self.start + 199)
        replay.endLive()
        await open(in: replay)
        replay.showLive()
        #expect(!replay.isLive, "a recording that has ended is not come back to")
    }
}
