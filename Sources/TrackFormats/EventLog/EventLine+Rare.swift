import Geometry
import JSON
import SensorModel

/// The event types that occur only occasionally in a log.
extension EventLine {
    func number(_ name: String) throws -> Double {
        guard let number = others[name]?.double else {
            throw LineError(translatable("\"{1}\" is missing or not a number"), name)
        }
        return number
    }

    func string(_ name: String) throws -> String {
        guard let text = others[name]?.string else {
            throw LineError(translatable("\"{1}\" is missing or not a string"), name)
        }
        return text
    }

    func feature(_ kind: MapFeature.Kind) throws -> MapFeature {
        let places = (others["places"]?.array ?? []).compactMap { place -> MapFeature.Place? in
            guard let latitude = place["latitude"]?.double, let longitude = place["longitude"]?.double else {
                return nil
            }
            return MapFeature.Place(
                Coordinate(latitude: latitude, longitude: longitude), altitude: place["altitude"]?.double)
        }
        guard !places.isEmpty else {
            throw LineError(translatable("\"places\" is missing or has no latitudes and longitudes"))
        }
        return MapFeature(kind, name: others["name"]?.string, places: places)
    }

    func parameters() throws -> [String: ParameterValue] {
        guard case .object(let members)? = others["values"] else {
            throw LineError(translatable("\"values\" is missing or not an object"))
        }
        var values: [String: ParameterValue] = [:]
        for (name, value) in members {
            switch value {
            case .number(let number): values[name] = .number(number)
            case .string(let text): values[name] = .choice(text)
            case .bool(let isOn): values[name] = .toggle(isOn)
            case .null, .array, .object:
                throw LineError(translatable("the value of {1} is not a number, a string, true or false"), name)
            }
        }
        return values
    }

    /// A log has the session's times, so nothing is left to be added to them.
    func clockDecision(device: DeviceID) throws -> ClockDecision {
        guard let reason = ClockDecision.Reason(rawValue: try string("reason")) else {
            throw LineError(translatable("\"{1}\" is not known"), "reason")
        }
        guard let shift = Int64(try string("shift")) else {
            throw LineError(translatable("\"{1}\" is not a number"), "shift")
        }
        return ClockDecision(device: device, reason: reason, shift: shift)
    }

    func drop(device: DeviceID) throws -> DropReport {
        guard let stream = StreamKind(rawValue: try string("stream")) else {
            throw LineError(translatable("\"{1}\" is not known"), "stream")
        }
        guard let count = Int(exactly: try number("count").rounded()), DropReport.possibleCounts.contains(count) else {
            throw LineError(translatable("\"count\" is not a count"))
        }
        return DropReport(device: device, stream: stream, count: count)
    }

    func correction() throws -> Correction {
        switch try string("correction") {
        case "activity":
            guard let activity = Activity(rawValue: try string("activity")) else {
                throw LineError(translatable("\"{1}\" is not known"), "activity")
            }
            return .activity(activity, from: try instant("from"), until: try instant("until"))
        case "stop": return .stop(from: try instant("from"), until: try instant("until"))
        case "noStop": return .noStop(from: try instant("from"), until: try instant("until"))
        case "acceptFix", "rejectFix":
            let fix = FixRuling.Identity(time: try instant("at"), received: try instant("arrival"))
            return .fix(FixRuling(fix, isAccepted: try string("correction") == "acceptFix"))
        case "placeName": return .placeName(text?.text ?? "", at: try instant("at"))
        default: throw LineError(translatable("\"{1}\" is not known"), "correction")
        }
    }

    func statement() throws -> ActivityStatement {
        guard let activity = Activity(rawValue: try string("activity")) else {
            throw LineError(translatable("\"{1}\" is not known"), "activity")
        }
        return ActivityStatement(
            activity, sport: others["sport"]?.string, distance: others["distance"]?.double, from: try instant("from"),
            until: try instant("until"))
    }

    /// Returns the pause or lap of a marker; `nil` if it is only a remark, or of a kind that is unknown.
    func span() throws -> DeviceSpan? {
        guard let kind = others["span"]?.string.flatMap(DeviceSpan.Kind.init) else { return nil }
        return DeviceSpan(
            kind, name: others["name"]?.string, duration: try number("duration"),
            timerTime: others["timerTime"]?.double, distance: others["distance"]?.double)
    }

    func note() throws -> ImportNote {
        guard let kind = ImportNote.Kind(rawValue: try string("kind")) else {
            throw LineError(translatable("\"{1}\" is not known"), "kind")
        }
        return ImportNote(kind, Phrase(plain: text?.text ?? ""))
    }

    /// Corrections state their instants as strings of nanoseconds, or as seconds.
    private func instant(_ name: String) throws -> Instant {
        if let text = others[name]?.string, let nanoseconds = Int64(text) { return Instant(nanoseconds: nanoseconds) }
        return Instant(seconds: try number(name))
    }

    func sourceReport(device: DeviceID, name: String) throws -> SourceReport {
        let streams = (others["streams"]?.array ?? []).compactMap { $0.string.flatMap(StreamKind.init) }
        let state = others["state"]?.string.flatMap(SourceState.init) ?? .connected
        var scalings: [StreamKind: SampleScaling] = [:]
        if case .object(let members)? = others["scalings"] {
            for (key, value) in members {
                guard let stream = StreamKind(rawValue: key), let scale = Self.vector(value["scale"]),
                    let offset = Self.vector(value["offset"])
                else {
                    throw LineError(
                        translatable("the scaling of {1} is not a scale and an offset of three numbers each"), "\(key)")
                }
                scalings[stream] = SampleScaling(scale: scale, offset: offset)
            }
        }
        return SourceReport(
            device: device, name: name, label: others["label"]?.string, streams: streams, state: state,
            mountMatrix: try mountMatrix(), scalings: scalings, nominalRate: others["nominalRate"]?.double,
            trouble: others["trouble"]?.string.flatMap(SourceTrouble.init), detail: others["detail"]?.string)
    }

    private func mountMatrix() throws -> MountMatrix? {
        guard let value = others["mountMatrix"], value != .null else { return nil }
        guard let rows = value.array, rows.count == 3, let first = Self.vector(rows[0]),
            let second = Self.vector(rows[1]), let third = Self.vector(rows[2])
        else { throw LineError(translatable("\"mountMatrix\" is not three rows of three numbers")) }
        return MountMatrix(first: first, second: second, third: third)
    }

    private static func vector(_ value: JSONValue?) -> Vector3? {
        guard let parts = value?.array, parts.count == 3, let x = parts[0].double, let y = parts[1].double,
            let z = parts[2].double
        else { return nil }
        return Vector3(x, y, z)
    }
}
