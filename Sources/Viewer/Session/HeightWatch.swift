package import MapTiles
package import ViewerModel

/// The ground heights along the session's track, read in the background from the user's files.
@MainActor
package final class HeightWatch {
    /// The heights over time in metres; `nil` if they are unknown.
    package private(set) var heights: TimeSeries?
    /// The controller that shows the state.
    weak var owner: ReplayController?

    private var map: HeightMap?
    private var session: LoadedSession?
    private var finding: Task<Void, Never>?

    /// The time in milliseconds to wait after a change of parameters, because another one might follow.
    private static let pause = Duration.milliseconds(200)

    /// Uses other files of heights; `nil` for none.
    package func show(_ map: HeightMap?) {
        self.map = map
        find(after: .zero)
    }

    /// Follows the session that is shown; `nil` for none.
    package func show(_ session: LoadedSession?) {
        let isOther = session?.picture.session != self.session?.picture.session
        self.session = session
        if isOther { set(nil) }
        find(after: isOther ? .zero : Self.pause)
    }

    private func set(_ heights: TimeSeries?) {
        guard heights != nil || self.heights != nil else { return }
        self.heights = heights
        owner?.publish(.heights)
    }

    /// Reads the heights. A newer call cancels an older one.
    private func find(after pause: Duration) {
        finding?.cancel()
        guard let map, let session else { return set(nil) }
        finding = Task { [weak self] in
            try? await Task.sleep(for: pause)
            let found = await Self.heights(under: session, in: map)
            if !Task.isCancelled { self?.set(found) }
        }
    }

    @concurrent
    private nonisolated static func heights(under session: LoadedSession, in map: HeightMap) async -> TimeSeries? {
        MapHeights.series(along: session.picture.tracks.finestPositions, isCancelled: { Task.isCancelled }) {
            map.height(at: $0)
        }
    }
}
