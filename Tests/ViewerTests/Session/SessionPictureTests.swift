import SensorModel
import Testing

@testable import FusionCore
@testable import Viewer

@Suite struct SessionPictureTests {
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
