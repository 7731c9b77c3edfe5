/// A file that is read from the start of the program, while its window is still being created.
@MainActor
package final class EarlyOpening {
    /// The file.
    package let path: String
    /// The session that results.
    package let work: Task<LoadedSession, any Error>
    /// Called with the fraction read.
    var onShare: (Double) -> Void {
        get { relay.onShare }
        set { relay.onShare = newValue }
    }
    private let relay: Relay

    /// Passes the fraction read to an observer that is set after reading began.
    @MainActor
    private final class Relay {
        var onShare: (Double) -> Void = { _ in }
    }

    /// Begins to read a file.
    package init(_ path: String, _ clients: ViewerClients, folder: String?) {
        self.path = path
        let relay = Relay()
        self.relay = relay
        let progress: @Sendable (Double) -> Void = { share in Task { @MainActor in relay.onShare(share) } }
        let read = clients.reading([path])
        let tuning = clients.tuning
        work = Task.detached {
            try await LoadedSession.load({ try await read(progress) }) { tuning?.kept(folder, $0.recording) }
        }
    }
}
