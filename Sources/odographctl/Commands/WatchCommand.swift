import ArgumentParser
import Foundation
import Recorder
import SensorModel
import Synchronization

/// `odographctl watch`: a live view in a terminal, of the recording or of the sources.
struct WatchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Show speed, fix, satellites and the effect of each fix in the filter, live in a terminal.",
        discussion: """
            Follows the recording if one runs; otherwise listens to gpsd and the motion sensors, and records nothing. An \
            estimate has the mark ≈. q ends.

            Examples:
              odographctl watch
              odographctl watch --gpsd raspberrypi:2947 --iio none
            """)

    @OptionGroup var sourceOptions: SourceOptions

    @OptionGroup var recorderOptions: RecorderOptions

    /// The time between two screens.
    private static let pause = Duration.milliseconds(250)

    func run() async throws {
        Interruption.watch()
        let state = SharedState()
        let clock = RecorderClock.system()
        let folder = recorderOptions.folder
        let link = folder.recorder == nil ? nil : try RecorderLink.attach(to: folder)
        let sources = link == nil ? try sourceOptions.sources() : []
        guard let terminal = Terminal() else {
            link?.detach()
            throw CommandError("watch needs a terminal; `odographctl record` prints a line a second elsewhere.")
        }
        let context = SourceContext(clock: clock, devices: DeviceNumbers())
        for source in sources { source.start(context) { state.consume($0) } }
        let following = link.map { link in
            Task {
                for await message in link.messages { if !state.consume(message) { return } }
            }
        }
        while !Interruption.isRequested, !terminal.keys().contains(where: { $0 == UInt8(ascii: "q") }) {
            let now = clock.now()
            if link == nil { state.advance(to: now) }
            if state.hasEnded { break }
            let size = terminal.size
            terminal.show(WatchScreen(state: state.value, now: now, columns: size.columns, rows: size.rows).lines)
            try? await Task.sleep(for: Self.pause)
        }
        link?.detach()
        following?.cancel()
        await withTaskGroup(of: Void.self) { group in
            for source in sources { group.addTask { source.stop() } }
        }
    }
}

/// The state that sources change and the screen reads.
private final class SharedState: Sendable {
    private let state = Mutex((watch: WatchState(), hasEnded: false))

    var value: WatchState { state.withLock { $0.watch } }
    /// Whether the recording has ended.
    var hasEnded: Bool { state.withLock { $0.hasEnded } }

    func advance(to now: Instant) { state.withLock { $0.watch.advance(to: now) } }

    func consume(_ update: SourceUpdate) {
        state.withLock { state in
            state.watch.consume(update.events.map(\.event))
            if let status = update.status { state.watch.consume(status) }
        }
    }

    /// Consumes a message of the recorder. Returns `false` after the last one.
    func consume(_ message: RecorderLink.Message) -> Bool {
        state.withLock { state in
            switch message {
            case .events(let events): state.watch.consume(events)
            case .restarted: state.watch = WatchState()
            case .status(let status): state.watch.consume(status)
            case .ended: state.hasEnded = true
            }
            return !state.hasEnded
        }
    }
}
