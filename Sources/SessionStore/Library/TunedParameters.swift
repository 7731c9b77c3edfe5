public import FusionCore
import SensorModel

/// The parameters that the user chose for opened files, in a library file that only its owner can read.
///
/// They belong to the content of a file: its copy, the same activity in another format, and the session that the library
/// makes of it have the same ones.
struct TunedParameters: Sendable {
    private let file: OwnedFile

    private struct Entry: Codable {
        var content: SessionContent
        /// The values that differ from the defaults, by name.
        var changes: [String: ParameterValue]
    }

    private struct Document: LibraryDocument {
        var format = Self.name
        var version = OwnedFile.version
        var entries: [Entry]

        static let name = "odograph-parameters"
        static let flaw = "it contains no parameters"
    }

    /// The number of files whose parameters are kept; those that were tuned longest ago are forgotten.
    private static let mostFiles = 10_000

    /// Creates a value for the file in a folder, which need not exist.
    init(folder: String) { file = OwnedFile(path: folder + "/parameters.json") }

    /// Returns the parameters for a content; `nil` if none are kept. Unknown names and invalid values have their
    /// defaults.
    func parameters(of content: SessionContent) throws(SessionError) -> Parameters? {
        let document: Document? = try file.document()
        guard let entry = document?.entries.last(where: { $0.content.isSame(as: content) }) else { return nil }
        var parameters = Parameters()
        for (name, value) in entry.changes { try? parameters.set(name, to: value) }
        return parameters
    }

    /// Keeps the parameters for a content; `nil` forgets them.
    func keep(_ parameters: Parameters?, of content: SessionContent) throws(SessionError) {
        try file.update(putsDamagedAside: true) { (old: Document?) in
            let others = (old?.entries ?? []).filter { !$0.content.isSame(as: content) }
            let own = parameters.map { [Entry(content: content, changes: $0.changes)] } ?? []
            return Document(entries: Array((others + own).suffix(Self.mostFiles)))
        }
    }
}

extension SessionLibrary {
    /// Returns the parameters that the user chose for a recording; `nil` if there are none.
    /// - Throws: ``SessionError`` if they cannot be read.
    public func tunedParameters(of content: SessionContent) throws(SessionError) -> Parameters? {
        try TunedParameters(folder: folder).parameters(of: content)
    }

    /// Keeps the parameters that the user chose for a recording; `nil` forgets them.
    /// - Throws: ``SessionError`` if they cannot be written.
    public func keep(_ parameters: Parameters?, of content: SessionContent) throws(SessionError) {
        try TunedParameters(folder: folder).keep(parameters, of: content)
    }
}
