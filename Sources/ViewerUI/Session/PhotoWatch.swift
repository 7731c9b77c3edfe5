import FusionCore
import ViewerModel

/// The photos that the user shows; a photo whose camera states no place is where the session was at its time.
@MainActor
final class PhotoWatch {
    /// The photos that have a place.
    private(set) var placed: [PlacedPhoto] = []
    /// The number of photos that were found.
    var count: Int { files.count }
    /// Called when other photos have a place.
    var onChange: () -> Void = {}
    /// Called with new photos when they have been placed, until ``isReported``.
    var onFound: () -> Void = {}
    /// Whether the user knows how many of the photos have a place.
    var isReported = true

    private let client: PhotoClient?
    private var files: [PhotoClient.File] = []
    private var session: LoadedSession?
    private var finding: Task<Void, Never>?
    private var placing: Task<Void, Never>?

    init(_ client: PhotoClient?) { self.client = client }

    /// Shows the photos among files and in folders, in the place of those that were shown; none hide them.
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

    /// Places the photos; the newest call wins.
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
