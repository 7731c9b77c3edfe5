import Foundation
import FusionCore
import Geodesy
import SensorModel

/// The activities of a recording, with one row per window: middle, live activity and probability, saved activity and
/// probability. Input rows: time, latitude, longitude, speed in m/s, acceleration (3), or nan.
func runActivities(_ table: Table, options: [String]) throws -> [Double] {
    var parameters = Parameters()
    var model: BoostedTrees?
    for option in options {
        let words = option.split(separator: "=", maxSplits: 1).map(String.init)
        guard words.count == 2 else { continue }
        if words[0] == "model" {
            model = try trees(of: words[1])
        } else {
            try parameters.set(words[0], parsing: words[1])
        }
    }
    let told =
        if let model { listen(table, parameters, model) } else { listen(table, parameters) }
    let timeline = ActivityTimeline(ActivityCollector(windows: told.map(\.window)), parameters: parameters.activity)
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

/// The whole core.
private func listen(_ table: Table, _ parameters: Parameters) -> [Told] {
    var core = FusionCore(parameters: parameters)
    var told: [Told] = []
    for event in events(of: table) {
        core.consume(event) { _ in }
        guard let live = core.latest.activity else { continue }
        for window in core.closedActivityWindows { told.append((window, live)) }
    }
    return told
}

/// The stages that infer activities, with a custom motion model.
private func listen(_ table: Table, _ parameters: Parameters, _ model: BoostedTrees) -> [Told] {
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

private func events(of table: Table) -> [SensorEvent] {
    (0..<table.count).flatMap { row -> [SensorEvent] in
        let values = Array(table.values[(row * table.width)..<((row + 1) * table.width)])
        var events: [SensorEvent] = []
        if !values[1].isNaN || !values[3].isNaN {
            let coordinate = values[1].isNaN ? nil : Coordinate(latitude: values[1], longitude: values[2])
            let fix = Fix(mode: .twoDimensional, coordinate: coordinate, speed: values[3].isNaN ? nil : values[3])
            events.append(SensorEvent(time: table.time(row), payload: .fix(fix)))
        }
        if !values[4].isNaN {
            events.append(SensorEvent(time: table.time(row), payload: .acceleration(table.sample(row, 4))))
        }
        return events
    }
}

/// Reads what `scripts/train-activity --models` wrote: a tree a line, its class, seven questions and eight leaves.
private func trees(of path: String) throws -> BoostedTrees {
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
