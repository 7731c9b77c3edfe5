import Geometry
import SensorModel
import Testing
import TrackFormats

@testable import FusionCore

@Suite struct EstimateLogTests {
    private let time = Instant(nanoseconds: 1_700_000_000_500_000_000)

    private func lines(
        kinds: Set<EmitKind> = Set(EmitKind.allCases), _ body: (inout EstimateLogWriter) throws -> Void
    ) rethrows -> [String] {
        let sink = ByteSink()
        var names = DeviceNames()
        names.consume(
            SensorEvent(
                time: time,
                payload: .source(SourceReport(device: DeviceID(2), name: "imu", streams: [], state: .connected))))
        var writer = EstimateLogWriter(sink: sink, kinds: kinds, names: names)
        try body(&writer)
        return sink.text.split(separator: "\n").map(String.init)
    }

    @Test func `each estimate is the contract's line`() throws {
        let position = PositionEstimate(
            time: time, coordinate: Coordinate(latitude: 50.1, longitude: 14.4), altitude: 250, accuracy: 4)
        var bare = position
        bare.altitude = nil
        bare.isEstimated = true
        let written = try lines { writer in
            try writer.write(.verdict(FixVerdict(time: time, rejection: .accuracy, servesSpeed: true)))
            var verdict = FixVerdict(time: time, rejection: nil, servesSpeed: true)
            try writer.write(.verdict(verdict))
            verdict.assessment = FixAssessment(
                weight: 0.25, innovation: SIMD2(3, -20), sigmas: 6.5, negativeLogLikelihood: 20, hypothesis: .outlier)
            try writer.write(.verdict(verdict))
            try writer.write(.position(position))
            try writer.write(smoothed: bare)
            try writer.write(simplified: position, activity: .walking)
            try writer.write(
                .speed(SpeedEstimate(time: time, value: 1.31, source: .gps, isEstimated: false, quality: .good)))
            try writer.write(.step(StepEstimate(time: time, count: 17, cadence: 1.8, strideLength: 0.74)))
            try writer.write(
                .activity(
                    ActivityEstimate(
                        time: time, until: time + 5, activity: .cycling, confidence: .high, probability: 0.93)))
            try writer.write(
                .attitude(
                    AttitudeEstimate(
                        time: time, device: DeviceID(2), rotation: .identity, reference: .arbitraryZUp)))
            try writer.write(
                .gravity(GravityEstimate(time: time, device: DeviceID(0), vector: Vector3(0, 0.5, 9.81))))
            try writer.write(
                .altitude(AltitudeEstimate(time: time, relative: -1.5, pressure: 101.3, floorsUp: 2, floorsDown: 0)))
            try writer.write(
                .altitude(
                    AltitudeEstimate(
                        time: time, relative: 3, pressure: 101.3, floorsUp: 1, floorsDown: 0, driftSigma: 0.5)))
            try writer.write(
                .workout(
                    WorkoutEstimate(
                        time: time, start: time + -600, end: time + -5, activity: .running,
                        steps: 1_500,
                        distance: 2_100, splitEnds: SplitTimes([time + -309.5, time + -9.5]))))
            try writer.write(.status(StatusEstimate(time: time, kind: .signalLost, message: "No \"GPS\".")))
        }
        #expect(
            written == [
                #"{"type":"verdict","time":1700000000.5,"accepted":false,"reason":"accuracy","outcome":"rejected","weight":0.0}"#,
                #"{"type":"verdict","time":1700000000.5,"accepted":true,"outcome":"accepted","weight":1.0}"#,
                #"{"type":"verdict","time":1700000000.5,"accepted":true,"outcome":"ignored","weight":0.25,"#
                    + #""innovationAlong":3.0,"innovationAcross":-20.0,"sigmas":6.5,"hypothesis":"outlier"}"#,
                #"{"type":"position","time":1700000000.5,"latitude":50.1,"longitude":14.4,"altitude":250.0,"accuracy":4.0,"isEstimated":false}"#,
                #"{"type":"smoothed","time":1700000000.5,"latitude":50.1,"longitude":14.4,"accuracy":4.0,"isEstimated":true}"#,
                #"{"type":"simplified","time":1700000000.5,"latitude":50.1,"longitude":14.4,"altitude":250.0,"accuracy":4.0,"isEstimated":false,"activity":"walking"}"#,
                #"{"type":"speed","time":1700000000.5,"value":1.31,"source":"gps","isEstimated":false,"quality":"good"}"#,
                #"{"type":"step","time":1700000000.5,"count":17,"cadence":1.8,"strideLength":0.74}"#,
                #"{"type":"activity","time":1700000000.5,"until":1700000005.5,"activity":"cycling","confidence":"high","probability":0.93}"#,
                #"{"type":"attitude","time":1700000000.5,"w":1.0,"x":0.0,"y":0.0,"z":0.0,"reference":"arbitraryZUp","device":"imu"}"#,
                #"{"type":"gravity","time":1700000000.5,"x":0.0,"y":0.5,"z":9.81}"#,
                #"{"type":"altitude","time":1700000000.5,"relative":-1.5,"pressure":101.3,"floorsUp":2,"floorsDown":0}"#,
                #"{"type":"altitude","time":1700000000.5,"relative":3.0,"pressure":101.3,"floorsUp":1,"floorsDown":0,"drift":0.5}"#,
                #"{"type":"workout","time":1700000000.5,"start":1699999400.5,"end":1699999995.5,"activity":"running","isRunning":false,"steps":1500,"distance":2100.0,"splits":[290.5,300.0]}"#,
                #"{"type":"status","time":1700000000.5,"message":"No \"GPS\".","kind":"signalLost"}"#,
            ])
    }

    @Test func `stops, moves, gaps and the summary are the contract's lines`() throws {
        var summary = Summary()
        summary.distance = 12.5
        summary.rejected = [.warmUp: 2, .accuracy: 3]
        summary.stepsAvailability = .notPermitted
        let written = try lines { writer in
            try writer.write(
                .stop(
                    .init(
                        start: time, end: time + 60, coordinate: Coordinate(latitude: 50, longitude: 14), radius: 30)))
            try writer.write(.move(.init(start: time, end: time + 60, activity: .walking, distance: 80, steps: 110)))
            try writer.write(.gap(from: time, until: time + 1))
            try writer.write(summary)
        }
        #expect(
            written == [
                #"{"type":"stop","start":1700000000.5,"end":1700000060.5,"latitude":50.0,"longitude":14.0,"radius":30.0,"distance":0.0,"estimatedDistance":0.0}"#,
                #"{"type":"move","start":1700000000.5,"end":1700000060.5,"activity":"walking","distance":80.0,"estimatedDistance":0.0,"steps":110}"#,
                #"{"type":"gap","start":1700000000.5,"end":1700000001.5}"#,
                #"{"type":"summary","distance":12.5,"estimatedDistance":0.0,"duration":0.0,"movingTime":0.0,"maximumSpeed":0.0,"steps":0,"floorsUp":0,"floorsDown":0,"fixes":0,"accepted":0,"simplifiedPoints":0,"filter":"constantVelocity","distanceAvailability":"noData","stepsAvailability":"notPermitted","floorsAvailability":"noData","rejected":{"accuracy":3,"warmUp":2}}"#,
            ])
    }

    @Test func `only the kinds asked for are written`() throws {
        let written = try lines(kinds: [.status]) { writer in
            try writer.write(.verdict(FixVerdict(time: time, rejection: nil, servesSpeed: true)))
            try writer.write(Summary())
            try writer.write(.status(StatusEstimate(time: time, kind: .signalBack, message: "")))
        }
        #expect(written.count == 1)
    }

    @Test func `a list of kinds names the one that is not known`() {
        var unknown: String?
        #expect(EmitKind.set(from: "verdict, summary", unknown: &unknown) == [.verdict, .summary])
        #expect(EmitKind.set(from: "verdict,sumary", unknown: &unknown) == nil)
        #expect(unknown == "sumary")
    }
}
