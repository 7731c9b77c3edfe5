import FusionCore
import Replay
import SensorModel

/// The fixes of a session with their verdicts, which the user can overrule.
struct SessionFixes {
    private let fixes: RecordedFixes

    /// The maximum time in seconds between a time stated by the user and the fix that it selects.
    private static let nearest = 1.0

    /// Reads a session and judges its fixes.
    /// - Throws: `SessionError` or `FormatError`, whose message says what is wrong.
    init(path: String) throws {
        let input = try SessionInput(path: path)
        fixes =
            CoreRun(input.recording, parameters: input.parameters, keepsRecord: false)?.fixes ?? RecordedFixes()
    }

    /// Returns the fixes of a span of time, ends included.
    func indices(in span: TimeSpan) -> [Int] {
        fixes.indices.filter { span.start <= fixes.time(of: $0) && fixes.time(of: $0) <= span.end }
    }

    /// Returns the fixes of the time that is nearest to an instant; an empty array if none is within a second.
    func indices(at instant: Instant) -> [Int] {
        func distance(_ index: Int) -> Double { abs(fixes.time(of: index) - instant) }
        guard let nearest = fixes.indices.map(distance).min(), nearest <= Self.nearest else { return [] }
        return fixes.indices.filter { distance($0) == nearest }
    }

    /// Returns the decisions that change the verdicts on fixes. A fix that the track cannot use is left out.
    func corrections(of indices: [Int], isAccepted: Bool) -> [Correction] {
        indices.filter { index in
            let rejection = fixes[index].rejection
            return isAccepted ? rejection?.canBeOverruled == true : rejection == nil
        }.map { .fix(FixRuling(fixes.identity(of: $0), isAccepted: isAccepted)) }
    }
}
