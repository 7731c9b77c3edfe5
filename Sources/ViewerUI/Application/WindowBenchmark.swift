import Foundation
import GTKKit
import Geometry
import SensorModel
import Viewer
import ViewerModel

/// Performs one kind of work in the window and measures the time for each frame.
///
/// The time for a frame is that of the handler that requested it, plus the time from the start of the frame clock's
/// phases to the end of painting. Waiting for the display's next tick does not count. After a change of a parameter,
/// the run in the background is included; the first frame with the new track and the frame of the whole run are
/// measured separately.
@MainActor
final class WindowBenchmark {
    private let window: MainWindow
    private let kind: ViewerOptions.Benchmark
    private var costs: [Double] = []
    /// For changes of a parameter: the times until the first frame that shows the new track, either a preview or the
    /// whole run.
    private var firstCosts: [Double] = []
    private var awaitsFirst = false
    private var handled = 0.0
    /// The time of the parameter change whose frame has not been painted yet.
    private var changed: ContinuousClock.Instant?
    private var meter: FrameMeter?

    /// The number of measured frames, and of the warm-up frames before them.
    private static let frames = 240
    private static let warmUp = 10

    init(window: MainWindow, kind: ViewerOptions.Benchmark) {
        self.window = window
        self.kind = kind
    }

    /// Runs it.
    /// - Returns: One JSON object.
    func run() async -> String {
        // Holds the benchmark until the meter is removed.
        meter = FrameMeter(window.map.widget) { self.take($0) }
        for step in 0..<(Self.frames + Self.warmUp) {
            let count = costs.count
            if step == Self.warmUp {
                costs.removeAll()
                firstCosts.removeAll()
            }
            let began = ContinuousClock.now
            act(step)
            handled = Self.milliseconds(since: began)
            if isTuning {
                changed = began
                awaitsFirst = true
                await window.replay.settle()
            }
            await frame(after: step == Self.warmUp ? 0 : count)
        }
        meter = nil
        return report
    }

    private var isTuning: Bool { [.tune, .tunePosition, .tuneAttitude].contains(kind) }

    private func act(_ step: Int) {
        switch kind {
        case .pan: window.map.framing.pan(byX: step % 60 < 30 ? 9 : -9, y: step % 40 < 20 ? 5 : -5)
        case .scrub:
            let length = window.replay.playback.axis.length
            let share = Double((step * 37) % 240) / 240
            window.replay.handle(.seekPosition(length * share))
        case .tune:
            window.replay.tune(.set("simplifier.tolerance", .number(2 + Double(step % 40) / 4)))
        case .tunePosition:
            window.replay.tune(.set("position.constantVelocity.processNoise", .number(0.5 + Double(step % 40) / 40)))
        case .tuneAttitude:
            window.replay.tune(.set("attitude.accelerometerTime", .number(2 + Double(step % 40) / 20)))
        case .windows, .open, .live: break
        }
    }

    /// Records a frame. For a change of a parameter, only the first frame that shows its run counts, including all the
    /// time since the change.
    private func take(_ milliseconds: Double) {
        if isTuning {
            let replay = window.replay
            guard let began = changed, let shown = replay.lastTuned, shown > began else { return }
            handled = Self.milliseconds(shown - began)
            if awaitsFirst { firstCosts.append(milliseconds + handled) }
            awaitsFirst = false
            guard !replay.isExcerpt, replay.session?.parameters == replay.parameters else { return }
            changed = nil
        }
        costs.append(milliseconds + handled)
        handled = 0
    }

    /// Waits until a frame was painted; a change without a visible effect paints none.
    private func frame(after count: Int) async {
        for _ in 0..<60 where costs.count <= count { await MainLoop.wait(milliseconds: 2) }
    }

    private static func milliseconds(since start: ContinuousClock.Instant) -> Double {
        milliseconds(ContinuousClock.now - start)
    }

    private static func milliseconds(_ duration: Duration) -> Double {
        let parts = duration.components
        return Double(parts.seconds) * 1e3 + Double(parts.attoseconds) / 1e15
    }

    private var report: String {
        "{\"benchmark\":\"\(kind.rawValue)\",\"frames\":\(costs.count),\(Self.quantiles(of: costs)),"
            + (isTuning ? "\"first\":{\(Self.quantiles(of: firstCosts))}," : "") + "\"unit\":\"ms\","
            + "\"points\":\(window.replay.picture?.tracks.raw.times.count ?? 0),"
            + "\"residentMemory\":\(decimalText(Self.residentMegabytes, decimals: 1, separator: ".", isGrouped: false)),\"memoryUnit\":\"MB\"}"
    }

    private static func quantiles(of costs: [Double]) -> String {
        zip(["median", "p95", "p99"], Geometry.quantiles([0.5, 0.95, 0.99], of: costs)).map { name, cost in
            "\"\(name)\":\(costs.isEmpty ? "null" : decimalText(cost, decimals: 3, separator: ".", isGrouped: false))"
        }.joined(separator: ",")
    }

    private static var residentMegabytes: Double {
        let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
        let pages = text.split(separator: " ").dropFirst().first.flatMap { Double($0) } ?? 0
        return pages * Double(sysconf(Int32(_SC_PAGESIZE))) / 1e6
    }
}
