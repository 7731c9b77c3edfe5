import Foundation
import FusionCore
import GPSDClient
import Geometry
import SensorModel
import TestSupport
import Testing

@testable import Recorder

/// Recordings through the real gpsd, and through one that says what no real one does.
@Suite(.enabled(if: ReceiverRig.isPlayable, "gpsd is not installed")) struct ReceiverTests {
    @Test(.enabled(if: Places.hasRecordings, "the recordings are not beside the checkout (../shared/data)"))
    func `every epoch with a fix of a drive is recorded once`() async throws {
        let log = try Places.data("receiver-tracks/munich-car.nmea")
        let rig = try ReceiverRig.play(log, ["--rate", "200", "--today"])
        let recorded = try await record(rig.address, seconds: 60) { _ in rig.hasEnded }
        #expect(abs(recorded.fixes.count - 1802) <= 2)
        #expect(zip(recorded.fixes, recorded.fixes.dropFirst()).allSatisfy { $0.time != $1.time })
        let derived = recorded.fixes.compactMap(\.fix).filter { $0.accuracyOrigin == .dilutionOfPrecision }
        #expect(derived.count > 1_790)
        let accuracies = derived.compactMap(\.horizontalAccuracy).sorted()
        #expect((2...15).contains(accuracies.isEmpty ? 0 : accuracies[accuracies.count / 2]))
        #expect(derived.allSatisfy { abs(($0.horizontalAccuracy ?? 0) - 4 * ($0.horizontalDilution ?? 0)) < 1e-9 })

        var straight: [Estimate] = []
        var core = FusionCore()
        for event in recorded.events { core.consume(event) { straight.append($0) } }
        #expect(straight == recorded.estimates)
    }

    @Test(.enabled(if: Places.hasRecordings, "the recordings are not beside the checkout (../shared/data)"))
    func `a receiver that sends empty reports after each fix keeps its fixes`() async throws {
        let log = try Places.data("receiver-tracks/geko-car.nmea")
        let rig = try ReceiverRig.play(log, ["--rate", "400", "--today"])
        let recorded = try await record(rig.address, seconds: 60) { _ in rig.hasEnded }
        #expect(abs(recorded.fixes.count - 774) <= 2)
    }

    private static let faults = ["nofix", "silence", "unplug", "stop", "kill"]

    /// A drive with each fault, side by side: they take half a minute, and little else.
    private static let faulty = Task {
        try await withThrowingTaskGroup(of: (String, Recorded).self) { group in
            for fault in faults {
                group.addTask {
                    // A frozen gpsd lets a pseudo-terminal fill up, which would hold up the player; a socket takes more.
                    let link = fault == "stop" ? "tcp" : "pty"
                    let log = try Places.data("receiver-tracks/munich-car.nmea")
                    let rig = try ReceiverRig.play(
                        log,
                        ["--rate", "10", "--today", "--start", "200", "--length", "320"]
                            + ["--fault", "30:\(fault)=130", "--link", link])
                    return (fault, try await record(rig.address, seconds: 45) { _ in rig.hasEnded })
                }
            }
            return try await group.reduce(into: [String: Recorded]()) { results, next in results[next.0] = next.1 }
        }
    }

    @Test(
        .enabled(if: Places.hasRecordings, "the recordings are not beside the checkout (../shared/data)"),
        arguments: [
            ("nofix", "no fix"), ("silence", "no data"), ("unplug", "no device"), ("stop", "no data"),
            ("kill", "connecting"),
        ])
    func `a fault is reported and leaves a gap, and the recording continues`(fault: String, state: String) async throws
    {
        let recorded = try #require(await Self.faulty.value[fault])
        let arrivals = recorded.fixes.map(\.received)
        let gap = try #require(zip(arrivals, arrivals.dropFirst()).max { $0.1 - $0.0 < $1.1 - $1.0 })
        #expect(gap.1 - gap.0 > 12.5)
        #expect(arrivals.count { $0 <= gap.0 } >= 20)
        #expect(arrivals.count { $0 >= gap.1 } >= 20)
        #expect(recorded.states.contains(state))
        #expect(recorded.states.contains("fix"))
        // The feed is fast, so the receiver's clock runs ahead; a loss is reported on the axis of its fixes.
        let lastHeard = try #require(recorded.fixes.last { $0.received <= gap.0 })
        let loss = try #require(recorded.lossTimes.first)
        #expect((0...10).contains(loss - lastHeard.time))
        let lost = recorded.statuses.filter(\.isSignalLost)
        #expect(!lost.isEmpty)
        #expect(lost.allSatisfy { $0.speed == nil || $0.isSpeedEstimated })
        #expect(recorded.statuses.last?.isSignalLost == false)
    }

    @Test(.enabled(if: Places.hasRecordings, "the recordings are not beside the checkout (../shared/data)"))
    func `a daemon that was frozen for long gives its backlog, and every fix of it is kept once`() async throws {
        let recorded = try #require(await Self.faulty.value["stop"])
        let times = recorded.fixes.map(\.time)
        #expect(zip(times, times.dropFirst()).allSatisfy { abs(($0.1 - $0.0) - 1) < 0.1 })
        #expect(times.count >= 215)
        #expect(recorded.states.contains("connecting"))
    }

    private static let deaf: Set<String> = ["no data", "no device"]

    @Test(.enabled(if: Places.hasRecordings, "the recordings are not beside the checkout (../shared/data)"))
    func `a line that hangs up unsaid is found out by asking`() async throws {
        let log = try Places.data("receiver-tracks/munich-car.nmea")
        let rig = try ReceiverRig.play(
            log, ["--rate", "10", "--today", "--start", "200", "--length", "120", "--fault", "30:hangup"])
        let recorded = try await record(rig.address, seconds: 45) {
            $0.statuses.last?.isSignalLost == true && !$0.states.isDisjoint(with: Self.deaf)
        }
        #expect(recorded.fixes.count >= 20)
        // gpsd 3.22 answers as it wakes: it drops the receiver, lists the dead one on, or does not answer at all.
        #expect(!recorded.states.isDisjoint(with: Self.deaf))
        #expect(recorded.statuses.last?.isSignalLost == true)
    }

    @Test func `what no gpsd should say is skipped, and every fix between is kept`() async throws {
        let rig = try ReceiverRig.script(
            #"""
            @greet
            @watch
            @tpv time=2026-01-01T00:00:01.000Z lat=50.0 lon=14.0 speed=1.0 eph=20.9
            @raw garbage\r\n
            @raw {"class":"TPV","mode":3,
            @raw \r\n\x00\xff\xfe\r\n
            {"class":"ERROR","message":"Invalid WATCH: "x""}
            {"class":"TPV","device":"/dev/ttyACM0","mode":3,"time":"2026-01-01T00:00:02.000Z","lat":95,"lon":14}
            {"class":"TPV","device":"/dev/ttyACM0","mode":3,"time":7,"lat":"50","lon":14}
            {"class":"TPV","device":5,"mode":"3","time":null,"lat":[],"lon":{}}
            {"class":"DEVICE","path":"/dev/ttyACM0","activated":"2026-01-01T00:00:00.000Z"}
            {"class":"NEVERHEARD","x":[1,2,{"y":null}]}
            @raw [1,2,3]\r\n
            {}
            @tpv time=2026-01-01T00:00:03.000Z lat=50.1 lon=14.1 speed=2.0
            @raw {"class":"TPV","mode":3,"time":"2026-01-01T00:00:04.000Z","lat":50.2,"lon":14.2}
            @close
            """#)
        let recorded = try await record(rig.address, seconds: 30) { $0.verdictCount >= 5 }
        let latitudes = recorded.fixes.compactMap { $0.fix?.coordinate?.latitude }
        // The script begins again for every connection.
        #expect(latitudes.count >= 4)
        #expect(Set(latitudes) == [50.0, 50.1])
        #expect(recorded.events.contains { $0.sourceReport?.state == .lost })
    }

    @Test func `a daemon that refuses, resets and comes back is followed again`() async throws {
        let rig = try ReceiverRig.script(
            """
            @greet
            @watch
            @tpv time=now lat=50.0 lon=14.0
            @sleep 0.3
            @reset
            """)
        let recorded = try await record(rig.address, seconds: 30) { $0.verdictCount >= 4 }
        #expect(recorded.fixes.count >= 3)
        let states = recorded.events.compactMap(\.sourceReport).filter { $0.name.hasPrefix("gpsd") }.map(\.state)
        #expect(states.starts(with: [.connecting, .connected, .lost, .connected]))
    }

    @Test func `a daemon that says nothing at all holds up nothing`() async throws {
        let rig = try ReceiverRig.script("@sleep 60")
        let recorded = try await record(rig.address, seconds: 30) { $0.statuses.count >= 3 }
        #expect(recorded.fixes.isEmpty)
        #expect(recorded.statuses.last?.sources.first?.state == .gpsd(.connecting))
        #expect(recorded.events.contains { $0.payload == .tick })
    }
}
