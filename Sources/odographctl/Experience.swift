import Foundation
import SensorModel
import SessionStore
import Synchronization

/// What the library's sessions learned before a recording, and what the recording adds to it.
final class Experience: Sendable {
    private let isKept: Bool
    private let kept = Mutex(Learned())

    /// Only a session of the library teaches it.
    init(isKept: Bool) {
        self.isKept = isKept
    }

    /// Returns what was learned before; a library that cannot tell costs the calibration, not the recording.
    func before() -> Learned {
        guard FileManager.default.fileExists(atPath: SessionLibrary.standardFolder()) else { return Learned() }
        do {
            return try SessionLibrary().learned()
        } catch {
            StandardError.write("\(error) Recording without what was learned before.")
            return Learned()
        }
    }

    /// Keeps what is new.
    func keep(_ learned: Learned) {
        let isNews = kept.withLock { kept in
            defer { kept = learned }
            return kept != learned
        }
        guard isKept, isNews else { return }
        do {
            guard let aside = try SessionLibrary().keep(learned) else { return }
            StandardError.write("What was learned before could not be read, and is kept in \(aside).")
        } catch {
            StandardError.write("\(error) What this session learned is not kept.")
        }
    }
}
