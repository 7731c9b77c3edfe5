import Geometry
import Replay
import SensorModel
import Testing
import ViewerModel

@testable import FusionCore
@testable import Viewer

@Suite struct SessionPictureTests {
    private static let start = Instant(seconds: 1_763_103_492)

    /// A way northward, a fix a second, with five minutes of silence in it, in which only the recorder's clock ticks.
    private func interrupted() async throws -> SessionPicture {
        let events = (0..<500).map { second -> SensorEvent in
            let time = Self.start + Double(second)
            guard !(100..<400).contains(second) else { return SensorEvent(time: time, payload: .tick) }
            // It stands before the silence, so that no speed is carried on.
            let isStanding = (70..<400).contains(second)
            let coordinate = Coordinate(latitude: 50 + Double(isStanding ? 70 : second) * 4e-5, longitude: 14)
            let fix = Fix(coordinate: coordinate, horizontalAccuracy: 3, speed: isStanding ? 0 : 4.4)
            return SensorEvent(time: time, payload: .fix(fix))
        }
        return try await LoadedSession.load {
            OpenedSession(title: "Way", path: nil, recording: Recording(unordered: events))
        }.picture
    }

    @Test func `a speed that nobody knows is missing in the chart, not zero`() async throws {
        let speed = try await interrupted().fusedSpeed
        let silent = zip(speed.times, speed.values).filter { $0.0 > Self.start + 200 && $0.0 < Self.start + 390 }
        #expect(!silent.isEmpty && silent.allSatisfy { !$0.1.isFinite || $0.1 > 0 })
        #expect(silent.contains { !$0.1.isFinite })
        #expect(speed.value(at: Self.start + 50) != nil && speed.value(at: Self.start + 450) != nil)
    }

    @Test func `a fix is overdue after a few seconds without one, until the signal counts as lost`() async throws {
        let picture = try await interrupted()
        #expect(picture.overdue(at: Self.start + 50) == nil && picture.overdue(at: Self.start + 101) == nil)
        #expect(picture.overdue(at: Self.start + 107) == 8)
        #expect(picture.overdue(at: Self.start + 300) == nil && picture.overdue(at: Self.start + -5) == nil)
    }

    @Test func `a stretch has the confidence of its longest part`() {
        func estimate(
            _ activity: Activity, _ start: Double, _ end: Double, _ confidence: Confidence
        ) -> ActivityEstimate {
            ActivityEstimate(
                time: Instant(seconds: start), until: Instant(seconds: end), activity: activity,
                confidence: confidence, probability: 0.5)
        }
        let stretches = SessionPicture.stretches(
            of: [
                estimate(.cycling, 0, 600, .medium), estimate(.stationary, 600, 620, .low),
                estimate(.stationary, 620, 2_000, .high), estimate(.stationary, 2_000, 2_010, .low),
                estimate(.walking, 2_020, 2_100, .medium),
            ], until: Instant(seconds: 2_200))
        #expect(stretches.map(\.activity) == [.cycling, .stationary, .walking])
        #expect(stretches.map(\.confidence) == [.medium, .high, .medium])
        #expect(stretches.map(\.time.seconds) == [0, 600, 2_020])
        #expect(stretches.map(\.until.seconds) == [600, 2_020, 2_200])
    }
}
