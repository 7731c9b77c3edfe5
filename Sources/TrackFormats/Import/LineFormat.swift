import SensorModel

/// A reader of a format in which each line is parsed separately.
protocol LineFormat {
    /// The number of events or points so far.
    var count: Int { get }

    /// Reads a line.
    /// - Throws: An error whose description says what is wrong with the line.
    mutating func read(_ line: UnsafeRawBufferPointer) throws

    /// Adds the results to a document, with notes about what was left out.
    mutating func finish(into document: inout TrackDocument)
}

extension Importer {
    /// Reads a source line by line.
    func load(_ source: ByteSource, as format: FileFormat, by reader: some LineFormat) throws -> TrackDocument {
        var reader = reader
        var document = TrackDocument(format: format)
        try forEachLine(of: source, into: &document) { line in
            try reader.read(line)
            return reader.count
        }
        reader.finish(into: &document)
        return document
    }
}

extension TrackDocument {
    /// Adds a track, unless it has no points.
    mutating func add(_ points: [Point], source: String) {
        if !points.isEmpty { tracks = [Track(source: source, segments: [points])] }
    }
}

extension EventLogReader: LineFormat {
    var count: Int { events.count }

    mutating func finish(into document: inout TrackDocument) {
        document.sensorEvents = finish()
        document.name = title
        document.isInOrder = isInOrder
        for (type, count) in unknownTypes.sorted(by: { $0.key < $1.key }) {
            document.note(
                ImportProblem(
                    reason: count == 1
                        ? "1 line of the unknown type \"\(type)\" was passed over"
                        : "\(count) lines of the unknown type \"\(type)\" were passed over"))
        }
    }
}

extension NMEAReader: LineFormat {
    mutating func finish(into document: inout TrackDocument) {
        document.sensorEvents = finish()
        document.waypoints = waypoints
        document.note(
            left: checksumErrors, one: "sentence with a wrong checksum", many: "sentences with a wrong checksum")
        document.note(
            left: epochsBeforeClock, one: "moment without a fix, before the receiver's clock was set,",
            many: "moments without a fix, before the receiver's clock was set,")
        if trustsAll {
            document.note(
                ImportProblem(.doubted, "every sentence says that there is no fix; the changing positions are used"))
        }
        if hasNoDate, !document.sensorEvents.isEmpty {
            document.note(ImportProblem(reason: "no sentence has a date: the times are those of 1970-01-01"))
        }
    }
}

extension GPSDLogReader: LineFormat {
    mutating func finish(into document: inout TrackDocument) { document.sensorEvents = finish() }
}

extension GNSSLoggerReader: LineFormat {
    var count: Int { log.count }

    mutating func finish(into document: inout TrackDocument) {
        document.sensorEvents = finish()
        document.note(
            left: othersLeftOut, one: "fix that the phone computed from several sensors",
            many: "fixes that the phone computed from several sensors")
    }
}

extension PolarReader: LineFormat {
    var count: Int { events.count }

    mutating func finish(into document: inout TrackDocument) { document.sensorEvents = finish() }
}

extension VBOXReader: LineFormat {
    var count: Int { points.count }

    mutating func finish(into document: inout TrackDocument) {
        document.add(points, source: "VBOX")
        if hasNoDate, !points.isEmpty {
            document.note(ImportProblem(reason: "the file has no date: the times count from 1970-01-01"))
        }
    }
}

extension RTKLIBReader: LineFormat {
    var count: Int { points.count }

    mutating func finish(into document: inout TrackDocument) { document.add(points, source: "RTKLIB") }
}

extension SubtitleReader: LineFormat {
    var count: Int { points.count }

    mutating func finish(into document: inout TrackDocument) { document.add(points, source: Self.source) }
}

extension IGCReader: LineFormat {
    var count: Int { points.count }

    mutating func finish(into document: inout TrackDocument) {
        let flight = finish()
        (document.tracks, document.routes) = (flight.tracks, flight.routes)
        for problem in flight.problems { document.note(problem) }
    }
}
