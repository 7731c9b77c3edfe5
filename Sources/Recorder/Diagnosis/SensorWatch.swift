import Foundation
public import SensorModel
import Synchronization

/// Listens to sources without recording, for as long as somebody looks: the doctor, the window's list of sensors.
///
/// It uses the sensors as a recorder does, so it is to be ended, and waited for, before a recording begins.
public final class SensorWatch: Sendable {
    private let sources: [any EventSource]
    private let clock: RecorderClock
    private let heard: Mutex<Examination>

    /// Starts to listen.
    /// - Parameters:
    ///   - sources: What to listen to.
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

    /// What was heard so far.
    public var examination: Examination { heard.withLock { $0 } }

    /// The present, by the clock of what is heard: what `RecentSamples` asks for.
    public var now: Instant { clock.now() }

    /// Returns what was heard so far, again and again until nobody takes it; one that was not taken in time is left out.
    /// - Parameter seconds: Between two.
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

    /// Ends all sources side by side; returns when their sensors are free again.
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

    /// Stopping may block, which a task must not.
    private static func stop(_ source: any EventSource) async {
        await withCheckedContinuation { done in
            Thread.detachNewThread {
                source.stop()
                done.resume()
            }
        }
    }
}
