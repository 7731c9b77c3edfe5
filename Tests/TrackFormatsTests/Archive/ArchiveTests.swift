import Foundation
import SensorModel
import TestSupport
import Testing

@testable import TrackFormats

/// Archives as services and programs write them, and malformed ones.
@Suite struct ArchiveTests {
    private let folder: URL

    init() throws { folder = try temporaryFolder() }

    /// Runs a program in Python that writes files into the folder.
    private func make(_ script: String) throws {
        let start = """
            import bz2, gzip, io, lzma, os, struct, sys, tarfile, zipfile
            os.chdir(sys.argv[1])
            def gpx(n, day=1):
                points = ''.join('<trkpt lat="%f" lon="11"><time>2024-05-%02dT10:%02d:%02dZ</time></trkpt>'
                    % (48 + i * 4e-5, day, i // 60, i % 60) for i in range(n))
                return '<gpx version="1.1"><trk><trkseg>%s</trkseg></trk></gpx>' % points

            """
        let made = try ChildProcess.run("/usr/bin/env", ["python3", "-c", start + script, folder.path])
        try #require(made.status == 0, "\(made.errors)")
    }

    private func load(_ name: String, _ importer: Importer = Importer()) throws -> TrackDocument {
        try importer.load(path: folder.appending(path: name).path)
    }

    private static let export = """
        z = zipfile.ZipFile("export.zip", "w", zipfile.ZIP_DEFLATED)
        z.writestr("activities.csv", "Activity ID,Activity Date,Activity Name,Elapsed Time,Distance\\n1,May 1,Ride,9,1\\n")
        z.writestr("activities/1.gpx.gz", gzip.compress(gpx(40).encode()))
        z.writestr("activities/2.gpx", gpx(50, 2))
        z.writestr("activities/3.gpx", "")
        z.writestr("activities/4.gpx", "<gpx><trk><trkseg><trkpt lat=")
        z.writestr("media/1.jpg", b"\\xff\\xd8\\xff\\xe0" + os.urandom(5000))
        z.writestr("__MACOSX/._1.jpg", b"x")
        z.close()

        """

    @Test func `an export opens with all its tracks, and what holds none is listed`() throws {
        try make(Self.export)
        let document = try load("export.zip")
        #expect(document.tracks.map(\.pointCount) == [40, 50])
        #expect(document.problems.map(\.kind) == [.refused, .refused, .leftOut])
        #expect(document.problems.first?.reason.hasSuffix("export.zip/activities/3.gpx: the file is empty") == true)
        #expect(document.problems.last?.reason.contains("2 other files in it") == true)
        #expect(document.problems.last?.reason.contains("activities.csv, 1.jpg") == true)
    }

    @Test func `an export too large for one session says where its activities fit`() throws {
        try make(Self.export)
        var importer = Importer(keepsGoodPart: true)
        importer.limits.pointCount = 60
        let path = folder.appending(path: "export.zip").path
        let error = #expect(throws: FormatError.self) { try importer.load(path: path) }
        #expect(error == .tooManyActivities(path: path, limit: 60))
        #expect(error?.description.hasSuffix("add them to the library, each as its own session.") == true)
        // A single file that is too large is not a matter for the library.
        importer.limits.pointCount = 30
        let other = #expect(throws: FormatError.self) { try importer.load(path: path) }
        #expect(other?.description.hasSuffix("more than 30 points; it is not read, split it first.") == true)
    }

    private static let listed = #"""
        rows = '\ufeffAktivitäts-ID,Aktivitätsdatum,Name der Aktivität,Aktivitätsart,Beschreibung,Zeit,Dateiname\n'
        rows += '1,"1. Mai 2024, 10:00","Round, and ""round""",Ride,"Two\r\nlines, and, more",9,activities/1.gpx.gz\r\n'
        rows += '2,"2. Mai 2024, 10:00",Morning,Rudern,,9,activities/2.gpx\n3,now,Indoors,Swim,,9,\n,\n'
        files = {"x/activities.csv": rows.encode(), "x/activities/1.gpx.gz": gzip.compress(gpx(40).encode()),
                 "x/activities/2.gpx": gpx(50, 2).replace("<trk>", "<trk><type>rowing</type>").encode()}
        with zipfile.ZipFile("listed.zip", "w") as z:
            for name, data in files.items(): z.writestr(name, data)
        os.makedirs("x/activities")
        for name, data in files.items(): open(name, "wb").write(data)
        open("x/activities/0.gpx.gz", "wb").write(b"\x1f\x8b damaged, and no reason to stop")

        """#

    @Test(arguments: ["listed.zip", "x"])
    func `the list of an export names its activities and their sports, in any language`(_ name: String) throws {
        try make(Self.listed)
        var documents: [TrackDocument] = []
        try Importer().forEachPart(of: folder.appending(path: name).path) { part in
            if let document = try? part.reading().result.get() { documents.append(document) }
        }
        #expect(documents.map(\.title) == ["Round, and \"round\"", "Morning"])
        #expect(documents.flatMap(\.tracks).map(\.sport) == ["ride", "rowing"])
        #expect(documents.flatMap(\.tracks).map(\.activity) == [.cycling, nil])
        if name == "listed.zip" {
            #expect(try load(name).tracks.map(\.name) == ["Round, and \"round\"", "Morning"])
        }
    }

    @Test func `the routes of an archive's files are kept, and a track that two files hold counts once`() throws {
        try make(
            """
            plan = gpx(4).replace("<trk>", "<rte><rtept lat='1' lon='2'/><rtept lat='1' lon='3'/></rte><trk>")
            z = zipfile.ZipFile("export.zip", "w")
            z.writestr("a.gpx", plan)
            z.writestr("b.gpx", gpx(6))
            z.writestr("c.kml", "<kml><Placemark><LineString><coordinates>1,2 1,3</coordinates></LineString></Placemark></kml>")
            z.close()
            """)
        let document = try load("export.zip")
        #expect(document.routes.map(\.pointCount) == [2])
        #expect(document.tracks.map(\.pointCount) == [6, 2])
        #expect(document.mapFeatures.map(\.kind) == [.route, .line])
        #expect(document.problems.map(\.kind) == [.doubled])
    }

    @Test func `two receivers of one journey keep the names of what wrote their files`() throws {
        try make(
            """
            z = zipfile.ZipFile("run.zip", "w")
            for name, lead in (("Watch", ""), ("Phone", "2")):
                z.writestr(name + ".gpx", gpx(40).replace("<gpx", '<gpx creator="%s"' % name).replace('lon="11', 'lon="11.0000' + lead))
            z.close()
            """)
        let document = try load("run.zip")
        let names = document.events.compactMap { event in
            if case .source(let report) = event.payload { report.name } else { nil }
        }
        #expect(names == ["Watch", "Phone"])
    }

    @Test func `the parts of an export come one by one`() throws {
        try make(Self.export)
        var readings: [ImportPart.Reading] = []
        var shares: [Double] = []
        try Importer().forEachPart(of: folder.appending(path: "export.zip").path, progress: { shares.append($0) }) {
            readings.append($0.reading())
        }
        let points = readings.map { reading in (try? reading.result.get())?.pointCount }
        #expect(points == [nil, 40, 50, nil, nil, nil])
        #expect(readings.map(\.isForeign) == [true, false, false, false, false, true])
        #expect(shares == shares.sorted() && shares.allSatisfy { 0...1 ~= $0 })
    }

    @Test(arguments: ["trip?.zip", "-x.zip", "[a]*.zip", "a b'c.zip"])
    func `the name of an archive and of its members is a name`(_ name: String) throws {
        try make(
            "z = zipfile.ZipFile('''\(name)''', 'w')\nz.writestr('-p[1]?*.gpx', gpx(3))\nz.writestr('a.gpx', gpx(2, 2))"
        )
        #expect(try load(name).tracks.map(\.pointCount) == [3, 2])
    }

    @Test(arguments: ["a.tar", "a.tar.gz", "a.tar.bz2", "a.tar.xz"]) func `a tar archive is read through`(
        _ name: String
    ) throws {
        try make(
            """
            mode = {"tar": "w", "gz": "w:gz", "bz2": "w:bz2", "xz": "w:xz"}["\(name)".split(".")[-1]]
            t = tarfile.open("\(name)", mode, format=tarfile.PAX_FORMAT)
            def add(name, data):
                entry = tarfile.TarInfo(name); entry.size = len(data); t.addfile(entry, io.BytesIO(data))
            link = tarfile.TarInfo("link.gpx"); link.type = tarfile.SYMTYPE; link.linkname = "/etc/passwd"; t.addfile(link)
            add("walks/" + "ü" * 120 + ".gpx", gpx(7).encode())
            add("readme", b"nothing")
            add("b.gpx.gz", gzip.compress(gpx(5, 2).encode()))
            t.close()
            """)
        #expect(try load(name).tracks.map(\.pointCount) == [7, 5])
    }

    @Test(arguments: ["a.gpx.gz", "a.gpx.bz2", "a.gpx.xz"]) func `a compressed file is read through`(_ name: String)
        throws
    {
        try make(
            """
            pack = {"gz": gzip.compress, "bz2": bz2.compress, "xz": lzma.compress}["\(name)".split(".")[-1]]
            open("\(name)", "wb").write(pack(gpx(9).encode()))
            open("torn", "wb").write(pack(gpx(900).encode())[:-40])
            """)
        #expect(try load(name).tracks.map(\.pointCount) == [9])
        #expect(throws: FormatError.self) { try load("torn") }
    }

    @Test func `archives within an archive are read, but not without end`() throws {
        try make(
            """
            data = gpx(4).encode()
            for depth in range(8):
                b = io.BytesIO(); z = zipfile.ZipFile(b, "w"); z.writestr("in.zip" if depth else "a.gpx", data); z.close()
                data = b.getvalue()
                open("%d.zip" % (depth + 1), "wb").write(data)
            """)
        #expect(try load("2.zip").pointCount == 4)
        let error = #expect(throws: FormatError.self) { try load("8.zip") }
        #expect(error?.description.contains("packed more than 2 times") == true, "\(String(describing: error))")
    }

    @Test func `what unpacks to many times its size is refused early`() throws {
        try make(
            """
            big = b"<gpx><trk><trkseg>" + b"<trkpt lat='1' lon='2'/>\\n" * 1_200_000
            z = zipfile.ZipFile("bomb.zip", "w", zipfile.ZIP_DEFLATED); z.writestr("a.gpx", big); z.close()
            open("bomb.gpx.gz", "wb").write(gzip.compress(big))
            open("bomb.gpx.xz", "wb").write(lzma.compress(big))
            """)
        var importer = Importer()
        importer.limits.unpackedAnyway = 1 << 20
        for name in ["bomb.zip", "bomb.gpx.gz", "bomb.gpx.xz"] {
            let error = #expect(throws: FormatError.self) { try load(name, importer) }
            #expect(error?.description.contains("more than 200 times its size") == true, "\(String(describing: error))")
        }
    }

    @Test func `compressed files in an archive count together with it`() throws {
        try make(
            """
            z = zipfile.ZipFile("bomb.zip", "w")
            for name in "abc": z.writestr(name + ".gpx.gz", gzip.compress(b"<gpx>" + b" " * 500_000 + b"</gpx>"))
            z.close()
            z = zipfile.ZipFile("nested.zip", "w")
            z.write("bomb.zip")
            z.close()
            """)
        var importer = Importer()
        importer.limits.unpackedAnyway = 1_200_000
        let path = folder.appending(path: "bomb.zip").path
        var names: [String] = []
        let error = #expect(throws: FormatError.self) {
            try importer.forEachPart(of: path) { names.append($0.name) }
        }
        #expect(error?.description == "\(path): unpacks to more than 200 times its size; it is not read.")
        #expect(names.count == 2)
        importer.limits.unpackedRatio = 10_000
        let nested = #expect(throws: FormatError.self) { try load("nested.zip", importer) }
        #expect(nested?.description.hasSuffix("more than 20 times its size; it is not read.") == true)
        importer.limits.memberCount = 2
        #expect(throws: FormatError.tooLarge(path: path, what: Phrase("files in one archive"), limit: 2)) {
            try importer.load(path: path)
        }
    }

    @Test func `a zip whose members overlap, need a password, or are torn says so`() throws {
        try make(
            """
            b = io.BytesIO(); z = zipfile.ZipFile(b, "w"); z.writestr("a.gpx", gpx(30)); z.writestr("b.gpx", gpx(30)); z.close()
            whole = bytearray(b.getvalue())
            second = whole.rindex(b"PK\\x01\\x02")
            first = whole.index(b"PK\\x01\\x02")
            # The first member contains the second one, header and all.
            length = struct.pack("<II", *[whole.index(b"PK\\x03\\x04", 4) - 35 + 40] * 2)
            overlapping = whole[:]; overlapping[18:26] = overlapping[first + 20:first + 28] = length
            open("overlap.zip", "wb").write(overlapping)
            locked = whole[:]; locked[6] |= 1; locked[first + 8] |= 1
            open("locked.zip", "wb").write(locked)
            open("torn.zip", "wb").write(whole[:-30])
            wrong = whole[:]; wrong[100] ^= 1
            open("checksum.zip", "wb").write(wrong)
            lying = whole[:]; lying[first + 20:first + 24] = struct.pack("<I", len(whole) - 1)
            open("directory.zip", "wb").write(lying)
            wrong = bytearray(gzip.compress(gpx(30).encode())); wrong[-8] ^= 1
            open("checksum.gz", "wb").write(wrong)
            """)
        for (name, text) in [
            ("overlap.zip", "overlap"), ("torn.zip", "its end is missing"),
            ("checksum.gz", "its compressed data are damaged"),
        ] {
            let error = #expect(throws: FormatError.self) { try load(name) }
            #expect(error?.description.contains(text) == true, "\(String(describing: error))")
        }
        for (name, text) in [
            ("locked.zip", "password"), ("checksum.zip", "compressed data are damaged"), ("directory.zip", "damaged"),
        ] {
            let document = try load(name)
            #expect(document.tracks.map(\.pointCount) == [30], "the other member is not decided by it")
            #expect(document.problems.first?.reason.contains(text) == true, "\(document.problems)")
        }
    }

    @Test func `names of members are no paths, and links are not followed`() throws {
        try make(
            """
            z = zipfile.ZipFile("names.zip", "w")
            z.writestr("../../../../" + os.path.abspath("out.gpx"), gpx(3)); z.writestr(os.path.abspath("out.gpx"), gpx(3, 2))
            link = zipfile.ZipInfo("link.gpx"); link.external_attr = 0o120777 << 16; z.writestr(link, os.path.abspath("a.gpx"))
            z.close()
            open("a.gpx", "w").write(gpx(9))
            """)
        #expect(try load("names.zip").tracks.map(\.pointCount) == [3, 3])
        #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "out.gpx").path))
    }

    @Test(arguments: [
        ("kill -9 $$", "the process that unpacks it has ended (signal 9); try again."),
        ("exit 3", "the process that unpacks it has ended (exit 3); try again."),
        ("printf 'M\\377\\377\\377\\377'", "the process that unpacks it sent what is not understood."),
        ("printf 'M\\1\\0\\0\\0aD\\6\\0\\0\\0<gpx>'", "the process that unpacks it has ended (exit 0); try again."),
    ])
    func `a process that fails ends the reading of the archive with a sentence`(script: String, text: String) throws {
        try make(Self.export)
        let program = folder.appending(path: "program").path
        try writeScript(script, to: program)
        var importer = Importer()
        importer.unpackingProgram = program
        let error = #expect(throws: FormatError.self) { try load("export.zip", importer) }
        #expect(error?.description.hasSuffix(": " + text) == true, "\(String(describing: error))")
        importer.unpackingProgram = folder.appending(path: "none").path
        #expect(
            throws: FormatError.programMissing(
                name: importer.unpackingProgram, purpose: Phrase("to read archives and compressed files"))
        ) { try load("export.zip", importer) }
    }

    @Test func `damaged archives are read or refused`() throws {
        try make(
            Self.export + """
                t = tarfile.open("a.tar", "w")
                e = tarfile.TarInfo("a.gpx"); d = gpx(20).encode(); e.size = len(d); t.addfile(e, io.BytesIO(d)); t.close()
                """)
        var generator = SystemRandomNumberGenerator()
        for name in ["export.zip", "a.tar"] {
            let whole = try [UInt8](Data(contentsOf: folder.appending(path: name)))
            let path = folder.appending(path: "bent").path
            for _ in 0..<200 {
                var bytes = whole
                for _ in 0..<Int.random(in: 1...6, using: &generator) {
                    let place = Bool.random(using: &generator) ? bytes.count - 400 : 0
                    let index = min(bytes.count - 1, place + Int.random(in: 0..<400, using: &generator))
                    bytes[max(0, index)] = .random(in: 0...255, using: &generator)
                }
                try Data(bytes).write(to: URL(filePath: path))
                do { _ = try Importer().load(path: path) } catch { #expect(error is FormatError) }
            }
        }
    }
}
