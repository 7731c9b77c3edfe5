import LibraryImport
import SensorModel

/// The texts by which `import` and `info` report parts that were left out or changed.
enum ImportText {
    /// Returns the word for a kind of note.
    static func word(_ kind: ImportNote.Kind) -> String {
        switch kind {
        case .refused: "refused"
        case .doubled: "doubled"
        case .doubted: "doubted"
        case .leftOut: "left out"
        }
    }

    /// Returns a note as one line.
    static func line(_ note: ImportNote, of name: String?) -> String {
        "\(name.map { "\($0): " } ?? "")\(word(note.kind)): \(note.text)"
    }

    /// Returns one line per kind of note: the text of the first, and the number of others.
    static func lines(_ notes: [ImportNote]) -> [(word: String, text: String)] {
        ImportNote.Kind.allCases.compactMap { kind in
            let texts = notes.filter { $0.kind == kind }.map(\.text)
            guard let first = texts.first else { return nil }
            return (word(kind), texts.count == 1 ? first : "\(first); and \(texts.count - 1) more")
        }
    }

    /// Returns a sentence that summarizes an import into the library.
    static func summary(_ report: LibraryImport.Report) -> String {
        func count(_ number: Int, _ one: String, _ many: String) -> String { "\(number) \(number == 1 ? one : many)" }
        return [
            "Added " + count(report.added.count, "session", "sessions"), "\(report.known) already present",
            count(report.refused.count, "file", "files") + " without a track",
            count(report.others, "other file", "other files") + ".",
        ].joined(separator: ", ")
    }
}
