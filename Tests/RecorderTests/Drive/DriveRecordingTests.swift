import Foundation
import SensorModel
import Testing

@testable import Recorder

/// Receiver and sensors together, from one drive, through the program: without a fault, with each fault, and with many.
@Suite(.enabled(if: DriveRecording.isPossible, "the players need gpsd and a mount namespace"))
struct DriveRecordingTests {
    typealias Plan = DriveRecording.Plan

    static let clean = DriveRecording.Way.allCases.map { Plan(way: $0) }
    static let unplugged = DriveRecording.Way.allCases.map { Plan(way: $0, sensorFaults: ["20:unplug=accel,10"]) }
    static let stalled = DriveRecording.Way.allCases.map { Plan(way: $0, sensorFaults: ["10:stall=anglvel,35"]) }
    static let failing = DriveRecording.Way.allCases.map { Plan(way: $0, sensorFaults: ["20:eio=magn,10"]) }
    static let rescaled = DriveRecording.Way.allCases.map { Plan(way: $0, sensorFaults: ["20:scale=accel,0.00119710"]) }
    static let combined = [
        Plan(
            way: .local, sensorFaults: ["10:unplug=accel,10", "15:stall=anglvel,35", "18:eio=magn,8"],
            receiverFaults: ["12:nofix=8", "30:kill=8"]),
        Plan(
            way: .network, sensorFaults: ["12:scale=pressure,0.0002", "15:unplug=magn,10", "16:eio=accel,8"],
            receiverFaults: ["14:silence=8", "30:stop=8"]),
    ]

    /// A few at a time, so that they do not take each other's processor.
    private static let quiet = Task { try await DriveRecording.record(clean) }
    private static let first = Task {
        _ = await quiet.result
        return try await DriveRecording.record(unplugged + stalled)
    }
    private static let second = Task {
        _ = await first.result
        return try await DriveRecording.record(failing + rescaled)
    }
    private static let third = Task {
        _ = await second.result
        return try await DriveRecording.record(combined)
    }

    /// Checks that a stream has the given rows of the table, each once, to the bit, at their times.
    private func expect(
        _ recording: DriveRecording, _ sensor: Drive.Sensor, rows: (Int) -> Bool = { _ in true },
        scale: (Int) -> Double = { _ in 1 }, _ location: SourceLocation = #_sourceLocation
    ) throws {
        let samples = recording.samples(sensor.kind)
        let expected = Drive.expected(sensor)
        let origin = try origin(samples, expected.count, "\(sensor.column): nothing", location)
        var seen: [Int] = []
        var errors: [Double] = []
        for sample in samples {
            let elapsed = (sample.time - origin) * Self.rate
            let row = Int(elapsed.rounded())
            seen.append(row)
            errors.append(abs(elapsed - Double(row)) / Self.rate)
            guard expected.indices.contains(row), rows(row), scale(row) == 1 else { continue }
            #expect(sample.values == expected[row], "\(sensor.column) \(row)", sourceLocation: location)
        }
        let missing = Set(expected.indices.filter(rows)).subtracting(seen).sorted()
        #expect(missing.isEmpty, "\(sensor.column)", sourceLocation: location)
        let isOrdered = zip(seen, seen.dropFirst()).allSatisfy { $0 < $1 }
        #expect(isOrdered, "\(sensor.column)", sourceLocation: location)
        #expect((errors.max() ?? 1) < 0.001, "\(sensor.column)", sourceLocation: location)
    }

    /// Samples a second as they are played.
    private static let rate = DriveRecording.speed * Double(Drive.samplesPerSecond)

    /// The time at which the first row was played: the median according to all samples.
    private func origin(
        _ samples: [DriveRecording.Sample], _ rows: Int, _ comment: Comment, _ location: SourceLocation
    ) throws -> Instant {
        let first = try #require(samples.first, comment, sourceLocation: location).time
        let guesses = samples.map { sample -> Double in
            let elapsed = (sample.time - first) * Self.rate
            return (elapsed - elapsed.rounded()) / Self.rate
        }
        return first + guesses.sorted()[guesses.count / 2]
    }

    /// The rows that a sensor gives which was away: all but those of a time, and but the last ones that do not fill the
    /// buffer that was created again in the middle of them: the play is over, and nothing fills it any more.
    ///
    /// On a busy machine it is found again later: the recording says when, and it is to be two seconds late at most.
    private func rows(
        of kind: StreamKind, in recording: DriveRecording, but away: Range<Int>,
        _ location: SourceLocation = #_sourceLocation
    ) throws -> (Int) -> Bool {
        let samples = recording.samples(kind)
        let played = try origin(samples, samples.count, "nothing", location)
        let isBack = recording.events.last { event in
            event.sourceReport.map { $0.streams.contains(kind) && $0.state == .connected } ?? false
        }
        let found = try #require(isBack, sourceLocation: location).received
        let end = max(away.upperBound, Int((found - played) * Self.rate) + 2 * Self.bufferLength)
        #expect(end < away.upperBound + Int(2 * Self.rate), sourceLocation: location)
        return { row in
            !(away.lowerBound..<end).contains(row)
                && row <= Drive.seconds * Drive.samplesPerSecond - Self.bufferLength
        }
    }

    /// Samples that a buffer holds: 0.15 seconds.
    private static let bufferLength = Int(rate * 0.15)

    private func sensor(_ kind: StreamKind) -> Drive.Sensor {
        Drive.sensors.first { $0.kind == kind } ?? Drive.sensors[0]
    }

    private func others(than kinds: StreamKind...) -> [Drive.Sensor] {
        Drive.sensors.filter { !kinds.contains($0.kind) }
    }

    @Test(arguments: clean) func `every sample and every fix is in the session once, to the bit`(_ plan: Plan)
        async throws
    {
        let recording = try #require(await Self.quiet.value[plan])
        #expect(recording.status == 0, "\(recording.words)")
        for sensor in Drive.sensors { try expect(recording, sensor) }
        #expect(recording.fixSeconds == Array(0..<Drive.seconds))
        #expect(recording.events.allSatisfy { if case .drop = $0.payload { false } else { true } })
        for fix in recording.events.compactMap(\.fix) where fix.coordinate != nil {
            #expect(fix.accuracyOrigin == .receiver)
        }
    }

    @Test(arguments: unplugged) func `a sensor that is unplugged and plugged in again leaves its gap only`(_ plan: Plan)
        async throws
    {
        let recording = try #require(await Self.first.value[plan])
        for sensor in others(than: .acceleration) { try expect(recording, sensor) }
        try expect(
            recording, sensor(.acceleration), rows: rows(of: .acceleration, in: recording, but: 140..<425))
        #expect(!Set(recording.states(.acceleration)).isDisjoint(with: [.lost, .silent]))
        #expect(recording.fixSeconds == Array(0..<Drive.seconds))
        #expect(
            Set(recording.events.compactMap(\.sourceReport).filter { $0.name == "accel_3d" }.map(\.device)).count == 1)
    }

    @Test(arguments: stalled) func `a sensor that stalls is silent and comes back`(_ plan: Plan) async throws {
        let recording = try #require(await Self.first.value[plan])
        for sensor in others(than: .rotation) { try expect(recording, sensor) }
        try expect(
            recording, sensor(.rotation), rows: rows(of: .rotation, in: recording, but: 60..<470))
        #expect(recording.states(.rotation).prefix(3) == [.connected, .silent, .connected])
    }

    @Test(arguments: failing) func `a sensor that answers with errors is said to, and comes back`(_ plan: Plan)
        async throws
    {
        let recording = try #require(await Self.second.value[plan])
        for sensor in others(than: .magneticField) { try expect(recording, sensor) }
        // The kernel keeps what could not be read; over the network, the buffer is created again, and its contents are
        // lost.
        try expect(
            recording, sensor(.magneticField),
            rows: plan.way == .local ? { _ in true } : rows(of: .magneticField, in: recording, but: 150..<375))
        let reports = recording.events.compactMap(\.sourceReport).filter { $0.name == "magn_3d" }
        #expect(reports.contains { $0.trouble == .readErrors })
        #expect(reports.last { $0.state == .connected }?.trouble == nil)
    }

    @Test(arguments: rescaled) func `a range that is switched costs the samples of that moment, and no value is wrong`(
        _ plan: Plan
    ) async throws {
        let recording = try #require(await Self.second.value[plan])
        for sensor in others(than: .acceleration) { try expect(recording, sensor) }
        try expectRescaling(recording, sensor(.acceleration), at: 200)
        let scales = recording.events.compactMap(\.sourceReport).compactMap { $0.scalings[.acceleration]?.scale.x }
        #expect(Set(scales) == [0.00059855, 0.0011971])
    }

    /// Checks that samples are missing only around a change of the scale, and that all have their values, up to counts
    /// that are twice as coarse.
    private func expectRescaling(_ recording: DriveRecording, _ sensor: Drive.Sensor, at row: Int) throws {
        let samples = recording.samples(sensor.kind)
        let expected = Drive.expected(sensor)
        let played = try origin(samples, samples.count, "nothing", #_sourceLocation)
        let wrong = samples.filter { sample in
            let row = Int(((sample.time - played) * Self.rate).rounded())
            return zip(sample.values, expected[row]).contains {
                abs($0 - $1) > 1.5 * sensor.scale * sensor.unitFactor + 1e-9
            }
        }
        #expect(wrong.isEmpty)
        let away = (row - 4 * Self.bufferLength)..<(row + 4 * Self.bufferLength)
        try expect(
            recording, sensor, rows: rows(of: sensor.kind, in: recording, but: away), scale: { $0 < row ? 1 : 2 })
    }

    @Test(arguments: combined) func `many faults at once cost what each of them costs`(_ plan: Plan) async throws {
        let recording = try #require(await Self.third.value[plan])
        #expect(recording.status == 0, "\(recording.words)")
        switch plan.way {
        case .local:
            try expect(
                recording, sensor(.acceleration), rows: rows(of: .acceleration, in: recording, but: 50..<285))
            try expect(
                recording, sensor(.rotation), rows: rows(of: .rotation, in: recording, but: 110..<515))
            try expect(recording, sensor(.magneticField))
            try expect(recording, sensor(.scalar(.pressure)))
            // A gpsd that was killed is found again within half a second or so, five of the drive.
            expectFixes(recording, but: [12..<20, 30..<55])
            #expect(recording.events.contains { $0.fix?.mode == .noFix })
        case .network:
            try expect(
                recording, sensor(.acceleration), rows: rows(of: .acceleration, in: recording, but: 110..<300))
            try expect(recording, sensor(.rotation))
            try expect(
                recording, sensor(.magneticField), rows: rows(of: .magneticField, in: recording, but: 100..<380))
            try expectRescaling(recording, sensor(.scalar(.pressure)), at: 120)
            expectFixes(recording, but: [14..<23])
        }
    }

    private func expectFixes(_ recording: DriveRecording, but gaps: [Range<Int>]) {
        let seconds = recording.fixSeconds
        #expect(seconds == seconds.sorted())
        #expect(Set(seconds).count == seconds.count)
        let missing = (0..<Drive.seconds).filter { second in
            !gaps.contains { $0.contains(second) } && !seconds.contains(second)
        }
        #expect(missing.isEmpty)
    }
}
