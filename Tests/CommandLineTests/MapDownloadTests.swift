import Foundation
import TestSupport
import Testing

/// `map download`: areas of a tile server on this machine.
@Suite struct MapDownloadTests {
    private let folder: CommandFolder

    init() throws { folder = try CommandFolder() }

    /// An area of 18 tiles.
    private static let small = "--area 52.3,13.0,52.7,13.8 --zoom 7-10"

    private func run(
        _ stand: TileStand, _ options: String, before: String = "", allowed: String = "--copies-allowed"
    ) throws -> ChildProcess.Result {
        try folder.shell("\(before) $PROGRAM map download --url '\(stand.address)' \(allowed) \(options)")
    }

    /// Reads a number or a text from a map.
    private func ask(_ map: String, _ question: String) throws -> String {
        try folder.shell("sqlite3 \(map) \"\(question)\"").output.trimmingCharacters(in: .newlines)
    }

    @Test func `an area becomes a map file, two tiles at a time`() throws {
        let stand = try TileStand("slow")
        let result = try run(stand, "\(Self.small) --attribution Hills --output town.mbtiles")
        #expect(result.status == 0 && result.output == "town.mbtiles\n", "\(result.errors)")
        let requests = stand.requests
        #expect(Set(requests.map(\.path)).count == requests.count)
        #expect(requests.map(\.atOnce).max() == 2)
        #expect(requests.allSatisfy { $0.agent.hasPrefix("Odograph/") })
        #expect(try folder.names() == ["town.mbtiles"])
        #expect(try ask("town.mbtiles", "SELECT count(*) FROM tiles") == "\(requests.count)")
        #expect(try ask("town.mbtiles", "SELECT value FROM metadata WHERE name = 'attribution'") == "Hills")
        #expect(result.errors.contains("100 % of \(requests.count) tiles"), "\(result.errors)")
    }

    @Test func `without a file the map is added to the folder of maps`() throws {
        let stand = try TileStand("sparse")
        let result = try run(stand, "\(Self.small) --quiet", before: "XDG_DATA_HOME=$PWD")
        #expect(result.status == 0 && result.errors == "", "\(result.errors)")
        let list = try folder.shell("XDG_DATA_HOME=$PWD $PROGRAM map list")
        #expect(list.output.contains("127.0.0.1-\(stand.port) 52.5 13.4 z7-10.mbtiles"), "\(list.output)")
        #expect(list.output.contains("pictures, zoom 7 to 10"), "\(list.output)")
    }

    @Test func `the area may lie around a track, and across the antimeridian`() throws {
        try folder.writeLog()
        let stand = try TileStand("good")
        let around = try run(stand, "--around walk.ndjson --margin 500 --zoom 14 --output walk.mbtiles")
        #expect(around.status == 0, "\(around.errors)")
        // The walk is in this tile, along its western edge.
        #expect(
            try ask("walk.mbtiles", "SELECT count(*) FROM tiles WHERE tile_column = 8829 AND tile_row = 10827") == "1")
        #expect((2...6).contains(stand.requests.count))
        let fiji = try run(stand, "--area -19,177,-16,-179 --zoom 0-7 --output fiji.mbtiles")
        #expect(fiji.status == 0, "\(fiji.errors)")
        let columns = "SELECT group_concat(DISTINCT tile_column) FROM tiles WHERE zoom_level = 7"
        #expect(try Set(ask("fiji.mbtiles", columns).split(separator: ",")) == ["126", "127", "0"])
        try folder.write("", to: "empty.ndjson")
        let nothing = try run(stand, "--around empty.ndjson --zoom 14 --output none.mbtiles")
        #expect(nothing.status == 1 && !nothing.errors.isEmpty, "\(nothing.errors)")
    }

    @Test(arguments: [
        ("http://127.0.0.1:9/{z}/{x}/{y}", "", "provider allows offline copies"),
        (
            "https://{s}.tile.openstreetmap.org/{z}/{x}/{y}.png", "--copies-allowed",
            "does not allow downloading an area"
        ),
        ("https://tile.opentopomap.org/{z}/{x}/{y}.png", "--copies-allowed", "does not allow downloading an area"),
        ("http://%3127.0.0.1:9/{z}/{x}/{y}.png", "--copies-allowed", "does not allow downloading an area"),
        ("file:///etc/{z}/{x}/{y}", "--copies-allowed", "has to begin with https:// or http://"),
        ("http://127.0.0.1:9/{z}/{x}.png", "--copies-allowed", "name a tile by {z}, {x}, and {y}"),
    ])
    func `what the window refuses is refused, in one sentence`(url: String, consent: String, sentence: String) throws {
        let result = try folder.shell(
            "$PROGRAM map download --url '\(url)' \(consent) \(Self.small) --output town.mbtiles")
        #expect(result.status == 1 && result.errors.contains(sentence), "\(result.errors)")
        #expect(result.errors.split(separator: "\n").count == 1)
        #expect(try folder.names().isEmpty)
    }

    @Test func `nothing is requested without the consent, for too many tiles, or for a map that exists`() throws {
        let stand = try TileStand("good")
        #expect(try run(stand, "\(Self.small) --output town.mbtiles", allowed: "").status == 1)
        let many = try run(stand, "--area -60,-180,70,180 --zoom 9 --output town.mbtiles")
        #expect(many.status == 1 && many.errors.contains("at most 20000"), "\(many.errors)")
        try folder.write("mine", to: "town.mbtiles")
        let taken = try run(stand, "\(Self.small) --output town.mbtiles")
        #expect(taken.status == 1 && taken.errors.contains("town.mbtiles already exists"), "\(taken.errors)")
        let missing = try run(stand, "\(Self.small) --output nowhere/town.mbtiles")
        #expect(missing.status == 1 && missing.errors.contains("cannot be written"), "\(missing.errors)")
        #expect(stand.requests.isEmpty)
        #expect(try folder.bytes("town.mbtiles") == Data("mine".utf8))
    }

    @Test(arguments: [
        "--zoom 7", "--zoom 7 --area 1,2,3,4 --around walk.gpx", "--zoom 7 --area 1,2,3", "--zoom 9-7 --area 1,2,3,4",
        "--zoom 7 --area 1,2,3,4 --margin -5", "--zoom 7 --area 1,2,3,4 --output -", "--area 1,2,3,4",
    ])
    func `a command that is not complete is an error of its use`(options: String) throws {
        let result = try folder.shell(
            "$PROGRAM map download --url 'http://127.0.0.1:9/{z}/{x}/{y}' --copies-allowed \(options)")
        #expect(result.status == 64, "\(result.status) \(result.errors)")
    }

    @Test(arguments: ["INT", "TERM"])
    func `an interrupted download is continued by the same command`(signal: String) throws {
        let stand = try TileStand("slow")
        let options = "--area 52.3,13.0,52.7,13.8 --zoom 8-12 --output town.mbtiles"
        // The program is ended once the server has counted twenty requests: its log grows by a line for each.
        let running = try ChildProcess(
            Places.program("odographctl"),
            ["map", "download", "--url", stand.address, "--copies-allowed"]
                + options.split(separator: " ").dropLast()
                .map(String.init) + [folder.path("town.mbtiles")])
        #expect(waitUntil(seconds: 60) { stand.requests.count >= 20 })
        running.signal(signal == "INT" ? SIGINT : SIGTERM)
        let ended = running.wait()
        #expect(
            ended.status == 130 && ended.errors.contains("the same command continues the download"), "\(ended.errors)")
        #expect(try folder.names() == ["town.mbtiles.download"])
        let other = try run(stand, "\(Self.small) --output town.mbtiles")
        #expect(other.status == 1 && other.errors.contains("the download of another area"), "\(other.errors)")
        let result = try run(stand, options)
        #expect(result.status == 0, "\(result.errors)")
        #expect(try folder.names() == ["town.mbtiles"])
        let paths = stand.requests.map(\.path)
        let stored = try #require(try Int(ask("town.mbtiles", "SELECT count(*) FROM tiles")))
        // Only what was on its way is asked for again.
        #expect(Set(paths).count == stored && paths.count <= stored + 2, "\(paths.count) requests for \(stored) tiles")
    }

    @Test func `a download that ends before its first tile leaves nothing`() throws {
        let stand = try TileStand("locked")
        let result = try run(stand, "\(Self.small) --output town.mbtiles")
        #expect(result.status == 1 && result.errors.contains("refuses its tiles (403)"), "\(result.errors)")
        #expect(try folder.names().isEmpty && stand.requests.count <= 2)
    }

    @Test func `a redirect is not followed`() throws {
        let other = try TileStand("good")
        let stand = try TileStand("moved", other: "http://127.0.0.1:\(other.port)")
        let result = try run(stand, "\(Self.small) --output town.mbtiles")
        #expect(result.status == 1 && result.errors.contains("sends the requests to http://127.0.0.1:\(other.port)/"))
        #expect(other.requests.isEmpty && stand.requests.count <= 2)
    }

    @Test(arguments: [("page", "neither pictures nor shapes"), ("large", "more bytes than a tile has")])
    func `answers that are not tiles end the download`(kind: String, reason: String) throws {
        let stand = try TileStand(kind)
        let result = try run(stand, "\(Self.small) --output town.mbtiles")
        #expect(result.status == 1 && result.errors.contains(reason), "\(result.errors)")
        #expect(try folder.names().isEmpty && stand.requests.count <= 6)
    }

    @Test func `a server that asks for a pause gets it`() throws {
        let stand = try TileStand("limited")
        let result = try run(stand, "\(Self.small) --output town.mbtiles")
        #expect(result.status == 0 && result.errors.contains("The server is asked again in 3 s."), "\(result.errors)")
        let requests = stand.requests
        let refused = try #require(requests.last { $0.status == 429 })
        let next = try #require(requests.first { $0.seconds > refused.seconds })
        #expect(next.seconds - refused.seconds >= 2.9)
        let stored = try Int(ask("town.mbtiles", "SELECT count(*) FROM tiles"))
        #expect(requests.count { $0.status == 200 } == stored)
    }

    @Test func `a server that asks for hours is left alone, and what it gave is kept`() throws {
        let stand = try TileStand("closing")
        let result = try run(stand, "--area 52.3,13.0,52.7,13.8 --zoom 8-12 --output town.mbtiles")
        #expect(result.status == 1 && result.errors.contains("a pause of 2 hours"), "\(result.errors)")
        #expect(stand.requests.count <= 22)
        #expect(try folder.names() == ["town.mbtiles.download"])
        #expect(try ask("town.mbtiles.download", "SELECT count(*) FROM tiles") == "20")
    }

    @Test func `a file that cannot grow is one sentence, and is continued where it can`() throws {
        let stand = try TileStand("good")
        let options = "--area 52.3,13.0,52.7,13.8 --zoom 8-12 --output town.mbtiles --quiet"
        // 100 KiB, as on a full disk, but only for one file.
        let full = try run(stand, options, before: "ulimit -f 100; trap '' XFSZ;")
        #expect(full.status == 1 && full.errors.contains("town.mbtiles.download cannot be written ("), "\(full.errors)")
        #expect(full.errors.split(separator: "\n").count == 1, "\(full.errors)")
        let kept = try #require(try Int(ask("town.mbtiles.download", "SELECT count(*) FROM tiles")))
        #expect(kept >= 16)
        let before = stand.requests.count
        #expect(try run(stand, options).status == 0)
        let stored = try #require(try Int(ask("town.mbtiles", "SELECT count(*) FROM tiles")))
        #expect(stand.requests.count - before == stored - kept)
        #expect(try folder.names() == ["town.mbtiles"])
    }

    @Test func `a full disk is one sentence, and the download is continued once there is room`() throws {
        let stand = try TileStand("good")
        // A separate disk in a namespace that ends with the shell.
        let script = """
            mkdir disk && mount -t tmpfs -o size=$1 none disk || exit 77
            download() { $PROGRAM map download --url '\(stand.address)' --copies-allowed --quiet \
            --area 52.3,13.0,52.7,13.8 --zoom 8-12 --output disk/town.mbtiles; }
            download; echo status $?
            ls disk
            mount -o remount,size=10m disk
            download; echo status $?
            ls disk
            """
        try folder.write(script, to: "full.sh")
        for (size, left) in [("80k", "town.mbtiles.download\n"), ("4k", "")] {
            let result = try folder.shell("unshare --user --map-root-user --mount bash full.sh \(size); rmdir disk")
            guard !result.errors.contains("unshare"), !result.errors.contains("mount:") else { return }
            #expect(result.output == "status 1\n\(left)disk/town.mbtiles\nstatus 0\ntown.mbtiles\n", "\(result.output)")
            let lines = result.errors.split(separator: "\n")
            #expect(
                lines.count == 1
                    && lines[0].contains("town.mbtiles.download cannot be written (database or disk is full)"))
        }
    }
}
