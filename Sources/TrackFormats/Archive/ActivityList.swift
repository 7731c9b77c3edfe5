/// What a list of activities says about one of them.
struct ListedActivity: Sendable, Hashable {
    /// The name that the user gave it.
    var title: String?
    /// The sport, as the list names it.
    var sport: String?
}

/// The list of activities in an export, as Strava puts one beside the files: `activities.csv`.
///
/// Its header is written in the user's language, so the columns are known by their order: identifier, date, name, sport. The
/// column with the files is the one whose cells name members of the archive. Cells may have line breaks within quotes
/// (RFC 4180).
struct ActivityList {
    /// The file's name.
    static let fileName = "activities.csv"
    /// The columns of the name and of the sport.
    private static let (titleColumn, sportColumn) = (2, 3)
    /// The largest list that is read, in bytes: 100 000 activities with a description each.
    static let longest = 64 << 20

    private var activities: [String: ListedActivity] = [:]

    /// Creates a list without activities.
    init() {}

    /// Reads a list. O(bytes).
    /// - Parameters:
    ///   - bytes: The content of the file.
    ///   - folder: The path of the folder in which it is, with a slash at the end; empty for the top of an archive.
    ///   - isFile: Returns whether a path is that of a file beside it.
    init(_ bytes: [UInt8], in folder: String, isFile: (String) -> Bool) {
        var rows = QuotedTable(bytes)
        while let row = rows.next() {
            guard row.count > Self.sportColumn,
                let path = row.dropFirst(Self.sportColumn).lazy.map({ folder + $0 })
                    .first(where: { $0.count > folder.count && isFile($0) })
            else { continue }
            activities[path] = ListedActivity(
                title: Self.text(row[Self.titleColumn]), sport: Self.text(row[Self.sportColumn]))
        }
    }

    /// Returns what the list says about a file.
    subscript(path: String) -> ListedActivity? { activities[path] }

    /// True if no file is in the list.
    var isEmpty: Bool { activities.isEmpty }

    private static func text(_ cell: String) -> String? {
        let text = cell.trimmingCharacters()
        return text.isEmpty ? nil : text
    }
}

extension ActivityList {
    /// Reads the list of an archive; without activities if it has none that can be read.
    init(of archive: ZipArchive) {
        self.init()
        guard let entry = archive.entries.first(where: { Self.isList($0.name) }),
            let bytes = try? archive.source(of: entry).readAll(limit: Self.longest)
        else { return }
        let names = Set(archive.entries.map(\.name))
        self.init(bytes, in: String(entry.name.dropLast(Self.fileName.count)), isFile: names.contains)
    }

    /// Reads the list of a folder; without activities if it has none that can be read.
    init(of folder: FolderFiles) {
        self.init()
        guard let path = folder.paths.first(where: Self.isList),
            let bytes = try? ByteSource(path: path).readAll(limit: Self.longest)
        else { return }
        let names = Set(folder.paths)
        self.init(bytes, in: String(path.dropLast(Self.fileName.count)), isFile: names.contains)
    }

    private static func isList(_ path: String) -> Bool { path == fileName || path.hasSuffix("/" + fileName) }
}

/// The rows of a table whose cells may have line breaks within quotes.
struct QuotedTable: IteratorProtocol {
    private let bytes: [UInt8]
    private var place = 0

    private static let (quote, comma, lineFeed, carriageReturn) = (
        UInt8(ascii: "\""), UInt8(ascii: ","), UInt8(10), UInt8(13)
    )

    /// Reads UTF-8, with a byte order mark or without.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { place = 3 }
    }

    /// Returns the cells of the next row; `nil` at the end.
    mutating func next() -> [String]? {
        guard place < bytes.count else { return nil }
        var row: [String] = []
        var cell: [UInt8] = []
        var isQuoted = false
        while place < bytes.count {
            let byte = bytes[place]
            place += 1
            if byte == Self.quote {
                // Two quotes within quotes are one.
                if isQuoted, place < bytes.count, bytes[place] == Self.quote {
                    cell.append(byte)
                    place += 1
                } else {
                    isQuoted.toggle()
                }
            } else if isQuoted || ![Self.comma, Self.lineFeed, Self.carriageReturn].contains(byte) {
                cell.append(byte)
            } else if byte == Self.comma {
                row.append(String(decoding: cell, as: UTF8.self))
                cell.removeAll(keepingCapacity: true)
            } else {
                if byte == Self.carriageReturn, place < bytes.count, bytes[place] == Self.lineFeed { place += 1 }
                break
            }
        }
        row.append(String(decoding: cell, as: UTF8.self))
        return row
    }
}

extension TrackDocument {
    /// Uses what a list says about the activity: its name, and the sport if the file states none.
    mutating func use(_ listed: ListedActivity?) {
        guard let listed else { return }
        name = listed.title ?? name
        for index in tracks.indices {
            if let title = listed.title, tracks.count == 1 { tracks[index].name = title }
            guard tracks[index].activity == nil, tracks[index].sport == nil,
                let sport = listed.sport.flatMap({ ForeignSport($0) })
            else { continue }
            (tracks[index].activity, tracks[index].sport) = (sport.activity, sport.name)
        }
    }
}
