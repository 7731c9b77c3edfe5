import Foundation
public import SensorModel
import Synchronization

/// Listens to sources without recording, while their state is displayed by the doctor or the window's sensor list.
///
/// It uses the sensors in the same way as a recorder, so end it, and wait for its end, before a recording starts.
public final class SensorWatch: Sendable {
    private let sources: [any EventSource]
    private let clock: RecorderClock
    private let heard: Mutex<Examination>

    /// Starts to listen.
    /// - Parameters:
    ///   - sources: The sources to listen to.
    ///   - clock: The clock to listen by.
    public init(_ sources: [any EventSource], clock: RecorderClock = .system()) {
        self.sources = sources
        self.clock = clock
        heard = Mutex(Examination(of: sources.map(\.name)))
        let context = SourceContext(clock: clock, devices: DeviceNumbers())
        for source in sources {
            source.start(context) { [weak self] update in self?.take(update) }
        }
    }

    /// The state of the sources so far.
    public var examination: Examination { heard.withLock { $0 } }

    /// The current time by the clock of the events, for `RecentSamples`.
    public var now: Instant { clock.now() }

    /// Returns a stream of examinations that continues until it is no longer read; those not read in time are skipped.
    /// - Parameter seconds: The interval between two examinations, in seconds.
    public func examinations(every seconds: Double = 0.1) -> AsyncStream<Examination> {
        let (stream, next) = AsyncStream.makeStream(of: Examination.self, bufferingPolicy: .bufferingNewest(1))
        let task = Task { [self] in
            while !Task.isCancelled {
                next.yield(examination)
                try? await clock.sleep(seconds)
            }
            next.finish()
        }
        next.onTermination = { _ in task.cancel() }
        return stream
    }

    /// Stops all sources in parallel. Returns when their sensors are free again.
    public func end() async {
        await withTaskGroup(of: Void.self) { group in
            for source in sources { group.addTask { await Self.stop(source) } }
        }
    }

    private func take(_ update: SourceUpdate) {
        heard.withLock { heard in
            heard.consume(update.events.lazy.map(\.event))
            if let status = update.status { heard.consume(status) }
        }
    }

    /// Runs on a separate thread, because stopping may block and a task must not.
    private static func stop(_ source: any EventSource) async {
        await withCheckedContinuation { done in
            Thread.detachNewThread {
                source.stop()
                done.resume()
            }
        }
    }
}
