import SensorModel
import Testing

@testable import FusionCore

/// The explanations of stops, with numbers. Each is checked by segmenting the day again.
@Suite struct DayInquiryTests {
    /// A drive with a wait of some seconds in the middle.
    private static func drive(waiting seconds: Double) -> (teller: DayTeller, wait: Instant) {
        var teller = DayTeller()
        teller.go(900, speed: 12, by: .automotive)
        let wait = teller.now + seconds / 2
        teller.stay(seconds)
        teller.go(900, speed: 12, by: .automotive)
        return (teller, wait)
    }

    private static func stopCount(_ teller: DayTeller, _ point: TurningPoint, factor: Double = 1) -> Int {
        var parameters = DayParameters()
        for entry in DayParameters.table where "day.\(entry.name)" == point.name {
            _ = entry.write(&parameters, .number(point.value * factor))
        }
        return stops(teller.material().day(parameters)).count
    }

    @Test func `a wait next to a ride is named with the limit that it misses`() throws {
        let (teller, wait) = Self.drive(waiting: 130)
        let answer = DayInquiry(teller.material(), parameters: .init()).answer(at: wait)
        let point = try #require(answer.turningPoint)
        #expect(point.name == "day.shortestStopOfRide")
        #expect(point.current == 240 && (110...150).contains(point.value))
        #expect(Self.stopCount(teller, point) == 1 && Self.stopCount(teller, point, factor: 1.1) == 0)
        #expect(answer.text.description.contains("Next to a ride, a stop lasts at least 4 min."))
        #expect(answer.text.description.contains("It would be a stop if “Shortest stop of a ride” were 2 min"))
    }

    @Test func `for a stop the answer names what would make it none`() throws {
        let (teller, wait) = Self.drive(waiting: 420)
        let answer = DayInquiry(teller.material(), parameters: .init()).answer(at: wait)
        let point = try #require(answer.turningPoint)
        #expect(Self.stopCount(teller, point) == 0)
        let between = point.value > point.current ? 0.9 : 1.1
        #expect(Self.stopCount(teller, point, factor: between) == 1)
        #expect(answer.text.description.hasPrefix("A stop of 7 min"))
        #expect(answer.text.description.contains("It would not be a stop if “"))
    }

    @Test func `a slow walk through is told with its metres`() throws {
        var teller = DayTeller()
        teller.go(600, speed: 1.4, by: .walking)
        teller.go(300, speed: 0.3, by: .walking)
        let middle = teller.now + -150
        teller.go(600, speed: 1.4, by: .walking)
        let answer = DayInquiry(teller.material(), parameters: .init()).answer(at: middle)
        let text = answer.text.description
        #expect(text.contains("The best stop around this moment would last 2 min"))
        #expect(text.contains("It would fit worse than the move, as if "))
        let point = try #require(answer.turningPoint)
        #expect(Self.stopCount(teller, point) == 1)
    }

    @Test(arguments: [(0.05, "is 14 times as likely as a rest"), (0.6, "nearly as likely"), (1e-4, "more than 1000")])
    func `a walk is told with how much likelier it is than a rest`(_ rest: Double, _ words: String) {
        var teller = DayTeller()
        teller.go(600, speed: 1.4, by: .walking)
        var material = teller.material()
        material.activities[0].probability = 0.7
        material.activities[0].alternatives = [.init(activity: .stationary, probability: rest)]
        let answer = DayInquiry(material, parameters: .init()).answer(at: teller.now + -300)
        #expect(answer.text.description.contains(words))
    }

    @Test func `what is far from a stop has no turning point`() {
        var teller = DayTeller()
        teller.go(3_600, speed: 25, by: .automotive)
        let answer = DayInquiry(teller.material(), parameters: .init()).answer(at: teller.now + -1_800)
        #expect(answer.turningPoint == nil)
        #expect(answer.text.description.contains("up to a factor of 8, makes it a stop"))
    }

    @Test func `a correction is the reason, and no parameter is`() throws {
        let (teller, wait) = Self.drive(waiting: 420)
        let material = teller.material([.noStop(from: wait + -210, until: wait + 210)])
        let answer = DayInquiry(material, parameters: .init()).answer(at: wait)
        #expect(answer.turningPoint == nil)
        #expect(answer.text.description == "Not a stop: corrected manually.")
    }

    @Test func `the other activities are told with their probabilities`() {
        var (teller, _) = Self.drive(waiting: 60)
        var material = teller.material()
        for index in material.activities.indices {
            material.activities[index].probability = 0.9
            material.activities[index].alternatives = [
                .init(activity: .cycling, probability: 0.08), .init(activity: .walking, probability: 0.004),
            ]
        }
        teller.stay(1)
        let text = DayInquiry(material, parameters: .init()).answer(at: teller.points[0].time + 300).text.description
        #expect(text.contains("by car 90 % · cycling 8 %.") && !text.contains("walking 0 %"))
    }

    @Test(arguments: [
        (0.4321, true, 0.44), (0.4321, false, 0.43), (129.7, true, 130), (129.7, false, 120), (48, true, 48),
        (1_234, true, 1_300),
    ]) func `values are rounded away from where they come from`(_ value: Double, _ up: Bool, _ rounded: Double) {
        #expect(TurningPointSearch.rounded(value, up: up) == rounded)
    }

    @Test func `nothing and a moment outside have an answer`() {
        #expect(
            DayInquiry(DayMaterial(), parameters: .init()).answer(at: Instant(seconds: 0)).text.description
                .contains("outside the session"))
        let (teller, _) = Self.drive(waiting: 60)
        let answer = DayInquiry(teller.material(), parameters: .init()).answer(at: teller.now + 90_000)
        #expect(answer.turningPoint == nil && answer.text.description.contains("outside the session"))
    }
}
