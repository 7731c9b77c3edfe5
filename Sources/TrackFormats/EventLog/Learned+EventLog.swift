import Geometry
import JSON
import SensorModel

extension EventLogWriter {
    /// Writes the learned values as members of a line.
    static func write(_ learned: Learned, to line: inout ObjectText) {
        if let stride = learned.stride {
            line.add("stride") { text in
                var object = ObjectText(taking: &text)
                object.add("model", stride.model)
                object.add("constant", stride.constant)
                object.add("variance", stride.variance)
                object.add("stretches", stride.stretches)
                text = object.end()
            }
        }
        if !learned.buildings.isEmpty {
            line.add("buildings") { text in Self.write(learned.buildings, to: &text) { Self.write($0, to: &$1) } }
        }
        guard !learned.gyroscopes.isEmpty else { return }
        line.add("gyroscopes") { text in Self.write(learned.gyroscopes, to: &text) { Self.write($0, to: &$1) } }
    }

    private static func write(_ gyroscope: Learned.Gyroscope, to text: inout TextBuffer) {
        var object = ObjectText(taking: &text)
        object.add("name", gyroscope.name)
        if let label = gyroscope.label { object.add("label", label) }
        object.add("x", gyroscope.x)
        object.add("y", gyroscope.y)
        object.add("z", gyroscope.z)
        object.add("sigma", gyroscope.sigma)
        object.add("time", String(gyroscope.time.nanoseconds))
        text = object.end()
    }

    private static func write(_ building: Learned.Building, to text: inout TextBuffer) {
        var object = ObjectText(taking: &text)
        object.add("latitude", building.latitude)
        object.add("longitude", building.longitude)
        object.add("heights") { text in write(building.heights, to: &text) { $1.append($0) } }
        object.add("floors") { text in
            write(building.floors, to: &text) { floor, text in
                var object = ObjectText(taking: &text)
                object.add("height", floor.height)
                object.add("floor", floor.floor)
                text = object.end()
            }
        }
        text = object.end()
    }

    private static func write<Element>(
        _ elements: [Element], to text: inout TextBuffer, _ body: (Element, inout TextBuffer) -> Void
    ) {
        text.append("[")
        for (index, element) in elements.enumerated() {
            if index > 0 { text.append(",") }
            body(element, &text)
        }
        text.append("]")
    }
}

extension EventLine {
    /// Returns the learned values of the line; throws a ``LineError`` if a number is missing.
    func learned() throws -> Learned {
        func number(_ value: JSONValue?, _ name: String) throws -> Double {
            guard let number = value?.double else {
                throw LineError(translatable("\"{1}\" is missing or not a number"), name)
            }
            return number
        }
        func whole(_ value: JSONValue, _ name: String) throws -> Int {
            guard let whole = Int(exactly: try number(value[name], name)) else {
                throw LineError(translatable("\"{1}\" is not a whole number"), name)
            }
            return whole
        }
        var learned = Learned()
        if let stride = others["stride"] {
            learned.stride = Learned.Stride(
                model: stride["model"]?.string ?? "", constant: try number(stride["constant"], "constant"),
                variance: try number(stride["variance"], "variance"), stretches: try whole(stride, "stretches"))
        }
        for value in others["buildings"]?.array ?? [] {
            let entrance = Coordinate(
                latitude: try number(value["latitude"], "latitude"),
                longitude: try number(value["longitude"], "longitude"))
            var building = Learned.Building(entrance: entrance)
            building.heights = try (value["heights"]?.array ?? []).map { try number($0, "heights") }
            building.floors = try (value["floors"]?.array ?? []).map {
                Learned.Building.Floor(height: try number($0["height"], "height"), floor: try whole($0, "floor"))
            }
            learned.buildings.append(building)
        }
        for value in others["gyroscopes"]?.array ?? [] {
            // The instant is a string of nanoseconds, because a double cannot hold it.
            guard let time = value["time"]?.string.flatMap({ Int64($0) }) else {
                throw LineError(translatable("\"time\" of a gyroscope is missing or not a string of nanoseconds"))
            }
            learned.gyroscopes.append(
                .init(
                    name: value["name"]?.string ?? "", label: value["label"]?.string, x: try number(value["x"], "x"),
                    y: try number(value["y"], "y"), z: try number(value["z"], "z"),
                    sigma: try number(value["sigma"], "sigma"), time: Instant(nanoseconds: time)))
        }
        return learned
    }
}
