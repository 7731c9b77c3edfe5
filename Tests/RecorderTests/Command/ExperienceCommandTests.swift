import Foundation
import SensorModel
import SessionStore
import TestSupport
import Testing

/// `odographctl record` beside a library that has learned something before.
@Suite struct ExperienceCommandTests {
    private let learned = Learned(
        stride: .init(model: "frequency", constant: 1.0873, variance: 0.001, stretches: 7))

    /// Records nothing for a moment into a library; returns what was said and the session's events.
    private func record(
        into library: URL, prepared: (SessionLibrary) throws -> Void
    ) throws -> (errors: String, events: [SensorEvent]) {
        let program = Places.program("odographctl")
        try prepared(SessionLibrary(folder: library.path))
        let result = try ChildProcess.run(
            program,
            [
                "record", "--gpsd", "127.0.0.1:1", "--iio", "ip:127.0.0.1:1", "--duration", "0.6", "--runtime-folder",
                library.appending(path: "run").path,
            ], environment: ["ODOGRAPH_LIBRARY": library.path])
        #expect(result.status == 0, "\(result.errors)")
        let entries = try SessionLibrary(folder: library.path).entries()
        #expect(entries.count == 1)
        return (result.errors, try SessionReader(opening: try #require(entries.first).path).events())
    }

    @Test func `a recording begins with what the library learned, and leaves it there`() throws {
        let library = try temporaryFolder()
        defer { try? FileManager.default.removeItem(at: library) }
        let (_, events) = try record(into: library) { try $0.keep(learned) }
        #expect(events.first?.payload == .learned(learned))
        #expect(try SessionLibrary(folder: library.path).learned() == learned)
    }

    @Test func `a damaged file costs the calibration, and neither the recording nor itself`() throws {
        let library = try temporaryFolder()
        defer { try? FileManager.default.removeItem(at: library) }
        let file = library.appending(path: "learned.json")
        let (errors, events) = try record(into: library) { _ in
            try "{\"format\":\"odograph-learned\",\"version\":1,".write(to: file, atomically: true, encoding: .utf8)
        }
        #expect(errors.contains("learned.json” is damaged"))
        #expect(!events.isEmpty)
        #expect(!events.contains { if case .learned = $0.payload { true } else { false } })
        #expect(try String(contentsOf: file, encoding: .utf8).hasSuffix("\"version\":1,"))
    }
}
