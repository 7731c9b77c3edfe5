import Geometry
import SensorModel

/// Conversion of rows to events.
extension EventRows {
    /// Returns the payload of a row, or `nil` if the row continues the event before it.
    /// - Throws: ``CoreError`` for an invalid word or number.
    @inline(__always)
    func payload(_ row: Int) throws(CoreError) -> SensorEvent.Payload {
        switch table {
        case .fix: return .fix(try fix(row))
        case .acceleration: return .acceleration(try vector(row))
        case .rotation: return .rotation(try vector(row))
        case .magneticField: return .magneticField(try vector(row))
        case .pressure: return .scalar(.pressure, try scalar(row))
        case .heartRate: return .scalar(.heartRate, try scalar(row))
        case .cadence: return .scalar(.cadence, try scalar(row))
        case .sensorSpeed: return .scalar(.sensorSpeed, try scalar(row))
        case .tick: return .tick
        case .reset: return .reset
        case .other: return .marker("")
        case .parameter: return .parameters(try parameter(row))
        case .correction: return .correction(try correction(row))
        case .statement: return .statement(try statement(row))
        case .source: return .source(try source(row))
        case .learned: return .learned(try learned(row))
        case .span: return .span(try span(row))
        }
    }

    private func failure(_ column: Int, _ row: Int, _ expected: String) -> CoreError {
        let name = table.columns.indices.contains(column) ? table.columns[column].name : ""
        return .badValue(table: table.rawValue, column: name, row: row, expected: expected)
    }

    @inline(__always)
    func device(_ column: Int, _ row: Int) throws(CoreError) -> DeviceID {
        guard let number = integer(InputTable.commonCount + column, row) else { return DeviceID(0) }
        guard let device = UInt16(exactly: number) else {
            throw failure(InputTable.commonCount + column, row, "a number from 0 to 65535")
        }
        return DeviceID(device)
    }

    @inline(__always)
    private func vector(_ row: Int) throws(CoreError) -> VectorSample {
        let first = InputTable.commonCount
        return VectorSample(
            device: try device(3, row), x: number(first, row) ?? .nan, y: number(first + 1, row) ?? .nan,
            z: number(first + 2, row) ?? .nan)
    }

    @inline(__always)
    private func scalar(_ row: Int) throws(CoreError) -> ScalarSample {
        ScalarSample(device: try device(1, row), value: number(InputTable.commonCount, row) ?? .nan)
    }

    @inline(__always)
    private func fix(_ row: Int) throws(CoreError) -> Fix {
        func value(_ column: FixColumn) -> Double? { number(InputTable.commonCount + column.rawValue, row) }
        func whole(_ column: FixColumn) -> Int64? { integer(InputTable.commonCount + column.rawValue, row) }
        let altitude = value(.altitude)
        let (latitude, longitude) = (value(.latitude), value(.longitude))
        let coordinate: Coordinate? =
            latitude == nil && longitude == nil
            ? nil : Coordinate(latitude: latitude ?? .nan, longitude: longitude ?? .nan)
        var mode: FixMode = coordinate == nil ? .noFix : altitude == nil ? .twoDimensional : .threeDimensional
        if let number = whole(.mode) {
            guard let stated = Int(exactly: number).flatMap(FixMode.init) else {
                throw failure(InputTable.commonCount + FixColumn.mode.rawValue, row, "0, 1, 2 or 3")
            }
            mode = stated
        }
        let speed = value(.speed)
        return Fix(
            device: try device(FixColumn.device.rawValue, row), mode: mode, coordinate: coordinate,
            altitude: altitude, horizontalAccuracy: value(.horizontalAccuracy),
            accuracyOrigin: flag(InputTable.commonCount + FixColumn.accuracyIsDilution.rawValue, row)
                ? .dilutionOfPrecision : .receiver,
            verticalAccuracy: value(.verticalAccuracy), speed: speed.flatMap { $0 >= 0 ? $0 : nil },
            speedAccuracy: value(.speedAccuracy), courseDegrees: value(.course),
            courseAccuracyDegrees: value(.courseAccuracy), climb: value(.climb),
            satellites: whole(.satellites).flatMap { Int(exactly: $0) },
            horizontalDilution: value(.horizontalDilution),
            timeIsArrival: flag(InputTable.commonCount + FixColumn.timeIsArrival.rawValue, row))
    }
}

/// Conversion of the less frequent events.
extension EventRows {
    private func text(of column: Int, _ row: Int) -> String? { text(InputTable.commonCount + column, row) }

    private func instant(_ column: Int, _ row: Int) -> Instant {
        Instant(nanoseconds: integer(InputTable.commonCount + column, row) ?? 0)
    }

    private func activity(_ column: Int, _ row: Int) throws(CoreError) -> Activity {
        guard let activity = text(of: column, row).flatMap(Activity.init) else {
            throw failure(
                InputTable.commonCount + column, row,
                "one of \(Activity.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        return activity
    }

    private func parameter(_ row: Int) throws(CoreError) -> [String: ParameterValue] {
        guard let name = text(of: ParameterColumn.name.rawValue, row) else { return [:] }
        if let word = text(of: ParameterColumn.word.rawValue, row) {
            let toggle = ["true": true, "false": false][word]
            return [name: toggle.map(ParameterValue.toggle) ?? .choice(word)]
        }
        let column = InputTable.commonCount + ParameterColumn.number.rawValue
        guard let value = number(column, row) else { throw failure(column, row, "a number, or a word beside it") }
        return [name: .number(value)]
    }

    private func correction(_ row: Int) throws(CoreError) -> Correction {
        let from = instant(CorrectionColumn.from.rawValue, row)
        let until = instant(CorrectionColumn.until.rawValue, row)
        switch text(of: CorrectionColumn.kind.rawValue, row) {
        case "activity":
            return .activity(try activity(CorrectionColumn.activity.rawValue, row), from: from, until: until)
        case "stop": return .stop(from: from, until: until)
        case "noStop": return .noStop(from: from, until: until)
        case "placeName": return .placeName(text(of: CorrectionColumn.text.rawValue, row) ?? "", at: from)
        case "acceptFix": return .fix(FixRuling(.init(time: from, received: until), isAccepted: true))
        case "rejectFix": return .fix(FixRuling(.init(time: from, received: until), isAccepted: false))
        default:
            throw failure(
                InputTable.commonCount + CorrectionColumn.kind.rawValue, row,
                "one of activity, stop, noStop, placeName, acceptFix, rejectFix")
        }
    }

    private func statement(_ row: Int) throws(CoreError) -> ActivityStatement {
        ActivityStatement(
            try activity(StatementColumn.activity.rawValue, row), sport: text(of: StatementColumn.sport.rawValue, row),
            distance: number(InputTable.commonCount + StatementColumn.distance.rawValue, row),
            from: instant(StatementColumn.from.rawValue, row), until: instant(StatementColumn.until.rawValue, row))
    }

    private func span(_ row: Int) throws(CoreError) -> DeviceSpan {
        func value(_ column: SpanColumn) -> Double? { number(InputTable.commonCount + column.rawValue, row) }
        guard let kind = text(of: SpanColumn.kind.rawValue, row).flatMap(DeviceSpan.Kind.init) else {
            throw failure(InputTable.commonCount + SpanColumn.kind.rawValue, row, "one of pause, lap")
        }
        guard let duration = value(.duration) else {
            throw failure(InputTable.commonCount + SpanColumn.duration.rawValue, row, "a number of seconds")
        }
        return DeviceSpan(
            kind, name: text(of: SpanColumn.name.rawValue, row), duration: duration, timerTime: value(.timerTime),
            distance: value(.distance))
    }

    private func source(_ row: Int) throws(CoreError) -> SourceReport {
        let mount = (0..<9).compactMap { number(InputTable.commonCount + SourceColumn.mount.rawValue + $0, row) }
        let streams = (text(of: SourceColumn.streams.rawValue, row) ?? "").split(separator: ",")
        return SourceReport(
            device: try device(SourceColumn.device.rawValue, row),
            name: text(of: SourceColumn.name.rawValue, row) ?? "", label: text(of: SourceColumn.label.rawValue, row),
            streams: streams.compactMap { StreamKind(rawValue: String($0)) },
            state: text(of: SourceColumn.state.rawValue, row).flatMap(SourceState.init) ?? .connected,
            mountMatrix: mount.count == 9
                ? MountMatrix(
                    first: Vector3(mount[0], mount[1], mount[2]), second: Vector3(mount[3], mount[4], mount[5]),
                    third: Vector3(mount[6], mount[7], mount[8])) : nil,
            detail: text(of: SourceColumn.detail.rawValue, row))
    }

    /// Returns the learned values of a row. Heights and floors belong to the building in an earlier row.
    private func learned(_ row: Int) throws(CoreError) -> Learned {
        func value(_ column: LearnedColumn) -> Double { number(InputTable.commonCount + column.rawValue, row) ?? .nan }
        let whole = integer(InputTable.commonCount + LearnedColumn.count.rawValue, row)
        let count = whole.flatMap { Int(exactly: $0) } ?? 0
        let name = text(of: LearnedColumn.text.rawValue, row) ?? ""
        switch text(of: LearnedColumn.kind.rawValue, row) {
        case "stride":
            return Learned(
                stride: .init(model: name, constant: value(.x), variance: value(.sigma), stretches: count))
        case "building":
            return Learned(buildings: [building(row)])
        case "height", "floor": return Learned()
        case "gyroscope":
            return Learned(gyroscopes: [
                .init(
                    name: name, label: text(of: LearnedColumn.label.rawValue, row), x: value(.x), y: value(.y),
                    z: value(.z), sigma: value(.sigma), time: instant(LearnedColumn.at.rawValue, row))
            ])
        default:
            throw failure(
                InputTable.commonCount + LearnedColumn.kind.rawValue, row,
                "one of stride, building, height, floor, gyroscope")
        }
    }

    /// Returns the building of a row, including the heights and floors of the rows after it.
    private func building(_ row: Int) -> Learned.Building {
        func value(_ column: LearnedColumn, _ row: Int) -> Double {
            number(InputTable.commonCount + column.rawValue, row) ?? .nan
        }
        var building = Learned.Building(
            entrance: Coordinate(latitude: value(.latitude, row), longitude: value(.longitude, row)))
        var next = row + 1
        while next < count {
            switch text(of: LearnedColumn.kind.rawValue, next) {
            case "height": building.heights.append(value(.height, next))
            case "floor":
                let floor = integer(InputTable.commonCount + LearnedColumn.count.rawValue, next)
                building.floors.append(
                    .init(height: value(.height, next), floor: floor.flatMap { Int(exactly: $0) } ?? 0))
            default: return building
            }
            next += 1
        }
        return building
    }
}
