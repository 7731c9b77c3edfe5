import COdograph
import FusionCore
import Geometry
import Replay
import SensorModel
import Simulation
import Testing

@testable import OdographCore

@Suite struct InterfaceTests {
    private static let simulated: SimulatedSession = {
        var scenario = Scenarios.tunnel
        scenario.plan.duration = 400
        return scenario.simulate(seed: 3)
    }()

    /// Pushes the samples of a session, without the ticks and reports of its recorder.
    private func push(_ events: [SensorEvent], to library: Library) {
        var fixes: [(event: SensorEvent, fix: Fix)] = []
        var samples: [String: [(event: SensorEvent, sample: VectorSample)]] = [:]
        for event in events {
            switch event.payload {
            case .fix(let fix): fixes.append((event, fix))
            case .acceleration(let sample): samples["acceleration", default: []].append((event, sample))
            case .rotation(let sample): samples["rotation", default: []].append((event, sample))
            default: break
            }
        }
        func column(_ name: String, _ value: (Fix) -> Double?) -> Library.Column {
            .numbers(name, fixes.map { value($0.fix) ?? .nan })
        }
        library.push(
            "fix",
            [
                .integers("time", fixes.map(\.event.time.nanoseconds)),
                .integers("received", fixes.map(\.event.received.nanoseconds)),
                column("latitude") { $0.coordinate?.latitude }, column("longitude") { $0.coordinate?.longitude },
                column("altitude", \.altitude), column("horizontalAccuracy", \.horizontalAccuracy),
                column("verticalAccuracy", \.verticalAccuracy), column("speed", \.speed),
                column("speedAccuracy", \.speedAccuracy), column("course", \.courseDegrees),
                column("courseAccuracy", \.courseAccuracyDegrees), column("climb", \.climb),
                column("horizontalDilution", \.horizontalDilution),
                .integers("mode", fixes.map { Int64($0.fix.mode.rawValue) }),
                .integers("device", fixes.map { Int64($0.fix.device.rawValue) }),
                .integers("satellites", fixes.map { $0.fix.satellites.map(Int64.init) ?? .min }),
                .flags("accuracyIsDilution", fixes.map { $0.fix.accuracyOrigin == .dilutionOfPrecision ? 1 : 0 }),
            ])
        for (table, rows) in samples {
            // Halves in the wrong order: the library sorts.
            for half in [rows.suffix(rows.count / 2), rows.prefix(rows.count - rows.count / 2)] {
                library.push(
                    table,
                    [
                        .integers("time", half.map(\.event.time.nanoseconds)),
                        .integers("received", half.map(\.event.received.nanoseconds)),
                        .numbers("x", half.map(\.sample.x)), .numbers("y", half.map(\.sample.y)),
                        .numbers("z", half.map(\.sample.z)),
                        .integers("device", half.map { Int64($0.sample.device.rawValue) }),
                    ])
            }
        }
    }

    @Test func `columns give the estimates of the core, to the bit`() throws {
        let events = Self.simulated.events.filter {
            switch $0.payload {
            case .fix, .acceleration, .rotation: true
            default: false
            }
        }
        let library = Library([("simplifier.tolerance", 3)])
        defer { #expect(odograph_free(library.run) == ODOGRAPH_OK) }
        push(events, to: library)
        #expect(odograph_finish(library.run, ODOGRAPH_KEEP_MOTION) == ODOGRAPH_OK)
        var parameters = Parameters()
        try parameters.set("simplifier.tolerance", to: .number(3))
        var attitudes: [Double] = []
        var speeds: [Double] = []
        let track = FinishedTrack(events: Recording(unordered: events).events, parameters: parameters) { estimate in
            if case .attitude(let attitude) = estimate { attitudes.append(attitude.rotation.w) }
            if case .speed(let speed) = estimate { speeds.append(speed.value) }
        }
        #expect(library.numbers("smoothed", "latitude") == track.smoothed.map(\.coordinate.latitude))
        #expect(library.integers("smoothed", "time") == track.smoothed.map(\.time.nanoseconds))
        #expect(library.numbers("simplified", "accuracy") == track.simplified.map(\.estimate.accuracy))
        #expect(library.numbers("activity", "probability") == track.activities.map(\.probability))
        #expect(library.numbers("attitude", "w") == attitudes)
        #expect(library.numbers("speed", "value") == speeds)
        #expect(library.numbers("summary", "distance") == [track.summary.distance])
        #expect(library.integers("storyline", "start") == track.day.items.map(\.start.nanoseconds))
        #expect(!attitudes.isEmpty && !speeds.isEmpty && track.smoothed.count > 300)
    }

    @Test func `a recorded order is kept, and no ticks are put in`() {
        let times = (0..<50).map { Int64(1_700_000_000 + $0 * 30) * 1_000_000_000 }
        let places = (0..<50).map { 48 + Double($0) * 1e-4 }
        func statuses(withSequence: Bool) -> Int64 {
            let library = Library()
            defer { _ = odograph_free(library.run) }
            var columns: [Library.Column] = [
                .integers("time", times), .numbers("latitude", places), .numbers("longitude", places),
                .numbers("horizontalAccuracy", places.map { _ in 5 }),
            ]
            if withSequence { columns.append(.integers("sequence", times.indices.map(Int64.init))) }
            library.push("fix", columns)
            #expect(odograph_finish(library.run, 0) == ODOGRAPH_OK)
            return odograph_count(library.run, "status")
        }
        // Ticks notice the silence between fixes that are 30 s apart.
        #expect(statuses(withSequence: false) > 10)
        #expect(statuses(withSequence: true) == 0)
    }

    @Test func `a run that was freed is answered, and so is one that never was`() {
        let library = Library()
        #expect(odograph_free(library.run) == ODOGRAPH_OK)
        #expect(odograph_free(library.run) == ODOGRAPH_NO_RUN)
        #expect(Library.message.contains("already been freed"))
        #expect(odograph_finish(library.run, 0) == ODOGRAPH_NO_RUN)
        #expect(odograph_count(0, "smoothed") == Int64(ODOGRAPH_NO_RUN))
        #expect(odograph_push(.max, "fix", nil, 0) == ODOGRAPH_NO_RUN)
    }

    @Test func `events and estimates have their time`() {
        let library = Library()
        defer { _ = odograph_free(library.run) }
        #expect(odograph_count(library.run, "smoothed") == Int64(ODOGRAPH_WRONG_STATE))
        #expect(odograph_count(library.run, "parameters") > 40)
        #expect(odograph_finish(library.run, 0) == ODOGRAPH_OK)
        #expect(odograph_count(library.run, "smoothed") == 0)
        #expect(library.push("tick", [.integers("time", [1])]) == ODOGRAPH_WRONG_STATE)
        #expect(odograph_finish(library.run, 0) == ODOGRAPH_WRONG_STATE)
        #expect(odograph_finish(library.run, 8) == ODOGRAPH_BAD_SHAPE)
    }

    @Test func `parameters that do not fit are answered with what fits`() {
        var run: odograph_run = 9
        func create(_ name: String, word: String? = nil, number: Double = 0) -> Int32 {
            let parameter = odograph_parameter(
                name: PermanentText(name).characters, word: word.map { PermanentText($0).characters }, number: number)
            return odograph_create([parameter], 1, &run)
        }
        #expect(create("nothing") == ODOGRAPH_UNKNOWN_NAME)
        #expect(run == 0)
        #expect(create("simplifier.tolerance", number: .nan) == ODOGRAPH_BAD_VALUE)
        #expect(Library.message.contains("simplifier.tolerance"))
        #expect(create("simplifier.tolerance", word: "wide") == ODOGRAPH_BAD_VALUE)
        #expect(odograph_create(nil, 3, &run) == ODOGRAPH_BAD_SHAPE)
        #expect(odograph_create(nil, -1, &run) == ODOGRAPH_BAD_SHAPE)
        #expect(odograph_create(nil, 0, nil) == ODOGRAPH_BAD_SHAPE)
        #expect(create("speed.source", word: "filter") == ODOGRAPH_OK)
        #expect(Library.message.isEmpty)
        #expect(odograph_free(run) == ODOGRAPH_OK)
    }
}
