import ArgumentParser
import Glibc
import SessionStore

/// The option `--force` of every command that writes a file.
struct ForceOption: ParsableArguments {
    @Flag(name: [.short, .long], help: "Replace an output file that exists.")
    var force = false
}

/// A check on output files: an output must not replace an input, a session or a library, and any other file only if the
/// user says so.
enum OutputFile {
    private static let databaseHead = Array("SQLite format 3\0".utf8)

    /// Rejects an output that would replace such a file.
    /// - Parameters:
    ///   - path: The file to write, which need not exist.
    ///   - inputs: The files that the command reads or has just created.
    ///   - isForced: Whether it may replace another file.
    /// - Throws: ``CommandError`` if the output is rejected.
    static func check(_ path: String, besides inputs: [String?], isForced: Bool) throws {
        let output = Identity(path)
        for input in inputs.compactMap(\.self) {
            let names = [input] + DatabaseCompanion.allCases.map { $0.path(beside: input) }
            guard names.contains(where: { Identity($0) == output }) else { continue }
            throw CommandError("Writing “\(path)” would replace “\(input)”; choose another output.")
        }
        for suffix in [""] + DatabaseCompanion.allCases.map(\.rawValue) where path.hasSuffix(suffix) {
            guard isDatabase(String(path.dropLast(suffix.count))) else { continue }
            throw CommandError("“\(path)” is a session or a library, or belongs to one; choose another output.")
        }
        try refuse(path, isForced: isForced)
    }

    /// Rejects an output that exists, unless it may be replaced.
    static func refuse(_ path: String, isForced: Bool) throws {
        if !isForced, case .file = Identity(path) {
            throw CommandError("“\(path)” already exists; choose another output, or replace it with --force.")
        }
    }

    /// Creates a session, and replaces an existing one in one step if the user says so.
    /// - Parameters:
    ///   - path: The session to create.
    ///   - inputs: The files that the command reads.
    ///   - isForced: Whether it may replace an existing session.
    ///   - make: Creates the session at the path that it is passed.
    /// - Throws: ``CommandError`` if the output is rejected, and what `make` throws.
    static func makeSession(
        _ path: String, besides inputs: [String], isForced: Bool, _ make: (_ path: String) throws -> Void
    ) throws {
        guard case .file = Identity(path) else { return try make(path) }
        for input in inputs where Identity(input) == Identity(path) {
            throw CommandError("Writing “\(path)” would replace “\(input)”; choose another output.")
        }
        try refuseSession(path, isForced: isForced)
        let draft = "\(path).new\(getpid())"
        defer { DatabaseCompanion.remove(with: draft) }
        try make(draft)
        DatabaseCompanion.removeAll(beside: path)
        if rename(draft, path) != 0 { throw irreplaceable(path) }
    }

    /// Moves an existing file aside, if the user says so, while a session is created under its name, and removes it then.
    /// - Throws: ``CommandError`` if it may not be replaced, and what `create` throws; the file then stays.
    static func replacing<Created>(_ path: String, isForced: Bool, _ create: () throws -> Created) throws -> Created {
        guard case .file = Identity(path) else { return try create() }
        try refuseSession(path, isForced: isForced)
        let old = "\(path).old\(getpid())"
        if rename(path, old) != 0 { throw irreplaceable(path) }
        do {
            let created = try create()
            unlink(old)
            return created
        } catch {
            rename(old, path)
            throw error
        }
    }

    /// Rejects an existing session unless it may be replaced, and in any case a database of another program and a session
    /// that is being recorded.
    private static func refuseSession(_ path: String, isForced: Bool) throws {
        try refuse(path, isForced: isForced)
        if isDatabase(path) { try SessionWriter(resuming: path).close() }
    }

    private static func irreplaceable(_ path: String) -> CommandError {
        CommandError("“\(path)” cannot be replaced: \(String(cString: strerror(errno))).")
    }

    private static func isDatabase(_ path: String) -> Bool {
        // Reading from a device or a pipe could block or consume data.
        guard case .file = Identity(path) else { return false }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var head = [UInt8](repeating: 0, count: databaseHead.count)
        return read(descriptor, &head, head.count) == head.count && head == databaseHead
    }

    /// The identity of a file, equal for all its names.
    private enum Identity: Equatable {
        case file(device: UInt, number: UInt)
        /// The path of a file that does not exist yet.
        case name(String)
        /// A device or a pipe, which is not replaced by writing to it.
        case stream

        init(_ path: String) {
            var status = stat()
            if stat(path, &status) == 0 {
                let isFile = status.st_mode & S_IFMT == S_IFREG
                self = isFile ? .file(device: UInt(status.st_dev), number: UInt(status.st_ino)) : .stream
                return
            }
            let cut = path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex
            let folder = cut == path.startIndex ? "." : String(path[..<cut])
            let resolved = realpath(folder, nil)
            defer { free(resolved) }
            self = .name((resolved.map { String(cString: $0) } ?? folder) + "/" + path[cut...])
        }

        static func == (left: Self, right: Self) -> Bool {
            switch (left, right) {
            case (.file(let device, let number), .file(let otherDevice, let otherNumber)):
                device == otherDevice && number == otherNumber
            case (.name(let name), .name(let other)): name == other
            default: false
            }
        }
    }
}
