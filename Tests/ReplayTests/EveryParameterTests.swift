import FusionCore
import Geometry
import Replay
import SensorModel
import Testing

/// A change of any parameter of the table, after a run with the defaults.
@Suite struct EveryParameterTests {
    /// Another value of a parameter, well away from its default.
    private static func changed(_ name: String) throws -> Parameters {
        var parameters = Parameters()
        let entry = try #require(Parameters.entry(named: name))
        switch (entry.domain, parameters.value(of: name)) {
        case (.number(let range), .number(let value)?):
            let far = value < (range.lowerBound + range.upperBound) / 2 ? range.upperBound : range.lowerBound
            try parameters.set(name, to: .number((value + far) / 2))
        case (.choice(let names), .choice(let value)?):
            try parameters.set(name, to: .choice(try #require(names.last { $0 != value })))
        case (.toggle, .toggle(let value)?): try parameters.set(name, to: .toggle(!value))
        default: Issue.record("\(name) has no value of its domain")
        }
        return parameters
    }

    /// The fixes of a drive without their speeds.
    private static let speedless = Recording(
        unordered: SimulatedRecordings.drive.events.map { event in
            guard case .fix(var fix) = event.payload else { return event }
            (fix.speed, fix.courseDegrees) = (nil, nil)
            var bare = event
            bare.payload = .fix(fix)
            return bare
        })

    /// The walk with the fixes of a second receiver, 0.3 s later and 3 m farther north.
    private static let twofold = Recording(
        unordered: SimulatedRecordings.walk.events.flatMap { event -> [SensorEvent] in
            guard case .fix(var fix) = event.payload, let place = fix.coordinate else { return [event] }
            fix.device = DeviceID(.max)
            fix.coordinate = Coordinate(latitude: place.latitude + 3 / 111_195, longitude: place.longitude)
            return [
                event, SensorEvent(time: event.time + 0.3, received: event.received + 0.3, payload: .fix(fix)),
            ]
        })

    private static let recordings = [SimulatedRecordings.drive, speedless, SimulatedRecordings.walk, twofold]

    /// A straight run, with the core after its last event.
    private static func straight(_ recording: Recording, _ parameters: Parameters) -> (FinishedTrack, FusionCore) {
        var core = FusionCore(parameters: parameters)
        var finisher = TrackFinisher()
        for event in recording.events { finisher.consume(event, with: &core) { _ in } }
        return (finisher.finish(core), core)
    }

    @Test(arguments: recordings.indices)
    func `a tuned run is a fresh run, to the bit`(index: Int) throws {
        let recording = Self.recordings[index]
        var warm = TuningEngine(recording, spacing: .init(interval: 4_096, longestRun: 4_096))
        _ = warm.run(Parameters())
        for entry in Parameters.table {
            let parameters = try Self.changed(entry.name)
            var engine = warm
            let run = engine.run(parameters)
            let tuned = try #require(run)
            let (fresh, core) = Self.straight(recording, parameters)
            #expect(tuned.core.last.latest == core.latest, "\(entry.name)")
            #expect(tuned.summary == fresh.summary && tuned.day == fresh.day, "\(entry.name)")
            #expect(
                Array(tuned.smoothed) == fresh.smoothed && tuned.simplified == fresh.simplified, "\(entry.name)")
        }
    }

    @Test(arguments: recordings.indices)
    func `a change before the first event is a core that had the value from the start`(index: Int) throws {
        for entry in Parameters.table {
            let parameters = try Self.changed(entry.name)
            var changed = FusionCore()
            changed.parameters = parameters
            var fresh = FusionCore(parameters: parameters)
            // What an activity starts with is forgotten by the end.
            var isSame = true
            for event in Self.recordings[index].events {
                changed.consume(event) { _ in }
                fresh.consume(event) { _ in }
                if changed.latest.activity != fresh.latest.activity { isSame = false }
            }
            #expect(isSame && changed.latest == fresh.latest, "\(entry.name)")
        }
    }

    @Test(arguments: [false, true])
    func `either end of every range gives numbers`(hasSpeeds: Bool) throws {
        let recording = hasSpeeds ? SimulatedRecordings.drive : Self.speedless
        for entry in Parameters.table {
            guard case .number(let range) = entry.domain else { continue }
            for end in [range.lowerBound, range.upperBound] {
                var parameters = Parameters()
                try parameters.set(entry.name, to: .number(end))
                let (fresh, core) = Self.straight(recording, parameters)
                var numbers: [Double] = fresh.smoothed.flatMap {
                    [$0.coordinate.latitude, $0.coordinate.longitude, $0.accuracy]
                }
                numbers += [fresh.summary.distance, fresh.summary.estimatedDistance, fresh.summary.maximumSpeed]
                numbers += [core.latest.distance, core.latest.speed?.value ?? 0]
                #expect(numbers.allSatisfy { $0.isFinite }, "\(entry.name) = \(end)")
            }
        }
    }

    @Test func `what the streaming core does not read changes nothing that it emits`() throws {
        let passes = Parameters.table.map(\.name).filter { name in
            (try? Self.changed(name).streaming) == StreamingParameters()
        }
        #expect(passes.count > 15)
        for recording in Self.recordings {
            let plain = SimulatedRecordings.estimates(recording)
            for name in passes {
                let changed = SimulatedRecordings.estimates(recording, try Self.changed(name))
                #expect(changed == plain, "\(name)")
            }
        }
    }
}
