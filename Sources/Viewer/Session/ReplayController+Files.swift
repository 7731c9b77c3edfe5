package import FusionCore
import Localization
import SensorModel
import ViewerModel

/// Files that are added to the library and to the maps, and written, in the background. A newer work on several files
/// cancels an older one; what was added or written so far remains.
extension ReplayController {
    /// Adds files to the library.
    package func addToLibrary(_ paths: [String]) {
        guard let changes = clients?.changes else { return }
        let folder = self.folder
        work(on: FileWords.name(of: paths), Self.importing) { progress in
            let (additions, failures) = await Self.each(paths, progress) { try await changes.add($0, folder, $1) }
            let isEnded = Task.isCancelled
            return { state in
                if failures.isEmpty, !isEnded { state.addedPaths.formUnion(paths) }
                state.storedCount += 1
                state.say(Self.sentence(on: additions, failures, isEnded: isEnded))
            }
        }
    }

    /// Adds maps to the user's folder of maps, and then several files to the library.
    package func addMaps(_ paths: [String], thenToLibrary files: [String]) {
        guard let tiles = clients?.tiles else { return }
        let name = FileWords.name(of: paths)
        work(on: name, Self.importing) { [weak self] progress in
            let (_, failures) = await Self.each(paths, progress) { try await tiles.add($0, $1) }
            let isEnded = Task.isCancelled
            if !isEnded, !files.isEmpty { Task { self?.addToLibrary(files) } }
            return { state in
                state.mapCount += 1
                guard !isEnded else { return }
                state.say(
                    failures.isEmpty
                        ? localized("{1} was added to your maps.", name) : failures.joined(separator: " "))
            }
        }
    }

    /// Writes the sessions of the library, those in a time span or all, to files in a new folder.
    package func exportLibrary(
        _ span: TimeSpan?, ending: String, leavingOut leftOut: LibraryClient.LeftOut = .init(), to target: String
    ) {
        guard let changes = clients?.changes else { return }
        let folder = self.folder
        work(on: FileWords.name(of: [target]), Self.exporting) { progress in
            do {
                let copies = try await Self.detached {
                    try await changes.exportLibrary(folder, span, ending, leftOut, target, progress)
                }
                let written = localizedCount("{1} session was written.", "{1} sessions were written.", copies.written)
                let sentence = ([written] + copies.failures.prefix(1)).joined(separator: " ")
                return { $0.say(sentence, .showFolder(path: target)) }
            } catch is CancellationError {
                return {
                    $0.say(
                        localized("The export was cancelled. The files written so far are kept."),
                        .showFolder(path: target))
                }
            } catch {
                return { $0.say(error.sentence) }
            }
        }
    }

    /// Returns the places of the library that have a name, each once.
    package func namedPlaces() async -> [Place] {
        let book = await clients?.day?.places(folder)
        return (book?.places ?? []).filter { $0.name != nil }
    }

    /// The usual name of the file that a session is written to.
    package func exportName(of path: String?) -> String {
        let shown = self.shownSession.flatMap { $0.path == path ? $0 : nil }
        let title = shown?.title ?? path.flatMap(librarySession)?.title ?? "track"
        return "\(title.replacing("/", with: "-")).\(clients?.changes?.exportEndings.first ?? "")"
    }

    /// Writes a session to a file, whose extension determines the format.
    /// - Parameters:
    ///   - path: The session's file; `nil` for a shown session that is not one.
    ///   - leftOut: What is left out.
    package func export(_ path: String?, leavingOut leftOut: LibraryClient.LeftOut = .init(), to target: String) {
        let shown = self.shownSession.flatMap { $0.path == path ? $0 : nil }
        guard let changes = clients?.changes,
            let source = shown.map(LibraryClient.Source.shown) ?? path.map(LibraryClient.Source.file)
        else { return }
        Task { [weak self] in
            do {
                try await Self.detached { try await changes.export(source, leftOut, target) }
                let name = FileWords.name(of: [target])
                self?.say(
                    leftOut.places.isEmpty
                        ? localized("{1} was written.", name)
                        : localizedCount(
                            "A file without {1} place was written.", "A file without {1} places was written.",
                            leftOut.places.count),
                    .showFolder(path: target))
            } catch { self?.say(error.sentence) }
        }
    }

    /// Ends the work on files.
    /// - Returns: False if there is none.
    package func cancelWork() -> Bool {
        guard self.workText != nil else { return false }
        working?.cancel()
        return true
    }

    private static func importing(_ name: String, _ percent: String) -> String {
        localized("Importing {1}: {2} % (Esc cancels)", name, percent)
    }

    private static func exporting(_ name: String, _ percent: String) -> String {
        localized("Exporting {1}: {2} % (Esc cancels)", name, percent)
    }

    /// Runs work with its progress in the header.
    /// - Parameters:
    ///   - name: The name of the files.
    ///   - text: Returns the text for a name and a percentage.
    ///   - body: Does the work, and returns what it changes.
    private func work(
        on name: String, _ text: @escaping @MainActor (_ name: String, _ percent: String) -> String,
        _ body:
            @escaping @MainActor (_ progress: @escaping @Sendable (Double) -> Void) async -> (inout ReplayState) -> Void
    ) {
        working?.cancel()
        var number = 0
        change { number = $0.work(text(name, "0")) }
        let progress: @Sendable (Double) -> Void = { [weak self, number] share in
            Task { @MainActor in
                let percent = Int(nearest: (min(max(share, 0), 1) * 100).rounded(.down))
                self?.change { $0.show(text(name, "\(percent)"), ofWork: number) }
            }
        }
        working = Task { [weak self, number] in
            let result = await body(progress)
            self?.change { state in
                state.endWork(number)
                result(&state)
            }
        }
    }

    /// Adds files one by one, until the user cancels it.
    private static func each<Added: Sendable>(
        _ paths: [String], _ progress: @escaping @Sendable (Double) -> Void,
        _ add: @escaping @Sendable (String, _ progress: @escaping @Sendable (Double) -> Void) async throws -> Added
    ) async -> (added: [Added], failures: [String]) {
        var added: [Added] = []
        var failures: [String] = []
        for (index, path) in paths.enumerated() where !Task.isCancelled {
            do {
                added.append(
                    try await detached {
                        try await add(path) { progress((Double(index) + $0) / Double(paths.count)) }
                    })
            } catch is CancellationError {
                break
            } catch { failures.append(error.sentence) }
        }
        return (added, failures)
    }

    private static func sentence(
        on additions: [LibraryClient.Addition], _ failures: [String], isEnded: Bool
    ) -> String {
        let whole = additions.reduce(into: LibraryClient.Addition()) { $0 += $1 }
        var sentences: [String] = []
        if isEnded { sentences.append(localized("The import was cancelled. The sessions added so far are kept.")) }
        if whole.added > 0 || failures.isEmpty {
            sentences.append(localizedCount("{1} session was added.", "{1} sessions were added.", whole.added))
        }
        if whole.known > 0 {
            sentences.append(
                localizedCount("{1} was already in the library.", "{1} were already in the library.", whole.known))
        }
        if whole.refused > 0 {
            sentences.append(
                localizedCount("{1} file contains no track.", "{1} files contain no track.", whole.refused))
        }
        return (sentences + failures.prefix(1)).joined(separator: " ")
    }

    /// Runs off the main actor, and is cancelled with the caller.
    nonisolated static func detached<Result: Sendable>(
        _ work: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        let run = Task.detached { try await work() }
        return try await withTaskCancellationHandler {
            try await run.value
        } onCancel: {
            run.cancel()
        }
    }
}
