import Geometry
import Geometry
import Foundation
import FusionCore
import SensorModel

/// The activities of a recording by a motion model, with one row per window: middle, live activity and probability, saved
/// activity and probability.
func activities(of table: Rows, model: BoostedTrees) -> [Double] {
    let told = listen(table, model)
    let timeline = ActivityTimeline(ActivityCollector(windows: told.map(\.window)), parameters: Parameters().activity)
    var output: [Double] = []
    var stretch = 0
    for (window, live) in told where !window.isEmpty {
        let middle = window.start + (window.end - window.start) / 2
        while stretch + 1 < timeline.stretches.count, timeline.stretches[stretch].until <= middle { stretch += 1 }
        let saved = timeline.stretches[stretch]
        output += [
            middle.seconds - 1.7e9, number(live.activity), live.probability, number(saved.activity), saved.probability,
        ]
    }
    return output
}

private typealias Told = (window: ActivityWindow, live: ActivityEstimate)

private func number(_ activity: Activity) -> Double {
    let order: [Activity] = [.stationary, .walking, .running, .cycling, .automotive, .unknown]
    return Double(order.firstIndex(of: activity) ?? 5)
}

/// The stages that infer activities.
private func listen(_ table: Rows, _ model: BoostedTrees) -> [Told] {
    let parameters = Parameters()
    var grid = AccelerationGrid(parameters: parameters.grid)
    var pedometer = Pedometer(steps: parameters.steps, stride: parameters.stride, vehicle: parameters.vehicle)
    var classifier = ActivityClassifier(parameters: parameters.activity, model: model)
    var told: [Told] = []
    for event in events(of: table) {
        var windows: [ActivityWindow] = []
        switch event.payload {
        case .fix(let fix):
            guard let speed = fix.speed else { continue }
            pedometer.update(groundSpeed: speed, at: event.time)
            classifier.update(speed: speed, accuracy: 5, at: event.time) { window, _ in windows.append(window) }
        case .acceleration(let sample):
            if grid.update(sample, at: event.time) == .restarted { pedometer.detector.interrupt() }
            while let cell = grid.next() {
                let isRunning = pedometer.detector.isRunning
                pedometer.update(cell.value, at: cell.time)
                classifier.noteSteps(pedometer.fresh)
                classifier.update(
                    cell.value, at: cell.time, isRunning: isRunning, heldSteps: pedometer.detector.heldCount
                ) { window, _ in windows.append(window) }
            }
        default: break
        }
        guard let live = classifier.current else { continue }
        for window in windows { told.append((window, live)) }
    }
    return told
}

private func events(of table: Rows) -> [SensorEvent] {
    (0..<table.count).flatMap { row -> [SensorEvent] in
        var events: [SensorEvent] = []
        if !table[row, 1].isNaN || !table[row, 3].isNaN {
            let coordinate =
                table[row, 1].isNaN ? nil : Coordinate(latitude: table[row, 1], longitude: table[row, 2])
            let fix = Fix(
                mode: .twoDimensional, coordinate: coordinate, speed: table[row, 3].isNaN ? nil : table[row, 3])
            events.append(SensorEvent(time: table.time(row), payload: .fix(fix)))
        }
        if !table[row, 4].isNaN {
            events.append(SensorEvent(time: table.time(row), payload: .acceleration(table.sample(row, 4))))
        }
        return events
    }
}

/// Reads what `scripts/bench train activity --models` wrote: a tree a line, its class, seven questions and eight leaves.
func trees(of path: String) throws -> BoostedTrees {
    var (classes, features, thresholds, leaves): ([UInt8], [UInt8], [Float], [Float]) = ([], [], [], [])
    for line in try String(contentsOf: URL(filePath: path), encoding: .utf8).split(separator: "\n") {
        let words = line.split(separator: " ")
        guard words.count == 23 else { continue }
        classes.append(UInt8(words[0]) ?? 0)
        for index in 0..<7 {
            features.append(UInt8(words[1 + 2 * index]) ?? 0)
            thresholds.append(Float(words[2 + 2 * index]) ?? .infinity)
        }
        leaves += words[15...].map { Float($0) ?? 0 }
    }
    return BoostedTrees(classes: classes, features: features, thresholds: thresholds, leaves: leaves)
}
