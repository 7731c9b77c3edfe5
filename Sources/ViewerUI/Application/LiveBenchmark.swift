import Foundation
import GTKKit
import Geometry
import Replay
import SensorModel
import Viewer
import ViewerModel

/// Shows a day of recording in time lapse, and measures what it costs the window's process hour by hour.
///
/// The events are those of the open session, repeated. The costs are processor time, so that other programs do not change them.
@MainActor
final class LiveBenchmark {
    private let window: MainWindow
    private var paintings = 0
    private var rows: [String] = []
    private var pictures: [Double] = []
    private var seconds: [Double] = []

    /// The hours of the recording, and the time between two measured pictures, in seconds.
    private static let (hours, interval) = (24, 900.0)
    /// The maximum number of events processed at a time.
    private static let batchLength = 20_000

    init(window: MainWindow) { self.window = window }

    /// Runs it.
    /// - Returns: One JSON object: for each hour, the median cost of a picture with its frame, and that of a second without one.
    func run() async -> String {
        let replay = window.replay
        guard let events = replay.session?.engine.recording.events, let start = events.first(where: { _ in true }),
            let length = replay.picture.map({ $0.end - $0.start })
        else { return "{}" }
        let meter = FrameMeter(window.map.widget) { _ in self.paintings += 1 }
        replay.startLive()
        var (batch, due) = ([SensorEvent](), start.received + Self.interval)
        for lap in 0... where rows.count < Self.hours {
            for event in events {
                let event = event.moved(by: Instant(seconds: (length + 1) * Double(lap)).nanoseconds)
                batch.append(event)
                guard event.received >= due else { continue }
                due = event.received + Self.interval
                await measure(batch)
                batch.removeAll(keepingCapacity: true)
                guard rows.count < Self.hours else { break }
            }
            if rows.count >= Self.hours { break }
        }
        _ = meter
        return "{\"benchmark\":\"live\",\"unit\":\"ms\",\"hours\":[\(rows.joined(separator: ","))],"
            + "\"points\":\(replay.picture?.tracks.raw.times.count ?? 0)}"
    }

    private func measure(_ batch: [SensorEvent]) async {
        let before = Self.processorMilliseconds
        for first in stride(from: 0, to: batch.count, by: Self.batchLength) {
            await window.replay.consume(
                batch[first..<min(first + Self.batchLength, batch.count)], redrawsTracks: false)
        }
        let consumed = Self.processorMilliseconds
        let painted = paintings
        await window.replay.consume([], redrawsTracks: true)
        for _ in 0..<60 where paintings == painted { await MainLoop.wait(milliseconds: 2) }
        seconds.append((consumed - before) / Self.interval)
        pictures.append(Self.processorMilliseconds - consumed)
        guard Double(pictures.count) * Self.interval >= 3_600 else { return }
        rows.append(
            "{\"hour\":\(rows.count + 1),\"picture\":\(Self.median(pictures)),\"second\":\(Self.median(seconds))}")
        (pictures, seconds) = ([], [])
    }

    private static func median(_ costs: [Double]) -> String {
        decimalText(quantiles([0.5], of: costs)[0], decimals: 2, separator: ".", isGrouped: false)
    }

    private static var processorMilliseconds: Double {
        var now = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now)
        return Double(now.tv_sec) * 1e3 + Double(now.tv_nsec) / 1e6
    }
}
