import Foundation
import FusionCore
import Geometry
import Replay
import SensorModel
import TestSupport
import Testing
import ViewerModel

@testable import Viewer

/// A session that is compared: with another set of parameters, with other tracks, and with the one shown before it.
@MainActor @Suite struct SessionComparisonTests {
    private nonisolated static let start = Instant(seconds: 1_763_103_492)

    /// A winding way, a fix a second, each beside it by up to a distance in metres.
    private nonisolated static func way(noise: Double = 0, latitude: Double = 50, shaking: Double? = nil) -> Recording {
        let plane = LocalPlane(origin: Coordinate(latitude: latitude, longitude: 14))
        var events: [SensorEvent] = []
        for second in 0..<300 {
            let (time, phase) = (start + Double(second), Double(second * 37 % 19) / 9 - 1)
            let place = PlanePoint(
                east: Double(second) * 5 + noise * phase, north: Double(second * second % 600) / 10 - noise * phase)
            events.append(
                SensorEvent(
                    time: time, payload: .fix(Fix(coordinate: plane.coordinate(place), horizontalAccuracy: 4))))
            guard let shaking else { continue }
            events.append(
                SensorEvent(
                    time: time, payload: .acceleration(VectorSample(x: 0, y: 0, z: 9.8 + shaking * phase))))
        }
        return Recording(unordered: events)
    }

    private func open(_ recording: Recording, in replay: ReplayController) async {
        replay.open("Way") { OpenedSession(title: "Way", path: nil, recording: recording) }
        await replay.settle()
    }

    private func wait(until isDone: () -> Bool) async {
        for _ in 0..<3_000 where !isDone() { try? await Task.sleep(for: .milliseconds(10)) }
        #expect(isDone())
    }

    @Test func `added tracks stay when a part is hidden, and a filter runs again`() async throws {
        let (recording, log) = (Self.way(), CallLog())
        var clients = CorrectedFiles().clients(opening: recording)
        clients.filter = OwnFilterClient { _, recording in
            log.append("\(recording.events.count { $0.isFixRuling }) of \(recording.events.fixCount)")
            return (ReferenceLine(recording), nil)
        } follow: { _, _ in
            AsyncThrowingStream { $0.finish() }
        }
        let replay = ReplayController(clients: clients)
        replay.open("Way") { [open = clients.open] in try await open("/way") }
        await replay.settle()
        replay.addFilter("/mine.py")
        replay.addTrack(ofFileAt: "/other")
        await replay.settle()
        let kinds = replay.map.tracks.layers.map(\.kind).filter(\.isAdded)
        #expect(kinds.count == 2 && log.calls == ["0 of 300"])
        let fix = try #require(recording.events.first)
        replay.decide([FixRuling.Identity(time: fix.time, received: fix.received)], isAccepted: false)
        await replay.settle()
        #expect(log.calls == ["0 of 300", "1 of 300"])
        replay.tune(.set("simplifier.tolerance", .number(20)))
        await replay.settle()
        #expect(log.calls.count == 2, "parameters change nothing for the filter")
        replay.hide(.allExcept(Self.start...(Self.start + 99)))
        await replay.settle()
        #expect(log.calls.last?.hasSuffix("of 100") == true)
        #expect(replay.map.tracks.layers.map(\.kind).filter(\.isAdded) == kinds)
        #expect(replay.tracks.drawn.values.map(\.times.count).sorted() == [100, 300])
    }

    @Test func `a filter follows a recording, and runs over its file in the end`() async throws {
        let (recording, log) = (Self.way(), CallLog())
        let events = recording.events.map(\.self)
        var clients = CorrectedFiles().clients(opening: recording)
        clients.filter = OwnFilterClient { _, recording in
            log.append("whole \(recording.events.fixCount)")
            return (ReferenceLine(recording), nil)
        } follow: { _, events in
            AsyncThrowingStream { continuation in
                let task = Task {
                    for await batch in events {
                        let fixes = batch.compactMap { event -> OwnFilterClient.Position? in
                            guard case .fix(let fix) = event.payload, let coordinate = fix.coordinate else {
                                return nil
                            }
                            return .init(time: event.time, coordinate: coordinate)
                        }
                        log.append("live \(fixes.count)")
                        continuation.yield(fixes)
                    }
                    continuation.finish()
                }
                continuation.onTermination = { _ in task.cancel() }
            }
        }
        let replay = ReplayController(clients: clients)
        replay.startLive()
        await replay.consume(events[..<150], redrawsTracks: true)
        replay.addFilter("/mine.py")
        await wait { !replay.tracks.drawn.isEmpty }
        let layer = try #require(replay.map.tracks.layers.first { $0.kind.isAdded })
        #expect(replay.tracks.drawn[layer.kind]?.times.last == events[..<150].last { $0.payload.kind == "fix" }?.time)
        await replay.consume(events[150..<200], redrawsTracks: true)
        await replay.consume(events[200...], redrawsTracks: true)
        replay.endLive()
        await wait { replay.tracks.drawn[layer.kind]?.times.count == 300 }
        replay.change { $0.endRecording(path: "/way") }
        replay.open(["/way"])
        await replay.settle()
        #expect(log.calls.last == "whole 300" && log.calls.count == 4)
        #expect(replay.map.tracks.layers.contains { $0.kind == layer.kind }, "the layer stays")
    }

    @Test func `a filter runs again when its file has changed`() async throws {
        let (log, program) = (CallLog(), try temporaryFolder().appending(path: "mine.py"))
        try Data("1".utf8).write(to: program)
        var clients = CorrectedFiles().clients(opening: Self.way())
        clients.filter = OwnFilterClient { path, recording in
            let text = try String(contentsOfFile: path, encoding: .utf8)
            log.append(text)
            return (text == "2" ? nil : ReferenceLine(recording), nil)
        } follow: { _, _ in
            AsyncThrowingStream { $0.finish() }
        }
        let replay = ReplayController(clients: clients)
        replay.open("Way") { [open = clients.open] in try await open("/way") }
        await replay.settle()
        replay.addFilter(program.path)
        await wait { replay.tracks.drawn.count == 1 }
        for text in ["2", "3"] {
            try Data(text.utf8).write(to: program)
            await wait { log.calls.last == text }
            await replay.settle()
            #expect(replay.tracks.drawn.count == 1, "a run that fails leaves the last track")
        }
        #expect(log.calls == ["1", "2", "3"])
    }

    @Test func `two sets are compared in numbers and names, swapped, and ended`() async throws {
        let replay = ReplayController()
        await open(Self.way(noise: 3), in: replay)
        replay.setComparing(true)
        replay.tune(.set("simplifier.tolerance", .number(20)))
        await replay.settle()
        await wait { replay.tracks.table?.parameters.isEmpty == false }
        let table = try #require(replay.tracks.table)
        #expect(table.columns.prefix(2).map(\.set) == [.a, .b])
        #expect(table.parameters.map(\.title.description) == ["Simplifier: Tolerance"])
        #expect(table.parameters.first?.values[1] == "20 m" && replay.compared?.parameters == .init())
        replay.swapSets()
        await replay.settle()
        #expect(replay.session?.parameters == .init() && replay.compared?.parameters.simplifier.tolerance == 20)
        replay.undo()
        await replay.settle()
        #expect(replay.compared?.parameters == .init(), "a change is undone in its own set")
        replay.setComparing(false)
        #expect(replay.compared == nil && !replay.map.tracks.showsTable)
    }

    @Test func `parameters are fitted to a reference, which can be cancelled, applied and undone`() async throws {
        let replay = ReplayController()
        await open(Self.way(noise: 6), in: replay)
        let session = try #require(replay.session)
        var changed: Set<SessionEffect> = []
        replay.onChange = { old, new in changed.formUnion(new.changedEffects(since: old)) }
        replay.tracks.add("truth.gpx", isTruth: true, beside: session) { ReferenceLine(Self.way()) }
        await wait { replay.tracks.comparison != nil }
        replay.fitToReference()
        replay.tracks.fitting.discard()
        if case .idle = replay.tracks.fitting.state {} else { Issue.record("The search was not cancelled.") }
        replay.fitToReference()
        await wait { if case .done = replay.tracks.fitting.state { true } else { false } }
        guard case .done(let result) = replay.tracks.fitting.state else { return }
        #expect(result.parameters != .init() && replay.parameters == .init(), "in force only if it is applied")
        replay.applyFit()
        await replay.settle()
        #expect(replay.session?.parameters == result.parameters)
        replay.undo()
        #expect(replay.parameters == .init(), "one undo takes all of them back")
        #expect(changed.isSuperset(of: [.tracks, .fitting]))
    }

    @Test func `what cannot be compared is said in a sentence`() async throws {
        let replay = ReplayController()
        await open(Self.way(), in: replay)
        let session = try #require(replay.session)
        replay.tracks.add("empty.gpx", beside: session) { ReferenceLine(Recording(unordered: [])) }
        await wait { replay.notice != nil }
        #expect(
            replay.notice?.sentence == "empty.gpx was not added: \(ReferenceError.noLine.description)"
                && !replay.map.layers.contains(where: \.isAdded))
    }

    @Test
    func `a file is a layer with a clock and figures of its own, until it is removed or another session is shown`()
        async throws
    {
        let replay = ReplayController()
        await open(Self.way(noise: 3), in: replay)
        let session = try #require(replay.session)
        let late = Recording(
            unordered: Self.way().events.map { event in
                var event = event
                event.time = event.time + 7
                return event
            })
        replay.tracks.add("late.gpx", beside: session) { ReferenceLine(late) }
        await wait { replay.tracks.table?.columns.contains { $0.kind == .added(1) } == true }
        #expect(abs((replay.map.tracks[.added(1)]?.offset ?? 0) - 7) < 0.5, "the clock is found")
        let track = try #require(replay.tracks.drawn[.added(1)])
        #expect(abs(track.times[0] - Self.start) < 0.5, "drawn on the clock of the session")
        #expect(replay.tracks.comparison == nil)
        replay.setTruth(.added(1))
        await wait { replay.tracks.comparison != nil }
        let best = try #require(replay.tracks.comparison?.rootMeanSquare)
        replay.setOffset(of: .added(1), to: 20)
        await wait { (replay.tracks.comparison?.rootMeanSquare ?? 0) > best + 10 }
        #expect(replay.map.tracks[.added(1)]?.offset == 20)
        replay.setOffset(of: .added(1), to: nil)
        await wait { abs((replay.tracks.comparison?.rootMeanSquare ?? 0) - best) < 1 }
        replay.toggle(.added(1))
        #expect(!replay.map.layers.contains(.added(1)))
        await open(Self.way(latitude: 41), in: replay)
        #expect(replay.map.tracks[.added(1)] == nil && replay.tracks.drawn.isEmpty && replay.tracks.comparison == nil)
    }

    @Test func `a session that begins when the one before did has its own place and its own samples`() async throws {
        let replay = ReplayController()
        var faces: [ReplayFace] = []
        replay.onChange = { faces.append($1) }
        await open(Self.way(latitude: 41.9, shaking: 20), in: replay)
        let rome = try #require(faces.last)
        replay.handle(.seek(Self.start + 100))
        let samples = replay.rawSamples
        await open(Self.way(latitude: 59.9, shaking: 1), in: replay)
        replay.handle(.seek(Self.start + 100))
        let oslo = try #require(faces.last)
        #expect(oslo.opening != rome.opening && oslo.picture != rome.picture)
        #expect(oslo.picture?.tracks.bounds != rome.picture?.tracks.bounds)
        #expect(replay.rawSamples != samples && replay.instant == Self.start + 100)
    }
}
