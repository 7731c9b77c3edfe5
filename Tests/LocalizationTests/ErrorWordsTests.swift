import Foundation
import LibraryImport
import MapTiles
import Recorder
import Replay
import RoadMatching
import SensorModel
import SessionStore
import Testing
import TrackFormats

/// What went wrong is said in the user's language, whichever part of the program says it.
@Suite struct ErrorWordsTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private static let errors: [any PhrasedError] = [
        RecordingFileError.exists("x"), RecordingFileError.gone("x", reason: SessionError.diskFull(path: "x").phrase),
        RecordingFileError.folder("x", reason: "it could not be created"),
        LiveError.malformed, LiveError.version(3), LiveError.noRecorder("x"),
        LiveError.folder("x", reason: "it is not a folder"), LiveError.busy(process: 3, path: nil),
        LiveError.notStarted("x", reason: "r"), LiveError.endedAtOnce("w"), LiveError.crowded, LiveError.lost,
        SessionError.notFound(path: "x"), SessionError.noFolder(path: "x"), SessionError.alreadyExists(path: "x"),
        SessionError.notASession(path: "x"), SessionError.damaged(path: "x", detail: "d"),
        SessionError.newerFormat(path: "x", format: 3), SessionError.notPermitted(path: "x"),
        SessionError.diskFull(path: "x"), SessionError.alreadyRecording(path: "x"), SessionError.locked(path: "x"),
        SessionError.closed(path: "x"), SessionError.tooLarge(path: "x"),
        SessionError.inputOutput(path: "x", detail: "d"),
        TileFileError.unreadable(path: "x"), TileFileError.notFile(path: "x"),
        TileFileError.notHeights(path: "x", .name), TileFileError.notHeights(path: "x", .length(bytes: 3)),
        TileFileError.notTiles(path: "x"), TileFileError.tooSlow(path: "x"), TileFileError.tooLarge(path: "x"),
        TileFileError.damaged(path: "x", .notPMTiles), TileFileError.damaged(path: "x", .unknownCompression),
        TileFileError.damaged(path: "x", .damagedDirectory), TileFileError.damaged(path: "x", .damagedData),
        TileFileError.damaged(path: "x", .tooLarge), TileFileError.damaged(path: "x", .damagedTile),
        RoadMatchingError.tooCoarse(zoom: 3), RoadMatchingError.noRoads, RoadMatchingError.tooManyRoads,
        RoadMatchingError.tile(.tooLarge), RoadMatchingError.cancelled,
        ReferenceError.noLine, ReferenceError.noTrack, ReferenceError.noTimeInCommon, ReferenceError.farApart(3),
        LibraryExportError.nothing, LibraryExportError.folder("x"),
        MapImportError.unreadable(path: "x"), MapImportError.notExtract(path: "x"), MapImportError.noTilemaker,
        MapImportError.failed(path: "x", reason: "r"),
        FormatError.file(path: "x", reason: Phrase(plain: "r")),
        FormatError.badLine(path: "x", line: 3, reason: Phrase(plain: "r")),
        FormatError.malformed(path: "x", reason: Phrase(plain: "r")),
        FormatError.unknownFormat(path: "x", hint: Phrase(plain: "h")),
        FormatError.tooLarge(path: "x", what: Phrase(plain: "w"), limit: 3),
        FormatError.tooManyActivities(path: "x", limit: 3),
        FormatError.programMissing(name: "n", purpose: Phrase(plain: "p")),
        FormatError.nothingInside(path: "x", reason: Phrase(plain: "r")),
    ]

    /// The texts of the German catalogue with their translations.
    private static func german() throws -> [String: String] {
        let text = try String(contentsOf: root.appending(path: "data/po/de.po"), encoding: .utf8)
        var words: [String: String] = [:]
        for entry in text.components(separatedBy: "\n\n") {
            var parts: [String: String] = [:]
            var key = ""
            for line in entry.split(separator: "\n") where !line.hasPrefix("#") {
                guard let quote = line.firstIndex(of: "\"") else { continue }
                if quote != line.startIndex { key = line[..<quote].trimmingCharacters(in: .whitespaces) }
                parts[key, default: ""] += line[line.index(after: quote)...].dropLast()
                    .replacing("\\\"", with: "\"")
            }
            if let original = parts["msgid"], parts["msgctxt"] == nil { words[original] = parts["msgstr"] ?? "" }
        }
        return words
    }

    @Test func `every error has German words, with its values in their places`() throws {
        let words = try Self.german()
        #expect(words.count > 800)
        for error in Self.errors {
            let text = error.phrase.text { template, _, parts in
                // A name or a number is no sentence.
                let word = template.contains { $0 == " " } ? words[template] : template
                #expect(word?.isEmpty == false, "\(template)")
                return parts.enumerated().reduce(word ?? "") {
                    $0.replacing("{\($1.offset + 1)}", with: $1.element)
                }
            }
            #expect(!text.contains("{"), "\(text)")
            #expect(text != error.description || !text.contains { $0 == " " } || text.hasPrefix("x: "), "\(text)")
        }
    }

    /// Files with something wrong in them, by their names.
    private static let files = [
        "a.gpx": "<gpx><trk><trkseg><trkpt lat='48' lon='11'><time>soon</time><ele>high</ele></trkpt><trkpt lon='11'/>"
            + "<trkpt lat='148' lon='11'/></trkseg></trk>",
        "b.ndjson": """
        {"type":"header","format":"odograph-events","version":1}
        {"type":"fix","time":"soon"}
        {"type":"novelty"}
        {"type":"fix","time":"1700000000000000000","mode":7}
        """, "c.csv": "time,latitude,longitude\n1/2/2025 10:00:00,48,11\nx,48.1,11\n1/2/2025 10:00:02,,\n",
        "d.nmea":
            "$GPGGA,101010,4800.0,N,01100.0,E,1,05,1.0,500,M,,M,,*00\n$GPGGA,101011,4800.0,N,01100.0,E,1,05,1.0,500,M,,M,,\n",
        "e.kml": "<html/>", "f.gpx": "", "g.geojson": "{\"type\":\"FeatureCollection\",\"features\":[{]}",
    ]

    @Test func `what is wrong in a file has German words`() throws {
        let words = try Self.german()
        var count = 0
        for (name, text) in Self.files {
            let phrases: [Phrase]
            do {
                phrases = try Importer(keepsGoodPart: true).load(bytes: Array(text.utf8), name: name).notes
                    .map(\.phrase)
            } catch let error as FormatError { phrases = [error.phrase] }
            #expect(!phrases.isEmpty, "\(name)")
            for phrase in phrases {
                _ = phrase.text { template, _, parts in
                    // Without placeholders it is a value of the file, or a sentence of a library.
                    if template.contains(/[a-z]{2,} [a-z]{2,}/), !parts.isEmpty || !template.contains("XML") {
                        #expect(words[template]?.isEmpty == false, "\(name): \(template)")
                        count += 1
                    }
                    return template
                }
            }
        }
        #expect(count > 10)
    }

    @Test func `an error that crosses a process keeps its values`() throws {
        let phrase = RecordingFileError.gone("x", reason: SessionError.diskFull(path: "y").phrase).phrase
        let copy = try JSONDecoder().decode(Phrase.self, from: JSONEncoder().encode(phrase))
        #expect(copy == phrase && copy.description == phrase.description)
    }
}
