import Foundation
import FusionCore
import Geometry
import SensorModel
import SessionStore
import TestSupport
import Testing

/// The parameters that the user chose for a file belong to what the file holds.
@Suite struct TunedParametersTests {
    private func content(start: Double = 1_700_000_000, fixes: Int = 100) throws -> SessionContent {
        let events = (0..<fixes).map { second in
            SensorEvent(
                time: Instant(seconds: start + Double(second)),
                payload: .fix(Fix(coordinate: Coordinate(latitude: 50 + Double(second) * 1e-4, longitude: 14))))
        }
        return try #require(SessionContent(events))
    }

    private func tuned(_ tolerance: Double) throws -> Parameters {
        var parameters = Parameters()
        try parameters.set("simplifier.tolerance", to: .number(tolerance))
        return parameters
    }

    @Test func `they are there again for the same content, and for no other`() throws {
        let folder = try temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let library = try SessionLibrary(folder: folder.path)
        let (one, other) = (try content(), try content(start: 1_700_100_000))
        #expect(try library.tunedParameters(of: one) == nil)
        try library.keep(tuned(20), of: one)
        try library.keep(tuned(30), of: other)
        // Another format rounds the times and leaves out a fix.
        let copy = try content(start: 1_700_000_000.4, fixes: 100)
        #expect(try SessionLibrary(folder: folder.path).tunedParameters(of: copy) == tuned(20))
        #expect(try library.tunedParameters(of: other) == tuned(30))
        try library.keep(tuned(25), of: copy)
        #expect(try library.tunedParameters(of: one) == tuned(25))
        try library.keep(nil, of: one)
        #expect(try library.tunedParameters(of: one) == nil && library.tunedParameters(of: other) == tuned(30))
    }

    @Test func `a damaged file of them is put aside, not written over`() throws {
        let folder = try temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let library = try SessionLibrary(folder: folder.path)
        let path = folder.appending(path: "parameters.json")
        try Data("{".utf8).write(to: path)
        #expect(throws: SessionError.self) { try library.tunedParameters(of: content()) }
        try library.keep(tuned(20), of: content())
        #expect(try library.tunedParameters(of: content()) == tuned(20))
        #expect(try Data(contentsOf: folder.appending(path: "parameters.json.damaged")) == Data("{".utf8))
    }
}
