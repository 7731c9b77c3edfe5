import Localization
package import Replay
import SensorModel
package import ViewerModel

/// The tracks that were added to those of the session's run, the one of them that is taken for the truth, and the figures of
/// all that are shown.
@MainActor
package final class TrackWatch {
    /// A track that was added.
    private struct Added {
        /// The points, at the times of its clock.
        let line: ReferenceLine
        let geometry: TrackGeometry
        /// Whether they are the fixes of a receiver of the session.
        var isReceiver = false

        init(_ line: ReferenceLine, isReceiver: Bool = false) {
            (self.line, self.isReceiver) = (line, isReceiver)
            geometry = TrackGeometry(line.points.map(\.coordinate))
        }
    }

    /// The added tracks on the map, at the times of the session's clock.
    package private(set) var drawn: [TrackKind: TimedTrack] = [:]
    /// The comparison of the shown run with the truth; `nil` without one.
    package private(set) var comparison: ReferenceComparison?
    /// The figures of the shown tracks; `nil` while the table is closed.
    package private(set) var table: TrackTable?
    /// The search for parameters that bring the track closer to the truth.
    package let fitting = ReferenceFitting()
    /// The filters of the user's own.
    let filters = FilterWatch()
    /// The controller that shows the state.
    weak var owner: ReplayController? { didSet { filters.tracks = self } }

    private var added: [TrackKind: Added] = [:]
    private var addedCount = 0
    private var adding: [Task<Void, Never>] = []
    private var work: Task<Void, Never>?
    private var measured: Basis?

    /// The state that the figures depend on.
    private struct Basis: Equatable {
        let shown: SessionPicture?
        let compared: SessionPicture?
        let active: ParameterSets.Name?
        let layers: [MapTracks.Layer]
        let truth: TrackKind?
        let hasTable: Bool
    }

    /// The line of the truth; `nil` without one.
    package var line: ReferenceLine? { owner?.map.tracks.truth.flatMap { added[$0]?.line } }

    /// Reads a track in the background and adds it to the map.
    /// - Parameters:
    ///   - name: Its name for the user.
    ///   - isTruth: Whether the others are measured against it; then it must be one of the same journey.
    ///   - read: Reads its line.
    package func add(
        _ name: String, isTruth: Bool = false, beside session: LoadedSession,
        reading read: @escaping @Sendable () async throws -> ReferenceLine?
    ) {
        adding.append(
            Task { [weak self] in
                do {
                    let found = try await Self.read(beside: session.run, isTruth: isTruth, read)
                    guard let self, let owner, !Task.isCancelled else { return }
                    if isTruth { fitting.discard() }
                    add(Added(found.line)) { number in
                        owner.change { $0.map.tracks.add(number, name: name, offset: found.offset, isTruth: isTruth) }
                    }
                } catch {
                    if !Task.isCancelled { self?.owner?.say(localized("{1} was not added: {2}", name, error.sentence)) }
                }
            })
    }

    nonisolated private static func read(
        beside run: SessionRun, isTruth: Bool, _ read: @escaping @Sendable () async throws -> ReferenceLine?
    ) async throws -> (line: ReferenceLine, offset: Double) {
        try await ReplayController.detached {
            guard let line = try await read() else { throw ReferenceError.noLine }
            return (line, try isTruth ? ReferenceComparison(run, with: line).lag : line.offset(beside: run))
        }
    }

    /// Begins with a session. The tracks that were added stay if it is the same as before, of which a part is hidden or shown.
    func begin(_ session: LoadedSession, isSame: Bool) {
        if isSame {
            fitting.end()
            for kind in added.filter(\.value.isReceiver).keys { owner?.change { $0.map.tracks.remove(kind) } }
            filters.runAll()
        } else {
            removeAll()
        }
        addReceivers(of: session)
    }

    /// Shows the track of a filter.
    /// - Parameters:
    ///   - layer: The layer whose track it replaces; `nil` for a new one.
    ///   - name: The name of a new layer.
    /// - Returns: The layer.
    func place(_ line: ReferenceLine, on layer: TrackKind?, name: String) -> TrackKind? {
        guard let layer else {
            var placed: TrackKind?
            add(Added(line)) { number in
                placed = .added(number)
                owner?.change { $0.map.tracks.add(number, name: name, offset: 0) }
            }
            return placed
        }
        guard added[layer] != nil else { return nil }
        added[layer] = Added(line)
        measured = nil
        update()
        return layer
    }

    /// Adds the fixes of each receiver of a session with several, hidden at first.
    private func addReceivers(of session: LoadedSession) {
        let recording = session.engine.recording
        adding.append(
            Task { [weak self] in
                let found = await Task.detached(priority: .utility) {
                    ReferenceLine.receivers(of: recording).map { ($0.name, Added($0.line, isReceiver: true)) }
                }.value
                guard let self, !Task.isCancelled else { return }
                for (place, (name, track)) in found.enumerated() {
                    add(track) { number in
                        let name = name?.visible ?? localized("Receiver {1}", "\(place + 1)")
                        owner?.change { $0.map.tracks.add(number, name: name, offset: 0, isShown: false) }
                    }
                }
            })
    }

    private func add(_ track: Added, _ show: (_ number: Int) -> Void) {
        addedCount += 1
        added[.added(addedCount)] = track
        show(addedCount)
    }

    /// Finds the seconds by which the clock of an added track is ahead of the session's.
    func findOffset(of kind: TrackKind) {
        guard let line = added[kind]?.line, let run = owner?.session?.run else { return }
        adding.append(
            Task { [weak self] in
                let offset = await Task.detached { line.offset(beside: run) }.value
                guard !Task.isCancelled else { return }
                self?.owner?.edit(kind) { ($0.offset, $0.isOffsetChosen) = (offset, false) }
            })
    }

    /// Removes all tracks that were added.
    package func removeAll() {
        for task in adding { task.cancel() }
        adding = []
        filters.removeAll()
        fitting.end()
        added = [:]
        owner?.change { $0.map.tracks.removeAdded() }
    }

    /// Waits until all computations have finished.
    func settle() async {
        for task in adding { await task.value }
        await filters.settle()
        await work?.value
    }

    /// Follows the layers of the map and the run that is shown.
    func update() {
        guard let owner else { return }
        let tracks = owner.map.tracks
        let layers = tracks.layers.filter { $0.isShown && $0.kind.isLine || $0.kind == tracks.truth }
        let wanted = Basis(
            shown: owner.session?.picture, compared: owner.compared?.picture,
            active: owner.sets.isComparing ? owner.sets.active : nil,
            layers: layers.map(\.measured), truth: tracks.truth, hasTable: tracks.showsTable)
        guard wanted != measured else { return }
        measured = wanted
        added = added.filter { tracks[$0.key] != nil }
        filters.keep { tracks[$0] != nil }
        drawn = added.reduce(into: [:]) { drawn, entry in
            let offset = tracks[entry.key]?.offset ?? 0
            drawn[entry.key] = TimedTrack(
                times: entry.value.line.points.map { $0.time + -offset }, geometry: entry.value.geometry)
        }
        if tracks.truth == nil { fitting.end() }
        work?.cancel()
        let session = tracks.truth != nil || tracks.showsTable ? owner.session : nil
        if session == nil || tracks.truth == nil { comparison = nil }
        if session == nil || !tracks.showsTable { table = nil }
        owner.publish(.tracks)
        guard let session else { return }
        let material = Material(
            run: session.run, compared: owner.compared?.run, active: wanted.active, layers: layers,
            added: added.mapValues(\.line), truth: tracks.truth.flatMap { tracks[$0] }, hasTable: tracks.showsTable)
        work = Task { [weak self] in
            let found = await Task.detached { material.measure() }.value
            guard let self, !Task.isCancelled else { return }
            (comparison, table) = (found.comparison, found.table)
            self.owner?.change { state in
                state.publish(.tracks)
                // Another run may have another lag.
                if let truth = tracks.truth, let lag = found.comparison?.lag {
                    state.map.tracks.edit(truth) { $0.offset = lag }
                }
            }
        }
    }

    /// The runs and tracks from which figures are computed.
    private struct Material: Sendable {
        let run: SessionRun
        let compared: SessionRun?
        let active: ParameterSets.Name?
        let layers: [MapTracks.Layer]
        let added: [TrackKind: ReferenceLine]
        let truth: MapTracks.Layer?
        let hasTable: Bool

        func measure() -> (comparison: ReferenceComparison?, table: TrackTable?) {
            let line = truth.flatMap { added[$0.kind] }
            let comparison = line.flatMap { try? ReferenceComparison(run, with: $0, lag: truth?.chosenOffset) }
            guard hasTable else { return (comparison, nil) }
            func errors(_ track: ReferenceLine?, offset: Double = 0) -> ReferenceComparison? {
                guard let track, let line, let truth else { return nil }
                return try? ReferenceComparison(track, with: line, lag: (comparison?.lag ?? truth.offset) - offset)
            }
            func main(_ kind: TrackKind, _ run: SessionRun, _ set: ParameterSets.Name?) -> TrackTable.Column {
                let line = ReferenceLine(.smoothed, of: run) ?? ReferenceLine(.filtered, of: run)
                return TrackTable.Column(kind, line, errors: errors(line), run: run, set: set, isMain: true)
            }
            func stage(_ kind: TrackKind, _ track: TrackErrors.Track) -> TrackTable.Column {
                let line = ReferenceLine(track, of: run)
                return TrackTable.Column(kind, line, errors: errors(line), run: track == .raw ? run : nil)
            }
            let shown = Set(layers.map(\.kind))
            var columns: [TrackTable.Column] = []
            if let compared, let active {
                columns = [main(.smoothed, run, active), main(.compared, compared, active.other)]
                if active == .b { columns.reverse() }
            } else if shown.contains(.smoothed) {
                columns = [main(.smoothed, run, nil)]
            }
            for layer in layers {
                switch layer.kind {
                case .raw: columns.append(stage(.raw, .raw))
                case .filtered: columns.append(stage(.filtered, .filtered))
                case .simplified: columns.append(stage(.simplified, .simplified))
                case .added:
                    let line = added[layer.kind]
                    let errors = layer.kind == truth?.kind ? nil : errors(line, offset: layer.offset)
                    columns.append(TrackTable.Column(layer.kind, line, offset: layer.offset, errors: errors))
                case .rejected, .smoothed, .uncertainty, .stops, .compared, .roads: break
                }
            }
            return (comparison, TrackTable(columns))
        }
    }
}

extension MapTracks.Layer {
    /// The layer without what has no influence on figures.
    fileprivate var measured: MapTracks.Layer {
        var layer = self
        (layer.opacity, layer.color, layer.isShown) = (1, nil, true)
        // What was found is a figure itself.
        if !isOffsetChosen { layer.offset = 0 }
        return layer
    }

    /// The offset that the user chose; `nil` if it is to be found.
    fileprivate var chosenOffset: Double? { isOffsetChosen ? offset : nil }
}
