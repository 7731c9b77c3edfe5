import SensorModel
import Testing

@testable import ViewerModel

@Suite struct DecimalTextTests {
    @Test(arguments: [
        (11.449, 1, "11.4"), (11.45, 1, "11.5"), (0.04, 1, "0.0"), (-0.04, 1, "0.0"), (-3.26, 1, "−3.3"),
        (999.95, 1, "1000.0"), (7, 0, "7"), (2.5, 0, "3"), (0.005, 2, "0.01"), (1.05, 3, "1.050"),
    ])
    func `a number is rounded half away from zero`(value: Double, decimals: Int, text: String) {
        #expect(decimalText(value, decimals: decimals) == text)
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300])
    func `a number that cannot be shown is a dash`(value: Double) {
        #expect(decimalText(value, decimals: 1) == missingText)
    }

    @Test func `the separator is that of the locale`() {
        #expect(decimalText(-15.27, decimals: 1, separator: ",") == "−15,3")
        #expect(decimalText(15.27, separator: ",") == "15")
        #expect(decimalSeparator() == ".")
    }

    @Test(arguments: [
        ("1234567", ",", [3], "1,234,567"), ("12345", ".", [3], "12.345"), ("123", ",", [3], "123"),
        ("123456789", ",", [3, 2], "12,34,56,789"), ("12345", "", [3], "12345"), ("12345", ",", [], "12345"),
    ])
    func `digits are grouped from the right`(digits: String, separator: String, sizes: [Int], text: String) {
        #expect(DigitGrouping(separator: separator, sizes: sizes).text(digits) == text)
    }

    @Test func `without a locale, digits are not grouped`() {
        #expect(countText(12_345) == "12345")
        #expect(decimalText(1_234_567.25, decimals: 1) == "1234567.3")
    }

    @Test(arguments: [(0.25, "0.25"), (9.996, "10.0"), (31.22, "31.2"), (99.96, "100"), (312.4, "312")])
    func `three digits are kept`(value: Double, text: String) {
        #expect(significantText(value) == text)
    }
}

@Suite struct UnitTests {
    @Test(arguments: [
        (SpeedUnit.kilometresPerHour, "18.0 km/h"), (.milesPerHour, "11.2 mph"), (.metresPerSecond, "5.0 m/s"),
        (.knots, "9.7 kn"), (.pace, "3:20 min/km"),
    ])
    func `five metres a second in every unit`(unit: SpeedUnit, text: String) {
        #expect(unit.text(of: 5) == text)
    }

    @Test(arguments: [0, -1, 0.27, Double.nan, Double.infinity])
    func `standing still has no pace`(speed: Double) {
        #expect(SpeedUnit.pace.text(of: speed) == missingText)
    }

    @Test func `a pace that rounds up to a minute carries`() {
        #expect(SpeedUnit.pace.digits(of: 1_000 / 299.7) == "5:00")
    }

    @Test(arguments: SpeedUnit.allCases)
    func `a speed survives its unit and back`(unit: SpeedUnit) throws {
        for speed in [0.5, 1.4, 27.3] {
            let value = try #require(unit.value(of: speed))
            #expect(abs(unit.metresPerSecond(of: value) - speed) < 1e-9)
        }
    }

    @Test(arguments: [
        (0, "0 m"), (850.4, "850 m"), (999.4, "999 m"), (999.6, "1.0 km"), (21_449, "21.4 km"), (412_345, "412 km"),
    ])
    func `a distance changes its unit`(metres: Double, text: String) {
        #expect(DistanceUnit.metric.text(of: metres) == text)
    }

    @Test func `feet, miles and nautical miles`() {
        #expect(DistanceUnit.imperial.text(of: 100) == "328 ft")
        #expect(DistanceUnit.imperial.text(of: 1_609.344) == "1.0 mi")
        #expect(DistanceUnit.nautical.text(of: 500) == "500 m")
        #expect(DistanceUnit.nautical.text(of: 18_520) == "10.0 nmi")
    }

    @Test func `missing is a dash, never zero`() {
        #expect(DistanceUnit.metric.text(of: nil) == missingText)
        #expect(DistanceUnit.metric.smallText(of: Double.nan) == missingText)
        #expect(durationText(nil) == missingText)
        #expect(exactDurationText(-1) == missingText)
        #expect(stopwatchText(.nan) == missingText)
    }

    @Test func `a climb shows its sign`() {
        #expect(DistanceUnit.metric.signedText(of: 42.2) == "+42 m")
        #expect(DistanceUnit.metric.signedText(of: -3.4) == "−3 m")
        #expect(DistanceUnit.metric.signedText(of: 0.3) == "0 m")
    }
}

@Suite struct DurationTextTests {
    @Test(arguments: [
        (44.0, "44 s"), (27 * 60 + 10.0, "27 min"), (3_585.0, "1 h"), (6_180.0, "1 h 43 min"), (86_400.0, "1 d"),
        (183_600.0, "2 d 3 h"), (0.0, "0 s"),
    ])
    func `a list shows the two largest units`(seconds: Double, text: String) {
        #expect(durationText(seconds) == text)
    }

    @Test func `a duration to the second`() {
        #expect(exactDurationText(57 * 60 + 51) == "57 min 51 s")
        #expect(exactDurationText(3_792) == "1 h 3 min 12 s")
        #expect(stopwatchText(57) == "0:57")
        #expect(stopwatchText(3_792) == "1:03:12")
    }
}

@Suite struct ClockTimeTests {
    @Test func `event time and an offset give the wall clock`() {
        let instant = Instant(nanoseconds: 1_763_103_363_250_000_000)  // 2025-11-14T06:56:03.25Z
        let clock = ClockTime(instant, utcOffset: 7_200)
        #expect(clock.secondText == "08:56:03")
        #expect(clock.minuteText == "08:56")
        #expect(clock.date.longText == "Friday 14 November 2025")
        #expect(clock.date.isoText == "2025-11-14")
    }

    @Test func `an offset moves the day`() {
        let instant = Instant(seconds: 1_763_161_200)  // 2025-11-14T23:00:00Z
        #expect(ClockTime(instant, utcOffset: 3_600).date.longText == "Saturday 15 November 2025")
        #expect(ClockTime(instant, utcOffset: -3_600).date.longText == "Friday 14 November 2025")
    }

    @Test func `days before 1970 and leap days`() {
        #expect(ClockTime(Instant(nanoseconds: -1), utcOffset: 0).secondText == "23:59:59")
        #expect(ClockTime(Instant(nanoseconds: -1), utcOffset: 0).date.isoText == "1969-12-31")
        #expect(CivilDate(daysSince1970: 19_782).isoText == "2024-02-29")
        #expect(CivilDate(daysSince1970: 11_016).isoText == "2000-02-29")
        #expect(CivilDate(daysSince1970: 0).weekdayName == "Thursday")
    }

    @Test func `each day follows the one before`() {
        var previous = CivilDate(daysSince1970: -150_000)
        for days in -149_999...150_000 {
            let date = CivilDate(daysSince1970: days)
            let isNextDay = date.month == previous.month && date.day == previous.day + 1
            let isNextMonth = date.day == 1 && previous.day >= 28
            guard isNextDay || isNextMonth else {
                Issue.record("\(date.isoText) follows \(previous.isoText)")
                return
            }
            previous = date
        }
    }

    @Test func `a line never ends between a number and its unit`() {
        #expect(unbrokenNumbers("50.1° N, ±30 m · 1 step") == "50.1° N, ±30\u{A0}m · 1\u{A0}step")
        #expect(unbrokenNumbers("8,0 km + 1,1 km geschätzt") == "8,0\u{A0}km + 1,1\u{A0}km geschätzt")
        for text in ["", " ", "7", "7 ", " m", "high confidence"] { #expect(unbrokenNumbers(text) == text) }
    }
}
