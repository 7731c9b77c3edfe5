import SensorModel
import Testing

@testable import FusionCore

@Suite struct SpeedTrackTests {
    private static let sources: [SpeedEstimate.Source] = [.gps, .pedometer, .placeholder, .deadReckoning, .still]
    private static let qualities: [SpeedEstimate.Quality] = [.good, .fair, .poor, .none]

    private var estimates: [SpeedEstimate] {
        Self.sources.flatMap { source in
            Self.qualities.flatMap { quality in
                [false, true].map { isEstimated in
                    SpeedEstimate(
                        time: Instant(seconds: 7), value: 0.1 + Double(quality.rawValue.count), source: source,
                        isEstimated: isEstimated, quality: quality)
                }
            }
        }
    }

    @Test func `every speed comes back to the bit`() {
        let track = SpeedTrack(estimates)
        #expect(Array(track) == estimates)
        #expect(track.indices.map { track.isEstimated($0) } == estimates.map(\.isEstimated))
        #expect(track.times == estimates.map(\.time) && track.values == estimates.map(\.value))
    }

    @Test func `times are shared only with the same ones`() {
        let track = SpeedTrack(estimates)
        #expect(track.sharing(estimates.map(\.time)) == track)
        #expect(track.sharing([Instant(seconds: 8)]) == track)
    }
}
