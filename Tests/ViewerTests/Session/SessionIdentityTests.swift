import Foundation
import FusionCore
import Geometry
import Replay
import SensorModel
import Testing

@testable import Viewer

/// Which session is shown, whatever its start.
@Suite struct SessionIdentityTests {
    private static let start = Instant(seconds: 1_763_103_492)

    private func events(latitude: Double) -> [SensorEvent] {
        (0..<100).map { second in
            let coordinate = Coordinate(latitude: latitude + Double(second) * 4e-5, longitude: 14)
            return SensorEvent(
                time: Self.start + Double(second), payload: .fix(Fix(coordinate: coordinate, horizontalAccuracy: 3)))
        }
    }

    private func load(latitude: Double) async throws -> LoadedSession {
        let recording = Recording(unordered: events(latitude: latitude))
        return try await LoadedSession.load { OpenedSession(title: "Way", path: nil, recording: recording) }
    }

    @Test func `two sessions that begin at one instant are two`() async throws {
        let sessions = try await (load(latitude: 41.9), load(latitude: 59.9))
        #expect(sessions.0.picture.start == sessions.1.picture.start)
        #expect(sessions.0.picture.session != sessions.1.picture.session)
    }

    @Test func `other parameters and what is put right leave a session the same`() async throws {
        let session = try await load(latitude: 50)
        var parameters = session.parameters
        try parameters.set("simplifier.tolerance", to: .number(20))
        #expect(try session.running(with: parameters).picture.session == session.picture.session)
    }

    @Test func `a recording is one session from its first picture on, and another one than the next`() async throws {
        let recording = LiveSession()
        let events = events(latitude: 50)
        _ = await recording.consume(events[..<50])
        let first = try #require(await recording.picture())
        let standing = await recording.consume(events[50...])
        let second = try #require(await recording.picture())
        #expect(first.session == second.session)
        #expect(standing.duration == 99)
        let next = LiveSession()
        _ = await next.consume(events[...])
        #expect(try #require(await next.picture()).session != first.session)
    }

    @Test func `steps of a recording are withdrawn with a ride and return with a walk`() async throws {
        let recording = LiveSession()
        let events = (0..<6_000).map { index -> SensorEvent in
            let time = Self.start + Double(index) / 50
            let up = 9.81 + 2.5 * sin(2 * Double.pi * 1.8 * Double(index) / 50)
            return SensorEvent(time: time, payload: .acceleration(VectorSample(x: 0, y: 0, z: up)))
        }
        _ = await recording.picture()
        let counted = await recording.consume(events[...]).stepCount
        #expect(counted > 180)
        func corrected(to activity: Activity) async -> Int {
            let correction = Correction.activity(activity, from: Self.start + -60, until: Self.start + 600)
            let event = SensorEvent(time: Self.start + 120, payload: .correction(correction))
            _ = await recording.consume([event][...])
            _ = await recording.picture()
            return await recording.consume([]).stepCount
        }
        #expect(await corrected(to: .cycling) == 0)
        #expect(await corrected(to: .walking) == counted)
    }
}
