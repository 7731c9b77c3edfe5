/// The entry for an activity in a list of activities.
struct ListedActivity: Sendable, Hashable {
    /// The title that the user gave the activity.
    var title: String?
    /// The sport, as named in the list.
    var sport: String?
}

/// The list of activities that an export such as Strava's contains along with its files: `activities.csv`.
///
/// The header is in the user's language, so the columns are identified by their order: identifier, date, name, sport.
/// The column of file names is the one whose cells name members of the archive. Quoted cells may contain line breaks
/// (RFC 4180).
struct ActivityList {
    /// The file's name.
    static let fileName = "activities.csv"
    /// The columns of the title and the sport.
    private static let (titleColumn, sportColumn) = (2, 3)
    /// The maximum size of a list, in bytes: enough for 100 000 activities, each with a description.
    static let longest = 64 << 20

    private var activities: [String: ListedActivity] = [:]

    /// Creates an empty list.
    init() {}

    /// Parses a list. O(bytes).
    /// - Parameters:
    ///   - bytes: The content of the file.
    ///   - path: The path of the list.
    ///   - paths: The paths of all files of the same archive or folder.
    init(_ bytes: [UInt8], at path: String, among paths: [String]) {
        let folder = String(path.dropLast(Self.fileName.count))
        let files = Set(paths)
        var rows = QuotedTable(bytes)
        while let row = rows.next() {
            guard row.count > Self.sportColumn,
                let path = row.dropFirst(Self.sportColumn).lazy.map({ folder + $0 })
                    .first(where: { $0.count > folder.count && files.contains($0) })
            else { continue }
            activities[path] = ListedActivity(
                title: Self.text(row[Self.titleColumn]), sport: Self.text(row[Self.sportColumn]))
        }
    }

    /// Returns the entry for a file.
    subscript(path: String) -> ListedActivity? { activities[path] }

    private static func text(_ cell: String) -> String? {
        let text = cell.trimmingCharacters()
        return text.isEmpty ? nil : text
    }
}

extension ActivityList {
    /// Reads the list of a folder; empty if there is no readable list.
    init(of folder: FolderFiles) {
        self.init()
        guard let path = folder.paths.first(where: Self.isList),
            let bytes = try? ByteSource(path: path).readAll(limit: Self.longest)
        else { return }
        self.init(bytes, at: path, among: folder.paths)
    }

    /// Returns whether a path is that of a list.
    static func isList(_ path: String) -> Bool { path == fileName || path.hasSuffix("/" + fileName) }
}

/// The rows of a comma-separated table whose quoted cells may contain line breaks.
struct QuotedTable: IteratorProtocol {
    private let bytes: [UInt8]
    private var place = 0

    private static let (quote, comma, lineFeed, carriageReturn) = (
        UInt8(ascii: "\""), UInt8(ascii: ","), UInt8(10), UInt8(13)
    )

    /// Creates a table from UTF-8 text, with or without a byte order mark.
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
                // Within quotes, a doubled quote stands for one quote.
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
    /// Applies a list's entry: its title, and its sport if the file states none.
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
