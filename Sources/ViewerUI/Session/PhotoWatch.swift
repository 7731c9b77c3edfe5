import FusionCore
import ViewerModel

/// The photos that the user shows. A photo without a position is placed on the session's track at its time.
@MainActor
final class PhotoWatch {
    /// The photos with a position.
    private(set) var placed: [PlacedPhoto] = []
    /// The number of photos that were found.
    var count: Int { files.count }
    /// Called when the positions of the photos have changed.
    var onChange: () -> Void = {}
    /// Called with new photos when their positions are known, until ``isReported`` is set.
    var onFound: () -> Void = {}
    /// Whether the number of photos with a position has been reported to the user.
    var isReported = true

    private let client: PhotoClient?
    private var files: [PhotoClient.File] = []
    private var session: LoadedSession?
    private var finding: Task<Void, Never>?
    private var placing: Task<Void, Never>?

    init(_ client: PhotoClient?) { self.client = client }

    /// Shows the photos among files and in folders instead of the current ones; an empty list hides them.
    func show(_ paths: [String]) {
        finding?.cancel()
        placing?.cancel()
        guard let client, !paths.isEmpty else {
            files = []
            isReported = true
            return set([])
        }
        finding = Task { [weak self] in
            let files = await client.find(paths)
            guard let self, !Task.isCancelled else { return }
            self.files = files
            isReported = false
            place()
        }
    }

    /// Follows the session that is shown; `nil` for none.
    func show(_ session: LoadedSession?) {
        self.session = session
        if !files.isEmpty { place() }
    }

    /// Finds the positions of the photos. A newer call cancels an older one.
    private func place() {
        placing?.cancel()
        placing = Task { [weak self, files, session] in
            let placed = await Self.placed(files, session)
            guard let self, !Task.isCancelled else { return }
            set(placed)
            if !isReported { onFound() }
        }
    }

    private func set(_ placed: [PlacedPhoto]) {
        guard placed != self.placed else { return }
        self.placed = placed
        onChange()
    }

    @concurrent
    private nonisolated static func placed(
        _ files: [PhotoClient.File], _ session: LoadedSession?
    ) async -> [PlacedPhoto] {
        let track = session?.picture.tracks.finestPositions ?? PositionTrack()
        return files.compactMap { file in
            PlacedPhoto(path: file.path, facts: file.facts, along: track) { ClockTime.utcOffset(at: $0) }
        }
    }
}
