import SensorModel
import Testing
import ViewerModel

@Suite struct SensorListTests {
    private let start = Instant(nanoseconds: 1_700_000_000_000_000_000)

    private func acceleration(_ second: Double, x: Double, sequence: UInt64) -> SensorEvent {
        SensorEvent(
            time: start + second, received: start + second, sequence: sequence,
            payload: .acceleration(VectorSample(device: DeviceID(1), x: x, y: 0, z: 9.81)))
    }

    private func survey(rate: Double = 100, seconds: Double = 10, report: SourceReport? = nil) -> SourceSurvey {
        var survey = SourceSurvey()
        if let report {
            survey.consume(SensorEvent(time: start, received: start, sequence: 0, payload: .source(report)))
        }
        for index in 0..<Int(rate * seconds) {
            survey.consume(acceleration(Double(index) / rate, x: Double(index % 7), sequence: UInt64(index + 1)))
        }
        return survey
    }

    private func report(_ state: SourceState, trouble: SourceTrouble? = nil) -> SourceReport {
        SourceReport(
            device: DeviceID(1), name: "accel_3d", streams: [.acceleration], state: state, nominalRate: 100,
            trouble: trouble)
    }

    @Test func `a sensor that delivers is good, with its rate and a line for each axis`() throws {
        let list = SensorList(SensorReading(survey: survey(report: report(.connected)), now: start + 10))
        let card = try #require(list.cards.first)
        let stream = try #require(card.streams.first)
        #expect(list.cards.count == 1)
        #expect(card.standing == .good && card.name == "accel_3d" && !card.isReceiver)
        #expect(abs(try #require(stream.rate) - 100) < 1 && stream.nominalRate == 100)
        #expect(stream.lines.count == 3 && stream.lines[2].latest == 9.81)
        #expect(abs(try #require(stream.age) - 0.01) < 1e-6)
    }

    @Test func `what is wrong with a source stands on its card and lowers its standing`() throws {
        let finding = SensorReading.Finding(source: "accel_3d", problem: Phrase("slow"), advice: "wait")
        let reading = SensorReading(
            survey: survey(report: report(.connected, trouble: .bufferInUse)), findings: [finding], now: start + 10)
        let card = try #require(SensorList(reading).cards.first)
        #expect(card.standing == .fair && card.findings == [finding])
        let gone = SensorReading(survey: survey(report: report(.lost)), now: start + 10)
        #expect(SensorList(gone).cards.first?.standing == .poor)
    }

    @Test func `an address without a source has a card of its own, first where it fails`() {
        let reading = SensorReading(
            survey: survey(report: report(.connected)),
            addresses: [.init(name: "gpsd localhost:2947", state: "connecting", isDelivering: false)],
            findings: [.init(source: "gpsd localhost:2947", problem: Phrase("no answer"), advice: "start it")],
            now: start + 10)
        let list = SensorList(reading)
        #expect(list.cards.map(\.name) == ["gpsd localhost:2947", "accel_3d"])
        #expect(list.cards[0].standing == .poor && list.cards[0].findings.count == 1)
    }

    @Test func `the shape changes with streams and findings, not with samples`() {
        let first = SensorList(SensorReading(survey: survey(seconds: 1), now: start + 1)).cards[0]
        let later = SensorList(SensorReading(survey: survey(seconds: 5), now: start + 5)).cards[0]
        #expect(first.shape == later.shape && first != later)
    }

    @Test func `a stream that falls silent slides to the left, and a hole breaks its line`() throws {
        var survey = survey(rate: 50, seconds: 2)
        for index in 0..<50 {
            survey.consume(acceleration(3 + Double(index) / 50, x: 1, sequence: UInt64(200 + index)))
        }
        let samples = survey.sources[0].streams[0].recent.samples
        let fresh = Sparkline(samples, axis: 0, now: start + 4, leastSpan: 1)
        #expect(fresh.points.count { $0.isAfterGap } == 2)
        #expect(abs((fresh.points.last?.x ?? 0) - 1) < 0.01)
        let old = Sparkline(samples, axis: 0, now: start + 7, leastSpan: 1)
        #expect(abs((old.points.last?.x ?? 0) - 0.5) < 0.01)
        #expect(Sparkline(samples, axis: 0, now: start + 60, leastSpan: 1).points.isEmpty)
    }

    @Test func `noise at rest does not fill the height`() throws {
        var survey = SourceSurvey()
        for index in 0..<100 {
            survey.consume(acceleration(Double(index) / 50, x: index % 2 == 0 ? 0.01 : -0.01, sequence: UInt64(index)))
        }
        let line = Sparkline(survey.sources[0].streams[0].recent.samples, axis: 0, now: start + 2, leastSpan: 0.5)
        let heights = line.points.map(\.y)
        #expect(try #require(heights.max()) < 0.55 && #require(heights.min()) > 0.45)
    }
}

@Suite struct SkyViewTests {
    @Test func `north is up, the zenith in the middle, the horizon at the rim`() {
        let view = SkyView(
            Sky(
                satellites: [
                    Satellite(number: 1, constellation: 0, elevationDegrees: 90, azimuthDegrees: 0, isUsed: true),
                    Satellite(number: 2, constellation: 6, elevationDegrees: 0, azimuthDegrees: 90),
                    Satellite(number: 3, constellation: 2, elevationDegrees: 45, azimuthDegrees: 0, signalStrength: 99),
                    Satellite(number: 4),
                ], horizontalDilution: 0.9))
        #expect(view.count == 4 && view.usedCount == 1 && view.marks.count == 3)
        #expect(view.marks.last?.label == "G1", "used ones lie on top")
        #expect(abs(view.marks[0].x - 1) < 1e-9 && abs(view.marks[0].y) < 1e-9 && view.marks[0].label == "R2")
        #expect(abs(view.marks[1].y + 0.5) < 1e-9 && view.marks[1].strength == 1)
        #expect(view.horizontalDilution == 0.9)
    }

    @Test func `satellites are numbered within their constellation`() {
        func label(_ number: Int, _ constellation: Int?) -> String? {
            let satellite = Satellite(
                number: number, constellation: constellation, elevationDegrees: 1, azimuthDegrees: 1)
            return SkyView(Sky(satellites: [satellite])).marks.first?.label
        }
        #expect(label(12, 0) == "G12" && label(84, 6) == "R20" && label(336, 2) == "E36" && label(430, 3) == "C30")
        #expect(label(36, 2) == "E36", "one that is numbered so already")
        #expect(label(136, 1) == "S36" && label(77, nil) == "77")
    }

    @Test func `labels cover neither a mark nor each other, and used satellites have theirs first`() throws {
        // Close to each other on an arc, so that there is room for some.
        let satellites = (1...12).map { number in
            Satellite(
                number: number, constellation: 0, elevationDegrees: 40 + Double(number % 4),
                azimuthDegrees: Double(number * 14), isUsed: number == 6)
        }
        let view = SkyView(Sky(satellites: satellites))
        let places = view.labelPlaces(radius: 80, markRadius: 4) { _ in (18, 10) }
        let known = places.compactMap(\.self)
        #expect(known.count < view.marks.count && known.count > 2)
        #expect(try #require(places.last) != nil, "the used one is on top")
        for (index, place) in known.enumerated() {
            for other in known.dropFirst(index + 1) {
                #expect(abs(place.x - other.x) >= 18 || abs(place.y - other.y) >= 10)
            }
            for mark in view.marks {
                #expect(abs(place.x - mark.x * 80) >= 13 - 1e-9 || abs(place.y - mark.y * 80) >= 9 - 1e-9)
            }
        }
        let alone = SkyView(Sky(satellites: [satellites[0]]))
        let below = try #require(alone.labelPlaces(radius: 80, markRadius: 4) { _ in (18, 10) }[0])
        #expect(below.y > alone.marks[0].y * 80, "it is below its mark if there is room")
    }

    @Test func `a satellite below the horizon or without a place is counted and not drawn`() {
        let view = SkyView(
            Sky(satellites: [Satellite(number: 9, elevationDegrees: -3, azimuthDegrees: 10), Satellite(number: 8)]))
        #expect(view.marks.isEmpty && view.count == 2)
    }
}
