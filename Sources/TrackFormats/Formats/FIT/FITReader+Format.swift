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
                    throw FormatError.tooLarge(
                        path: source.name, what: Phrase(translatable("points")), limit: limits.pointCount)
                }
            }
        } catch let error as FITStream.Tear {
            guard importer.keepsGoodPart else {
                let clause =
                    reader.count > 0
                    ? translatable("the FIT file {1}; keeping the good part reads what is before that")
                    : translatable("the FIT file {1}")
                throw FormatError.malformed(path: source.name, reason: Phrase(clause, [error.reason]))
            }
            tear = error
        }
        document = reader.finish()
        guard !document.isEmpty || tear != nil || document.recordsWithoutPlace > 0 else {
            throw FormatError.nothingInside(
                path: source.name,
                reason: Phrase(
                    translatable("contains no positions; it is a file of settings, of a workout, or of a day's totals"))
            )
        }
        if let tear {
            document.report(
                ImportProblem(reason: Phrase(translatable("the FIT file {1}; the rest was left out"), [tear.reason])))
        }
        if stream.hasWrongChecksum {
            document.report(.doubted, translatable("the checksum of the file is wrong; some values may be, too"))
        }
        if stream.strayCount > 0 {
            document.report(
                .leftOut, translatable("{1} bytes after the end are not a FIT file"), "\(stream.strayCount)")
        }
    }
}
