import Foundation
import Geometry
import SensorModel
import Simulation
import Testing

@testable import FusionCore
@testable import TrackFormats

/// Exports that leave out what is around random places, read as a stranger would.
@Suite struct PrivateExportTests {
    /// A session with everything that shows where its user was.
    private struct Session: Sendable {
        var events: [SensorEvent]
        var fixes: [(time: Instant, place: Coordinate)]
        var features: [MapFeature]
        /// The time of the stop that is called Home.
        var home: Instant

        init(_ scenario: Scenario, receivers: Int, seconds: Double) {
            var plan = scenario.plan
            (plan.duration, plan.motion) = (seconds, nil)
            events = plan.simulate(seed: 3).events
            if receivers > 1 {
                // At the same instants, a little off.
                events += plan.simulate(seed: 4).events.map { event in
                    var event = event
                    if case .fix(var fix) = event.payload {
                        fix.device = DeviceID(9)
                        event.payload = .fix(fix)
                    }
                    return event
                }
            }
            let start = plan.start
            home = start + seconds * 0.55
            for second in stride(from: 2.0, to: seconds, by: 2) {
                events.append(SensorEvent(time: start + second, payload: .tick))
            }
            for number in 0..<12 {
                let time = start + seconds * (Double(number) + 0.4) / 12
                events.append(SensorEvent(time: time, payload: .marker("mark \(number).")))
                let lap = DeviceSpan(.lap, name: "lap \(number).", duration: seconds / 20)
                events.append(SensorEvent(time: time, payload: .span(lap)))
            }
            EventOrder().sort(&events)
            let fixes = events.compactMap { event -> (Instant, Coordinate)? in
                guard case .fix(let fix) = event.payload else { return nil }
                return fix.coordinate.map { (event.time, $0) }
            }
            self.fixes = fixes
            let end = events[events.count - 1].time
            let building = Learned.Building(entrance: fixes[fixes.count / 3].1)
            events.append(SensorEvent(time: end, payload: .learned(Learned(buildings: [building]))))
            for correction: Correction in [
                .stop(from: home + -20, until: home + 20), .placeName("Home", at: home),
                .activity(.cycling, from: start, until: home),
            ] { events.append(SensorEvent(time: end, payload: .correction(correction))) }
            for index in events.indices { events[index].sequence = UInt64(index) }
            let places = stride(from: 0, to: fixes.count, by: 9).map { MapFeature.Place(fixes[$0].1) }
            features =
                [MapFeature(.route, name: "route", places: places), MapFeature(.line, name: "line", places: places)]
                + places.enumerated().map { MapFeature(.waypoint, name: "post \($0).", places: [$1]) }
        }

        /// Returns the last place before an instant.
        func place(at instant: Instant) -> Coordinate { (fixes.last { $0.time <= instant } ?? fixes[0]).place }
    }

    private static let sessions = [
        Session(Scenarios.walkRideStop, receivers: 1, seconds: 900),
        Session(Scenarios.bike, receivers: 2, seconds: 400),
        Session(Scenarios.hairpins, receivers: 1, seconds: 500), Session(Scenarios.tunnel, receivers: 2, seconds: 400),
        Session(Scenarios.walkStops, receivers: 1, seconds: 600),
    ]

    /// A circle that may not be entered.
    private struct Circle {
        let plane: LocalPlane
        let radius: Double

        init(_ centre: Coordinate, _ radius: Double) { (plane, self.radius) = (LocalPlane(origin: centre), radius) }

        func contains(_ place: Coordinate) -> Bool {
            let point = plane.point(place)
            return hypot(point.east, point.north) < radius
        }

        func isCrossed(from start: Coordinate, to end: Coordinate) -> Bool {
            let (first, last) = (plane.point(start), plane.point(end))
            return (0...64).contains { step in
                let share = Double(step) / 64
                let east = first.east + share * (last.east - first.east)
                return hypot(east, first.north + share * (last.north - first.north)) < radius
            }
        }
    }

    @Test(arguments: 0..<200) func `nothing of an export is in a zone`(seed: Int) throws {
        var random = RandomSource(seed: UInt64(seed) + 1)
        func share() -> Double { random.uniform() }
        let session = Self.sessions[seed % Self.sessions.count]
        let centres = (0...Int(share() * 3)).map { _ -> Coordinate in
            let fix = session.fixes[Int(share() * Double(session.fixes.count))].place
            let off = share() < 0.5 ? 0 : 150.0
            return LocalPlane(origin: fix).coordinate(
                PlanePoint(east: (share() - 0.5) * off, north: (share() - 0.5) * off))
        }
        let radius = 10 * pow(60, share())
        let circles = centres.map { Circle($0, radius) }
        func isInside(_ place: Coordinate) -> Bool { circles.contains { $0.contains(place) } }

        var zones = PrivacyZones(around: centres, radius: radius)
        let events = zones.visible(in: session.events)
        let title = zones.title("From Home to the pond")
        let formats = Exporter.Format.allCases
        let sink = ByteSink()
        let choice = (seed / Self.sessions.count) % (formats.count + 1)
        if choice == formats.count {
            var writer = EventLogWriter(sink: sink, names: DeviceNames(events))
            try writer.begin(title: title ?? "", created: events.first?.time ?? session.home)
            for event in events { try writer.write(event) }
        } else {
            var document = TrackDocument(
                session: events, kind: TrackKind.allCases[seed / 40 % 4], name: title)
            document.add(session.features)
            document.leaveOut(zones)
            guard formats[choice].holds(document) else { return }
            try Exporter(formats[choice]).write(document, to: sink)
            for line in try Self.lines(of: sink.text, formats[choice]) {
                for (start, end) in zip(line, line.dropFirst()) {
                    #expect(
                        !circles.contains { $0.isCrossed(from: start, to: end) }, "\(formats[choice]): \(start) \(end)")
                }
            }
        }
        let text = sink.text
        let isEastFirst = choice < formats.count && [.kml, .geojson].contains(formats[choice])
        for (first, second) in Self.pairs(of: text) {
            let place = Coordinate(latitude: isEastFirst ? second : first, longitude: isEastFirst ? first : second)
            if place.isValid { #expect(!isInside(place), "format \(choice)") }
        }
        for case (let time, .marker(let name)) in session.events.map({ ($0.time, $0.payload) })
        where isInside(session.place(at: time)) { #expect(!text.contains(name), "\(name)") }
        for (start, span) in session.events.spans {
            let isPrivate = session.fixes.contains {
                (start...(start + span.duration)).contains($0.time) && isInside($0.place)
            }
            if isPrivate { #expect(!text.contains(span.name ?? ""), "\(span.name ?? "")") }
        }
        for case let feature in session.features
        where feature.kind == .waypoint && isInside(feature.places[0].coordinate) {
            #expect(!text.contains(feature.name ?? ""))
        }
        if isInside(session.place(at: session.home)) { #expect(!text.lowercased().contains("home")) }
    }

    @Test func `a title without the places of a zone, and an export without zones, stay as they are`() {
        let home = Coordinate(latitude: 50, longitude: 14)
        let known = Place(coordinate: home, radius: 20, name: "Home")
        let zones = PrivacyZones(around: [home], radius: 100, known: [known])
        #expect(
            zones.title("Way home") == nil && zones.title("To the pond") == "To the pond" && zones.title(nil) == nil)
        var none = PrivacyZones(around: [], radius: 100, known: [known])
        let events = Self.sessions[0].events
        #expect(none.isEmpty && none.title("Way home") == "Way home" && none.visible(in: events) == events)
    }

    /// Returns the lines that a program draws of a file.
    private static func lines(of text: String, _ format: Exporter.Format) throws -> [[Coordinate]] {
        guard format == .moves else {
            let document = try Importer().load(bytes: Array(text.utf8))
            return (document.tracks + document.routes).flatMap(\.segments).map { $0.map(\.coordinate) }
        }
        var lines: [[Coordinate]] = []
        func search(_ value: Any) {
            if let list = value as? [Any] { list.forEach(search) }
            guard let object = value as? [String: Any] else { return }
            if let points = object["trackPoints"] as? [[String: Any]] {
                lines.append(
                    points.compactMap { point in
                        guard let latitude = point["lat"] as? Double, let longitude = point["lon"] as? Double else {
                            return nil
                        }
                        return Coordinate(latitude: latitude, longitude: longitude)
                    })
            }
            object.values.forEach(search)
        }
        search(try JSONSerialization.jsonObject(with: Data(text.utf8)))
        return lines
    }

    /// Returns every two numbers of a text that follow each other.
    private static func pairs(of text: String) -> [(Double, Double)] {
        let numbers = text.utf8.split { !(0x30...0x39).contains($0) && $0 != 0x2E && $0 != 0x2D }
            .filter { $0.contains(0x2E) }.compactMap { Double(String(Substring($0))) }
        return Array(zip(numbers, numbers.dropFirst()))
    }
}
