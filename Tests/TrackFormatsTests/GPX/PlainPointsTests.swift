import Geodesy
import SensorModel
import Simulation
import Testing

@testable import TrackFormats

/// Points that go past the XML parser come out as through it.
@Suite struct PlainPointsTests {
    private let root = "<gpx version=\"1.1\" xmlns=\"http://www.topografix.com/GPX/1/1\">"

    /// A document of two tracks, with everything in a point that devices write.
    private func body(points: Int) -> String {
        var text = "\n<metadata><name>D&amp;y</name></metadata>\n<wpt lat='1' lon='2'><name>A</name></wpt>"
        for track in 0..<2 {
            text += "<trk><name>Ä\(track)</name><trkseg>\r\n"
            for index in 0..<points {
                let second = index % 60 < 10 ? "0\(index % 60)" : "\(index % 60)"
                text += "<trkpt lat=\"50.\(index)1\" lon='14.5'>"
                text += "<ele>25\(index % 10).5</ele><time>2024-05-01T10:\(10 + index / 60):\(second)Z</time>"
                switch index % 7 {
                case 1: text += "\r\n <hdop>1.\(index)</hdop><sat>7</sat><fix>3d</fix>\n"
                case 2: text += "<extensions>\n<p:E><p:hr>12\(index % 10)</p:hr><p:cad>80</p:cad></p:E>\n</extensions>"
                case 3: text += "<name>x &lt; y</name><speed>2.5</speed><course>-10</course>"
                case 4: text += "<link href=\"a>b\"><name>no</name></link><!-- <trkpt> -->"
                case 5: text += "<desc><![CDATA[</trkpt>]]></desc>"
                default: break
                }
                text += index.isMultiple(of: 5) ? "</trkpt >\n" : "</trkpt>\n   "
            }
            text += "</trkseg><trkseg/></trk>"
        }
        return text + "</gpx>"
    }

    private func outcome(_ bytes: [UInt8], keepsGoodPart: Bool) -> String {
        do {
            let document = try Importer(keepsGoodPart: keepsGoodPart).load(bytes: bytes, as: .gpx)
            return "\(document.name ?? "-") \(document.tracks) \(document.waypoints) \(document.problems)"
        } catch {
            return "\(error)"
        }
    }

    /// A comment before the root leaves the whole document to the parser.
    private func expectAlike(_ rest: [UInt8], mark: String = "") {
        for keepsGoodPart in [false, true] {
            let parsed = outcome(Array("\(mark)<!---->\(root)".utf8) + rest, keepsGoodPart: keepsGoodPart)
            let plain = outcome(Array("\(mark)\(root)".utf8) + rest, keepsGoodPart: keepsGoodPart)
            guard plain != parsed else { continue }
            let same = zip(plain, parsed).prefix { $0 == $1 }.count
            let ends = [plain, parsed].map { $0.dropFirst(max(0, same - 60)).prefix(200) }
            Issue.record("without the parser \(ends[0]), with it \(ends[1])")
        }
    }

    @Test func `plain points are read without the parser, others are left to it`() {
        func isPlain(_ text: String) -> Bool? {
            Array(text.utf8).withUnsafeBytes { bytes in
                var point = TrackDocument.Point(coordinate: Coordinate(latitude: 0, longitude: 0))
                return switch PlainPoints.read(bytes, from: 0, into: &point) {
                case .point(let end): end == bytes.count
                case .foreign: false
                case .incomplete: nil
                }
            }
        }
        #expect(isPlain("<trkpt lat=\"1\" lon=\"2\"/>") == true)
        #expect(isPlain("<trkpt lon='2' lat='1' ><ele>3</ele>\r\n<e><f:hr>90</f:hr></e></trkpt>") == true)
        for cut in [
            "<trkpt lat=\"1\" lon=\"2", "<trkpt lat=\"1\" lon=\"2\"><ele>3</ele", "<trkpt lat=\"1\" lon=\"2\">\n",
        ] {
            #expect(isPlain(cut) == nil, "\(cut)")
        }
        for other in [
            "<trkpts lat=\"1\" lon=\"2\"/>", "<trkpt lat=\"91\" lon=\"2\"/>", "<trkpt lat=\"1\" lon=\"2\" id=\"3\"/>",
            "<trkpt lat=\"1\" lat=\"2\"/>", "<trkpt lat=\"1\" lon=\"2\"><ele>x</ele></trkpt>",
            "<trkpt lat=\"1\" lon=\"2\"><ele>3</elf></trkpt>", "<trkpt lat=\"1\" lon=\"2\">4<ele>3</ele></trkpt>",
            "<trkpt lat=\"1\" lon=\"2\"><a>&amp;</a></trkpt>", "<trkpt lat=\"1\" lon=\"2\"><a b=\"c\">d</a></trkpt>",
            "<trkpt lat=\"1\" lon=\"2\"><ele>3<x>4</x></ele></trkpt>", "<trkpt lat=\"1\" lon=\"2\"><a>1</a></trkseg>",
        ] { #expect(isPlain(other) == false, "\(other)") }
    }

    @Test func `a document is read alike with and without the parser`() {
        let text = body(points: 400)
        expectAlike(Array(text.utf8))
        #expect(outcome(Array((root + text).utf8), keepsGoodPart: false).contains("Ä1"))
        let plain = text.replacingCharacters(of: "<![CDATA[</trkpt>]]>", with: "").replacingCharacters(
            of: "<!-- <trkpt> -->", with: "")
        expectAlike(Array(plain.utf8))
        expectAlike(Array(plain.utf8), mark: "\u{FEFF}")
        for encoding in ["UTF-8", "ISO-8859-1", "UTF-16", "nonsense"] {
            let declaration = "<?xml version=\"1.0\" encoding=\"\(encoding)\"?>"
            let with = outcome(Array("\(declaration)\(root)\(plain)".utf8), keepsGoodPart: true)
            #expect(outcome(Array("\(declaration)<!---->\(root)\(plain)".utf8), keepsGoodPart: true) == with)
        }
    }

    @Test func `pieces of any length join`() {
        // Longer than a piece, with points across every end of one; and one element longer than a piece.
        var text = "<trk><trkseg>"
        for index in 0..<12_000 { text += "<trkpt lat=\"1.\(index)\" lon=\"2\"><ele>\(index)</ele></trkpt>" }
        text += "<trkpt lat=\"3\" lon=\"4\"><desc>\(String(repeating: "x", count: 400_000))</desc></trkpt>"
        text += "<trkpt lat=\"5\" lon=\"6\"/></trkseg></trk></gpx>"
        expectAlike(Array(text.utf8))
    }

    @Test func `a broken document is broken alike, in the same line`() {
        var random = RandomSource(seed: 4711)
        let signs = Array("<>/\"'&;=! \n\0]xe9.-:".utf8) + [0xC3, 0x80]
        let plain = Array(
            body(points: 16).replacingCharacters(of: "<![CDATA[</trkpt>]]>", with: "").replacingCharacters(
                of: "<!-- <trkpt> -->", with: ""
            ).utf8)
        for _ in 0..<800 {
            var bytes = plain
            for _ in 0...Int(random.uniform() * 3) {
                let place = Int(random.uniform() * Double(bytes.count))
                let sign = signs[Int(random.uniform() * Double(signs.count))]
                switch Int(random.uniform() * 4) {
                case 0: bytes[place] = sign
                case 1: bytes.insert(sign, at: place)
                case 2: bytes.removeSubrange(place..<min(bytes.count, place + 1 + Int(random.uniform() * 30)))
                default: bytes.removeLast(min(bytes.count - 1, Int(random.uniform() * 200)))
                }
            }
            // Whether a last line break counts as a line depends on the pieces that libxml2 gets.
            while let last = bytes.last, PlainPoints.isSpace(last) { bytes.removeLast() }
            expectAlike(bytes)
        }
    }
}

extension String {
    /// The text with every occurrence of another replaced.
    fileprivate func replacingCharacters(of text: String, with other: String) -> String {
        split(separator: text, omittingEmptySubsequences: false).joined(separator: other)
    }
}
