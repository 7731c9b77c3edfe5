import Geometry
import SensorModel
import Testing

@testable import TrackFormats

/// A document is read in pieces, whose ends lie anywhere in it.
@Suite struct XMLPiecesTests {
    private func document(_ body: String, keepsGoodPart: Bool = false) throws -> TrackDocument {
        let root = "<gpx version=\"1.1\" xmlns=\"http://www.topografix.com/GPX/1/1\">"
        return try Importer(keepsGoodPart: keepsGoodPart).load(bytes: Array("\(root)\(body)".utf8), as: GPXReader.self)
    }

    @Test func `points across the ends of pieces, and one longer than a piece, are read`() throws {
        var text = "<trk><trkseg>"
        for index in 0..<12_000 { text += "<trkpt lat=\"1.\(index)\" lon=\"2\"><ele>\(index)</ele></trkpt>" }
        text += "<trkpt lat=\"3\" lon=\"4\"><desc>\(String(repeating: "x", count: 400_000))</desc></trkpt>"
        text += "<trkpt lat=\"5\" lon=\"6\"/></trkseg></trk></gpx>"
        let points = try document(text).tracks.flatMap(\.segments).flatMap(\.self)
        #expect(points.count == 12_002)
        #expect(points.prefix(12_000).enumerated().allSatisfy { $1.altitude == Double($0) })
        #expect(points.last?.coordinate.latitude == 5)
    }

    @Test func `a document that breaks off in a later piece names its line, or keeps what came before`() throws {
        var text = "<trk><trkseg>\n"
        for index in 0..<9_000 { text += "<trkpt lat=\"1\" lon=\"2\"><ele>\(index)</ele></trkpt>\n" }
        text += "<trkpt lat=\"1\" lon=\"2\"><ele>7</wrong></trkpt></trkseg></trk></gpx>"
        #expect { try document(text) } throws: { "\($0)".contains("line 9002") }
        let kept = try document(text, keepsGoodPart: true)
        #expect(kept.tracks.flatMap(\.segments).flatMap(\.self).count >= 9_000)
    }
}
