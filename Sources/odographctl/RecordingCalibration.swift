import Foundation
import SensorModel
import SessionStore
import Synchronization

/// The calibration learned from the library's sessions before a recording, and what the recording adds to it.
final class RecordingCalibration: Sendable {
    private let isKept: Bool
    private let kept = Mutex(Learned())

    /// Creates an empty calibration. It is stored only if the recording is a session of the library.
    init(isKept: Bool) {
        self.isKept = isKept
    }

    /// Returns the stored calibration. If the library cannot be read, the recording starts without it.
    func before() -> Learned {
        guard FileManager.default.fileExists(atPath: SessionLibrary.standardFolder()) else { return Learned() }
        do {
            return try SessionLibrary().learned()
        } catch {
            StandardError.write("\(error) Recording without what was learned before.")
            return Learned()
        }
    }

    /// Stores a calibration if it has changed.
    func keep(_ learned: Learned) {
        let isNews = kept.withLock { kept in
            defer { kept = learned }
            return kept != learned
        }
        guard isKept, isNews else { return }
        do {
            guard let aside = try SessionLibrary().keep(learned) else { return }
            StandardError.write("The earlier calibration cannot be read, and is kept in \(aside).")
        } catch {
            StandardError.write("\(error) What this session learned is not kept.")
        }
    }
}
