import Geometry
import Localization
import Replay
import SensorModel
import ViewerModel

/// The programs of the user's own that filter positions: each runs over the events that are shown, and again after a change of
/// these or of its file.
@MainActor
final class FilterWatch {
    /// The tracks that were added to the map.
    weak var tracks: TrackWatch?

    private struct Program {
        let name: String
        let path: String
        /// Its layer of the map; `nil` before its first track.
        var layer: TrackKind?
        var run: Task<Void, Never>?
        var watch: Task<Void, Never>?

        func cancel() {
            run?.cancel()
            watch?.cancel()
        }
    }

    /// The time between two looks at the file of a program.
    private static let watchInterval = Duration.milliseconds(200)
    /// The time between two drawings of a track that grows, in seconds: at least, and per point, so that a long one costs no
    /// more than a short one.
    nonisolated private static let (leastInterval, intervalPerPoint) = (0.9, 1.0 / 3_600)

    private var programs: [Int: Program] = [:]
    private var count = 0

    private var owner: ReplayController? { tracks?.owner }

    /// Runs a program over the events that are shown, and adds its track to the map.
    /// - Parameter name: Its name for the user.
    func add(_ name: String, path: String) {
        count += 1
        let number = count
        programs[number] = Program(name: name, path: path)
        programs[number]?.watch = Task { [weak self] in
            var known = await FileVersion.read(path)
            var seen = known
            while (try? await Task.sleep(for: Self.watchInterval)) != nil {
                let version = await FileVersion.read(path)
                // An editor may still be writing.
                if let version, version == seen, version != known {
                    known = version
                    self?.run(number)
                }
                seen = version
            }
        }
        run(number)
    }

    /// Runs all programs again, since the events have changed.
    func runAll() { for number in programs.keys.sorted() { run(number) } }

    /// Forgets the programs whose layer is gone.
    func keep(_ hasLayer: (TrackKind) -> Bool) {
        for (number, program) in programs {
            guard let layer = program.layer, !hasLayer(layer) else { continue }
            program.cancel()
            programs[number] = nil
        }
    }

    /// Ends and forgets all programs.
    func removeAll() {
        for program in programs.values { program.cancel() }
        programs = [:]
    }

    /// Waits until the programs that run over a whole recording have finished.
    func settle() async {
        guard owner?.isLive != true else { return }
        for program in programs.values { await program.run?.value }
    }

    private func run(_ number: Int) {
        guard let program = programs[number], let owner, let client = owner.clients?.filter else { return }
        program.run?.cancel()
        let (session, live) = (owner.session, owner.isLive ? owner.recording?.source : nil)
        programs[number]?.run = Task { [weak self] in
            do {
                if let recording = session?.engine.recording {
                    let found = try await ReplayController.detached { try await client.run(program.path, recording) }
                    guard !Task.isCancelled else { return }
                    if let message = found.message { self?.owner?.say(message.visible) }
                    guard let line = found.line else { throw ReferenceError.noLine }
                    self?.place(line, of: number)
                } else if let live {
                    let positions = client.follow(program.path, await live.events())
                    for try await line in Self.lines(of: positions) { self?.place(line, of: number) }
                }
            } catch {
                if !Task.isCancelled { self?.report(error, of: number) }
            }
        }
    }

    private func place(_ line: ReferenceLine, of number: Int) {
        guard !Task.isCancelled, let program = programs[number] else { return }
        let layer = tracks?.place(line, on: program.layer, name: program.name)
        programs[number]?.layer = layer
    }

    private func report(_ error: any Error, of number: Int) {
        guard let program = programs[number] else { return }
        owner?.say(
            program.layer == nil
                ? localized("{1} was not added: {2}", program.name, error.sentence) : error.sentence)
    }

    /// Returns the line of positions as it grows, from two points on. A position replaces those at and after its time.
    nonisolated private static func lines(
        of positions: AsyncThrowingStream<[OwnFilterClient.Position], any Error>
    ) -> AsyncThrowingStream<ReferenceLine, any Error> {
        AsyncThrowingStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let task = Task.detached {
                var times: [Instant] = []
                var places: [Coordinate] = []
                var due = ContinuousClock.now
                do {
                    for try await batch in positions {
                        for position in batch {
                            while let last = times.last, last >= position.time {
                                times.removeLast()
                                places.removeLast()
                            }
                            times.append(position.time)
                            places.append(position.coordinate)
                        }
                        let now = ContinuousClock.now
                        guard now >= due, let line = ReferenceLine(times: times, coordinates: places) else { continue }
                        continuation.yield(line)
                        due = now + .seconds(max(leastInterval, Double(line.count) * intervalPerPoint))
                    }
                    if let line = ReferenceLine(times: times, coordinates: places) { continuation.yield(line) }
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }
}
