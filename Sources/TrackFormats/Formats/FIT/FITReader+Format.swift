import SensorModel

extension FITReader: FormatReader {
    static let format = FileFormat("fit", "fit")

    static func certainty(of head: FileHead) -> Certainty { FITStream.isFIT(head.bytes) ? .certain : .no }

    static func read(_ source: ByteSource, into document: inout TrackDocument, by importer: Importer) throws {
        let limits = importer.limits
        var stream = FITStream(try source.readAll(limit: limits.documentSize))
        var reader = FITReader()
        var tear: FITStream.Tear?
        do {
            try stream.forEachMessage { message in
                reader.read(message)
                guard reader.count <= limits.pointCount else {
                    throw FormatError.tooLarge(path: source.name, what: "points", limit: limits.pointCount)
                }
            }
        } catch let error as FITStream.Tear {
            guard importer.keepsGoodPart else {
                let advice = reader.count > 0 ? "; keeping the good part reads what is before that" : ""
                throw FormatError.malformed(path: source.name, reason: "the FIT file \(error.reason)\(advice)")
            }
            tear = error
        }
        document = reader.finish()
        guard !document.isEmpty || tear != nil || document.recordsWithoutPlace > 0 else {
            throw FormatError.nothingInside(
                path: source.name,
                reason: "contains no positions; it is a file of settings, of a workout, or of a day's totals")
        }
        if let tear { document.report(ImportProblem(reason: "the FIT file \(tear.reason); the rest was left out")) }
        if stream.hasWrongChecksum {
            document.report(ImportProblem(.doubted, "the checksum of the file is wrong; some values may be, too"))
        }
        if stream.strayCount > 0 {
            document.report(ImportProblem(reason: "\(stream.strayCount) bytes after the end are not a FIT file"))
        }
    }
}
