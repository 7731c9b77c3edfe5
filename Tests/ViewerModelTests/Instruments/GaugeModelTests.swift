import SensorModel
import Testing
import ViewerModel

@testable import FusionCore

@Suite struct GaugeModelTests {
    private func speed(
        _ value: Double, _ source: SpeedEstimate.Source = .gps, isEstimated: Bool = false,
        quality: SpeedEstimate.Quality = .good
    ) -> SpeedEstimate {
        SpeedEstimate(
            time: Instant(seconds: 0), value: value, source: source, isEstimated: isEstimated, quality: quality)
    }

    @Test func `a receiver whose next fix is overdue is not called good`() {
        let gauge = GaugeModel(
            .init(speed: speed(11.4 / 3.6), accuracy: 3.1, satellites: 11, overdue: 8), unit: .kilometresPerHour)
        #expect(gauge.overdue == 8 && gauge.quality == .none)
        #expect(gauge.accuracyText == nil && gauge.satellites == nil)
        let lost = GaugeModel(.init(message: "No GPS signal", overdue: 8), unit: .kilometresPerHour)
        #expect(lost.overdue == nil && lost.qualityTitle == "No GPS signal")
    }

    @Test func `the drawing's gauge`() {
        let gauge = GaugeModel(
            .init(speed: speed(11.4 / 3.6), fastest: 31.2 / 3.6, accuracy: 3.1, satellites: 11),
            unit: .kilometresPerHour)
        #expect(gauge.digits == "11.4")
        #expect(gauge.ticks.compactMap(\.label) == ["0", "10", "20", "30", "40"])
        #expect(gauge.ticks.count == 21)
        #expect(gauge.qualityTitle == "GPS good" && gauge.accuracyText == "±3 m" && gauge.satellites == 11)
        #expect(gauge.fastestText == "31.2 km/h")
        #expect(!gauge.isEstimated)
        let share = ((gauge.arcAngle ?? 0) - GaugeModel.startAngle) / GaugeModel.sweep
        #expect(abs(share - 11.4 / 40) < 1e-9)
        let mark = ((gauge.fastestAngle ?? 0) - GaugeModel.startAngle) / GaugeModel.sweep
        #expect(abs(mark - 31.2 / 40) < 1e-9)
    }

    @Test func `the place of a location service is not said to be GPS`() {
        let gauge = GaugeModel(
            .init(speed: speed(1, quality: .fair), accuracy: 19, satellites: 7, isFromLocationService: true),
            unit: .kilometresPerHour)
        #expect(gauge.qualityTitle == "Stated location" && gauge.accuracyText == "±19 m" && gauge.satellites == nil)
        let before = GaugeModel(.init(isFromLocationService: true), unit: .kilometresPerHour)
        #expect(before.qualityTitle == "No GPS fix")
    }

    @Test(arguments: SpeedUnit.allCases) func `a dial that is kept does not follow the speed`(unit: SpeedUnit) {
        let before = GaugeModel(.init(speed: speed(4)), unit: unit, topSpeed: 15)
        let held = GaugeModel(.init(speed: speed(40), fastest: 50), unit: unit, topSpeed: 50, keeping: before.maximum)
        #expect(held.maximum == before.maximum && held.ticks == before.ticks)
        #expect(GaugeModel(.init(speed: speed(40)), unit: unit, topSpeed: 50).maximum > before.maximum)
    }

    @Test func `before any speed there is a dash and no arc`() {
        let gauge = GaugeModel(.init(), unit: .kilometresPerHour)
        #expect(gauge.digits == missingText)
        #expect(gauge.arcAngle == nil)
        #expect(gauge.fastestAngle == nil)
        #expect(gauge.fastestText == missingText)
        #expect(gauge.qualityTitle == "No GPS fix" && gauge.accuracyText == nil && gauge.satellites == nil)
        #expect(!gauge.isEstimated)
    }

    @Test func `an estimate is marked and says what it is made of`() {
        let gauge = GaugeModel(
            .init(speed: speed(1.12, .placeholder, isEstimated: true, quality: .poor), satellites: 1),
            unit: .metresPerSecond)
        #expect(gauge.isEstimated)
        #expect(gauge.estimateText == "estimated: moving, speed unknown")
        #expect(gauge.qualityTitle == "GPS poor" && gauge.satellites == 1)
    }

    @Test(arguments: SpeedUnit.allCases, [0.0, 1, 5, 12, 33, 70, 260, 5_000])
    func `every speed fits its dial`(unit: SpeedUnit, value: Double) {
        let gauge = GaugeModel(.init(speed: speed(value)), unit: unit)
        #expect(gauge.maximum >= value)
        let angles = gauge.ticks.map(\.angle)
        #expect(zip(angles, angles.dropFirst()).allSatisfy { $0 < $1 })
        #expect((3...12).contains(gauge.ticks.count { $0.label != nil }))
        #expect(angles.first == GaugeModel.startAngle)
        #expect((angles.last ?? 9) <= GaugeModel.startAngle + GaugeModel.sweep + 1e-9)
    }

    @Test func `the dial holds still while a session is replayed`() {
        let slow = GaugeModel(.init(speed: speed(1)), unit: .milesPerHour, topSpeed: 30)
        let fast = GaugeModel(.init(speed: speed(29)), unit: .milesPerHour, topSpeed: 30)
        #expect(slow.ticks == fast.ticks)
    }

    @Test func `a pace at a stand is a dash on a dial that has an arc of nothing`() {
        let gauge = GaugeModel(.init(speed: speed(0, .still)), unit: .pace)
        #expect(gauge.digits == missingText)
        #expect(gauge.arcAngle == GaugeModel.startAngle)
    }

    @Test func `a speed that is no number is none`() {
        let gauge = GaugeModel(.init(speed: speed(.nan), fastest: .infinity), unit: .knots)
        #expect(gauge.digits == missingText)
        #expect(gauge.arcAngle == nil)
        #expect(gauge.fastestAngle == nil)
    }
}
