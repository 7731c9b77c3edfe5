import SensorModel

@testable import FusionCore

/// Made-up windows in which the speed is all there is.
enum SpeedWindows {
    /// Makes windows with the speeds that a closure gives for each second.
    static func make(
        _ seconds: Double, stepShare: Double? = nil, speed: (Double) -> Double?
    ) -> [ActivityWindow] {
        let start = Instant(seconds: 1_700_000_000)
        return (0..<Int(seconds / ActivityClassifier.hop)).map { index in
            let time = Double(index) * ActivityClassifier.hop
            return ActivityWindow(
                start: start + time, end: start + (time + ActivityClassifier.hop), stepShare: stepShare,
                speed: speed(time), accuracy: 5)
        }
    }
}
