import FusionCore
import Geometry
import Localization
import RoadMatching
package import ViewerModel

/// The roads of the user's maps that the session used. They are offered if a map has some, and found in the background
/// when the user requests them.
@MainActor
package final class RoadWatch {
    /// True if a map has roads along the track.
    package private(set) var isOffered = false
    /// True while the roads are being found.
    package private(set) var isWorking = false
    /// The roads; `nil` if they were not requested or are not found yet.
    package private(set) var roads: MatchedRoads?
    /// Whether the user requested the roads.
    package var isOn = false { didSet { if isOn != oldValue { match(after: .zero) } } }
    /// The controller that shows the state.
    weak var owner: ReplayController?

    private var maps: [TileClient.Tiles] = []
    private var session: LoadedSession?
    private var looking: Task<Void, Never>?
    private var matching: Task<Void, Never>?

    /// The number of points of the track at which a map is checked for roads.
    nonisolated private static let samples = 24
    /// The time in milliseconds to wait after a change of parameters, because another one might follow.
    private static let pause = Duration.milliseconds(200)

    /// Uses other maps, the finest vector map first.
    package func show(_ maps: [TileClient.Tiles]) {
        self.maps = maps.filter { $0.isVector && $0.readFile != nil }.sorted {
            $0.zoomLevels.upperBound > $1.zoomLevels.upperBound
        }
        look()
    }

    /// Follows the session that is shown; `nil` for none.
    package func show(_ session: LoadedSession?) {
        let isOther = session?.picture.session != self.session?.picture.session
        self.session = session
        if isOther { look() } else { match(after: Self.pause) }
    }

    /// Checks whether a map has roads along the track, and finds them if they are requested.
    private func look() {
        looking?.cancel()
        offer(false)
        match(after: .zero)
        guard let session, !maps.isEmpty else { return }
        let maps = maps
        looking = Task { [weak self] in
            let isOffered = await Self.hasRoads(session, in: maps)
            guard let self, !Task.isCancelled else { return }
            offer(isOffered)
            match(after: .zero)
        }
    }

    private func offer(_ isOffered: Bool) {
        guard isOffered != self.isOffered else { return }
        self.isOffered = isOffered
        owner?.publish(.roads)
    }

    nonisolated private static func hasRoads(_ session: LoadedSession, in maps: [TileClient.Tiles]) async -> Bool {
        let track = session.picture.tracks.finestPositions
        let step = max(1, track.count / samples)
        let places = stride(from: 0, to: track.count, by: step).map { track.coordinate(of: $0) }
        return maps.contains { map in
            guard let read = map.readFile, !Task.isCancelled else { return false }
            return RoadMatcher.hasRoads(near: places, zoomLevels: map.zoomLevels, tile: read)
        }
    }

    /// Finds the roads. A newer call cancels an older one.
    private func match(after pause: Duration) {
        matching?.cancel()
        guard isOn, isOffered, let session else {
            let wasShown = isWorking || roads != nil
            (isWorking, roads) = (false, nil)
            if wasShown { owner?.publish(.roads) }
            return
        }
        isWorking = true
        owner?.publish(.roads)
        let maps = maps
        matching = Task { [weak self] in
            var failure: (any Error)?
            var found: MatchedRoads?
            do {
                try await Task.sleep(for: pause)
                found = try await Self.match(session, to: maps)
            } catch { failure = error }
            guard let self, !Task.isCancelled else { return }
            (isWorking, roads) = (false, found)
            owner?.publish(.roads)
            if let failure { owner?.say(failure.sentence) }
        }
    }

    /// Matches to the finest map that has roads near the track.
    nonisolated private static func match(
        _ session: LoadedSession, to maps: [TileClient.Tiles]
    ) async throws -> MatchedRoads {
        let track = session.picture.tracks.finestPositions
        let places = TrackPlace.places(of: track, activities: session.picture.activities)
        for map in maps {
            guard let read = map.readFile else { continue }
            do {
                let match = try RoadMatcher().match(
                    places, zoomLevels: map.zoomLevels, isCancelled: { Task.isCancelled }, tile: read)
                return MatchedRoads(match, of: track)
            } catch let error as RoadMatchingError where error.isLack { continue }
        }
        throw RoadMatchingError.noRoads
    }
}
