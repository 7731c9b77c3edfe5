import Replay
import SessionStore
import Viewer

extension TuningClient {
    /// The client that keeps parameters in the user's library.
    static var live: TuningClient {
        TuningClient(
            kept: { folder, recording in
                guard let content = SessionContent(recording.events),
                    let library = try? SessionLibrary.existing(folder ?? SessionLibrary.standardFolder())
                else { return nil }
                return try? library.tunedParameters(of: content)
            },
            keep: { folder, recording, parameters in
                guard let content = SessionContent(recording.events) else { return }
                try SessionLibrary(folder: folder ?? SessionLibrary.standardFolder()).keep(parameters, of: content)
            })
    }
}
