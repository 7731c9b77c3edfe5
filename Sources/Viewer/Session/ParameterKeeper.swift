import FusionCore
import Localization

/// Keeps the parameters that the user chose for an opened file, so that they are there again when it is opened.
@MainActor
final class ParameterKeeper {
    private let client: TuningClient?
    private let folder: () -> String?
    private var due: (source: OpenedSession, parameters: Parameters)?
    private var waiting: Task<Void, Never>?
    /// Whether the file still has the parameters with which it was opened; those need not be kept.
    var hasOwn = true

    /// The time after a change for which another one is awaited, so that a drag of a slider is written once.
    private static let pause = Duration.seconds(1)

    init(client: TuningClient?, folder: @escaping () -> String?) {
        self.client = client
        self.folder = folder
    }

    /// Returns a closure that reads the kept parameters of a session.
    var reader: @Sendable (OpenedSession) -> Parameters? {
        { [client, folder = folder()] source in
            source.path == nil ? nil : client?.kept(folder, source.recording)
        }
    }

    /// Keeps parameters a moment after the last change.
    /// - Parameter failed: Called with a sentence if they cannot be kept.
    func keep(
        _ parameters: Parameters, of source: OpenedSession,
        failed: @escaping @MainActor (String) -> Void
    ) {
        guard client != nil, source.path != nil else { return }
        due = (source, parameters)
        waiting?.cancel()
        waiting = Task { [weak self] in
            try? await Task.sleep(for: Self.pause)
            guard let self, !Task.isCancelled, let write = takeDue() else { return }
            do { try await Task.detached(operation: write).value } catch { failed(error.sentence) }
        }
    }

    /// Immediately keeps what is due: the program may end.
    func settle() {
        waiting?.cancel()
        try? takeDue()?()
    }

    private func takeDue() -> (@Sendable () throws -> Void)? {
        guard let client, let (source, parameters) = due else { return nil }
        due = nil
        let isOwn = hasOwn && parameters == source.parameters
        return { [folder = folder()] in
            try client.keep(folder, source.recording, isOwn ? nil : parameters)
        }
    }
}
