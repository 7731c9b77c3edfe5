import FusionCore
import Replay
import SensorModel
import Testing
import ViewerModel

@Suite struct SessionLandmarksTests {
    @Test func `the landmarks are the stops, outages and rejections of the run, in order`() throws {
        let run = try SampleRide.run()
        let landmarks = SessionLandmarks(run)
        let stops = landmarks.landmarks.count { if case .stop = $0.kind { true } else { false } }
        #expect(stops == run.day.stopCount)
        let reasons = Set(
            landmarks.landmarks.compactMap { landmark -> FixVerdict.Rejection? in
                if case .rejection(let reason) = landmark.kind { reason } else { nil }
            })
        #expect(reasons == Set(run.core.fixes.compactMap(\.rejection)))
        let times = landmarks.landmarks.map(\.instant)
        #expect(!times.isEmpty && times == times.sorted())
    }

    @Test func `a duplicate is no landmark`() throws {
        let run = try SampleRide.run(of: SampleRide.recording(twice: [50, 60]))
        #expect(run.core.rejected[.duplicate] == 2)
        #expect(SessionLandmarks(run) == SessionLandmarks(try SampleRide.run()))
    }

    @Test func `one after another leads through all of them, and back`() throws {
        let landmarks = SessionLandmarks(try SampleRide.run())
        var found: [Instant] = []
        var here = SampleRide.start + -1_000
        while let next = landmarks.next(after: here), found.count < 1_000 {
            found.append(next.instant)
            here = next.instant
        }
        #expect(found.first == landmarks.landmarks.first?.instant)
        #expect(found.count <= landmarks.landmarks.count && zip(found, found.dropFirst()).allSatisfy(<))
        #expect(landmarks.next(after: here) == nil)
        let back = try #require(landmarks.previous(before: here + 1_000))
        #expect(back.instant == landmarks.landmarks.last?.instant)
        #expect(landmarks.previous(before: found[0]) == nil)
    }
}
