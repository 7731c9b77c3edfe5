import Foundation
import SensorModel
import Testing

@testable import FusionCore

@Suite struct InterferenceDetectorTests {
    /// A view of satellites with strengths of 30 to 45 dB-Hz and noise of about 1 dB.
    /// - Parameter fall: Returns the fall of a satellite in dB; `nil` if it is lost.
    private static func view(_ second: Int, of count: Int = 10, fall: (Int) -> Double? = { _ in 0 }) -> [Satellite] {
        (1...count).map { number in
            let noise = 1.4 * sin(Double(second * 37 + number * 101) * 12.9898)
            let strength = fall(number).map { (30 + Double(number * 7 % 16) + noise - $0).rounded() }
            return Satellite(number: number, constellation: 0, signalStrength: strength, isUsed: true)
        }
    }

    /// Returns the seconds of the changes in views of two minutes.
    /// - Parameter fall: Returns the fall of a satellite at a second.
    private static func changes(
        of count: Int = 10, every interval: Int = 1, _ fall: (_ second: Int, _ number: Int) -> Double?
    ) -> [(second: Int, change: InterferenceDetector.Change)] {
        var detector = InterferenceDetector()
        // A weak signal shows how sensitive the receiver is.
        _ = detector.consume([Satellite(number: 99, signalStrength: 15)], at: Session.at(0))
        return stride(from: 1, to: 120, by: interval).compactMap { second in
            let satellites = view(second, of: count) { fall(second, $0) }
            return detector.consume(satellites, at: Session.at(Double(second))).map { (second, $0) }
        }
    }

    @Test(arguments: [1, 3, 5]) func `a fall of all satellites by 10 dB is found, and its end`(_ interval: Int) throws {
        let changes = Self.changes(every: interval) { second, _ in
            second < 50 || second > 90 ? 0 : min(10, Double(second - 49) * 4)
        }
        try #require(changes.map(\.change) == [.fell, .recovered])
        #expect((52...66).contains(changes[0].second))
        #expect((91...105).contains(changes[1].second))
    }

    @Test func `a fall that loses the weakest satellites is found`() {
        let changes = Self.changes(of: 14) { second, number in
            let fall = second < 50 ? 0.0 : 18
            return 30 + Double(number * 7 % 16) - fall < 15 ? nil : fall
        }
        #expect(changes.map(\.change) == [.fell])
    }

    @Test func `an obstacle that costs each satellite a different amount is not interference`() {
        let changes = Self.changes { second, number in second < 50 ? 0 : 4 + Double(number * 5 % 11) * 2 }
        #expect(changes.isEmpty)
    }

    @Test func `a tunnel that loses all satellites, one after another, is not interference`() {
        let changes = Self.changes { second, number in
            second < 50 + number % 4 ? 0 : second < 53 + number % 5 ? Double(number * 3 % 17) : nil
        }
        #expect(changes.isEmpty)
    }

    @Test func `a strong satellite that is lost during a small fall speaks for an obstacle`() {
        func changes(lost: Int) -> Int {
            Self.changes(of: 8) { second, number in second < 50 ? 0 : number <= lost ? nil : 8 }.count
        }
        #expect(changes(lost: 0) == 1 && changes(lost: 3) == 0)
    }

    @Test func `three satellites are too few, and a small fall is none`() {
        #expect(Self.changes(of: 3) { second, _ in second < 50 ? 0 : 12 }.isEmpty)
        #expect(Self.changes { second, _ in second < 50 ? 0 : 4 }.isEmpty)
    }

    @Test func `views before a pause, or without strengths, are not compared`() {
        var detector = InterferenceDetector()
        for second in 0..<30 { #expect(detector.consume(Self.view(second), at: Session.at(Double(second))) == nil) }
        for second in 100..<130 {
            #expect(detector.consume(Self.view(second) { _ in 12 }, at: Session.at(Double(second))) == nil)
        }
        for second in 130..<160 {
            let silent = (1...10).map { Satellite(number: $0) }
            #expect(detector.consume(silent, at: Session.at(Double(second))) == nil)
        }
    }

    @Test func `the core reports the fall of each receiver while it lasts`() {
        var session = Session()
        func feed(_ seconds: ClosedRange<Int>, fall: Double) {
            for second in seconds {
                for device in [UInt16(1), 2] {
                    let satellites = Self.view(second) { _ in device == 1 ? fall : 0 }
                    session.feed(.sky(Sky(device: DeviceID(device), satellites: satellites)), at: Double(second))
                }
            }
        }
        feed(1...40, fall: 0)
        #expect(session.statuses.isEmpty)
        feed(41...60, fall: 10)
        #expect(session.statuses.map(\.kind) == [.interference])
        #expect(session.core.latest.messages.map(\.device) == [DeviceID(1)])
        feed(61...80, fall: 0)
        #expect(session.statuses.map(\.kind) == [.interference, .interferenceOver])
        #expect(session.core.latest.messages.isEmpty)
        let spans = session.statuses.interferences(until: Session.at(80))
        #expect(spans == [TimeSpan(start: session.statuses[0].time, end: session.statuses[1].time)])
        #expect(session.statuses.prefix(1).interferences(until: Session.at(80)).map(\.end) == [Session.at(80)])
    }
}
