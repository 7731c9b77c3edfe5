import GTKKit
import Localization
import Viewer
import ViewerModel

/// The list of the library, and the user's actions on its sessions.
extension MainWindow {
    /// Lists the library.
    func loadLibrary() {
        let folder = preferences.recordingFolder
        listed = .some(folder)
        let sessions = clients.library(folder)
        listing?.cancel()
        listing = Task { [weak self] in
            for await sessions in sessions {
                self?.library.show(sessions)
                self?.showKeeping()
                self?.instruments.show(library: sessions)
                self?.instruments.day.show(library: sessions)
            }
        }
    }

    /// Waits until the library is listed.
    func settleLibrary() async { await listing?.value }

    func addLibraryActions() {
        let actions: KeyValuePairs<String, @MainActor (MainWindow, String) -> Void> = [
            "session-open": { $0.open(path: $1) },
            "session-open": { $0.library.onOpen($1) },
            "session-rename": { $0.rename(path: $1) },
            "session-export": { $0.chooseExport(of: $1) },
            "session-reveal": { $0.reveal(path: $1) },
            "session-bin": { $0.moveToBin(path: $1) },
        ]
        for (name, body) in actions {
            window.add(Action(name, taking: { [weak self] path in if let self { body(self, path) } }))
        }
        let export = Action("export") { [weak self] in self?.chooseExport(of: self?.replay.session?.source.path) }
        tuning.session.append(export)
        window.add(export)
        let keep = Action("add-to-library") { [weak self] in self?.keepFile() }
        self.keep = keep
        window.add(keep)
        window.add(Action("export-library") { [weak self] in self?.askForLibraryExport() })
        window.add(
            Action("rename") { [weak self] in
                if let self, let path = library.selected { rename(path: path) }
            })
        window.add(
            Action("bin") { [weak self] in
                if let self, let path = library.selected { moveToBin(path: path) }
            })
    }

    private func rename(path: String) {
        guard clients.changes != nil, let session = library.session(at: path) else { return }
        let dialog = RenameDialog(title: session.title, parent: window) { [weak self] title in
            self?.replay.rename(path, from: session.title, to: title)
        }
        attachment = dialog
        dialog.present()
    }

    func reveal(path: String) {
        do { try Files.showFolder(of: path) } catch {
            toasts.show(localized("The folder could not be opened: {1}", error.sentence))
        }
    }

    /// Removes a session from the list immediately, and moves it to the trash once the time to undo has passed.
    private func moveToBin(path: String) {
        guard let changes = clients.changes, let session = library.session(at: path) else { return }
        library.hide(path: path)
        toasts.show(
            localized("{1} will be moved to the trash.", session.title),
            answer: (localized("Undo"), { [weak self] in self?.library.reveal(path: path) }),
            unanswered: { [weak self, preferences] in
                // The work continues if the window is closed meanwhile.
                Task {
                    do {
                        try await changes.moveToBin(path)
                        preferences.mapViews.forget(path: path)
                    } catch {
                        self?.library.reveal(path: path)
                        self?.toasts.show(error.sentence)
                    }
                }
            })
    }

    /// - Parameter path: The session's file; `nil` for a shown session that is not one.
    private func chooseExport(of path: String?) {
        guard let changes = clients.changes, let usual = changes.exportEndings.first else { return }
        let shown = replay.shownSession.flatMap { $0.path == path ? $0 : nil }
        guard let source = shown.map(LibraryClient.Source.shown) ?? path.map(LibraryClient.Source.file) else { return }
        let name = shown?.title ?? path.flatMap(library.session(at:))?.title
        let dialog = FileDialog(
            title: localized("Export the session"), parent: window, accept: localized("Export"),
            cancel: localized("Cancel"),
            filters: changes.exportEndings.map {
                FileFilter(name: ExportWords.name(of: $0), patterns: ["*.\($0)"])
            },
            suggestedName: "\((name ?? "track").replacing("/", with: "-")).\(usual)")
        dialog.run { [weak self] target in
            guard let self, let target else { return }
            export(source, to: target)
        }
    }

    private func export(_ source: LibraryClient.Source, to target: String) {
        guard let changes = clients.changes else { return }
        change {
            try await changes.export(source, target)
        } done: { [weak self] in
            let name = target.split(separator: "/").last.map(String.init) ?? target
            self?.toasts.show(
                localized("{1} was written.", name),
                answer: (localized("Show"), { [weak self] in self?.reveal(path: target) }))
        }
    }

    /// Adds the maps among files to the user's maps, and opens the other one; several become sessions of the library.
    func handleFiles(_ paths: [String]) {
        let maps = paths.filter { TileClient.isMap(path: $0) }
        guard let tiles = clients.tiles, !maps.isEmpty else { return handleSessions(paths) }
        let sessions = paths.filter { !TileClient.isMap(path: $0) }
        // One session is opened while maps are copied; several wait, because both show their progress in the header.
        if sessions.count == 1 { handleSessions(sessions) }
        addMaps(maps, tiles) { [weak self] in if sessions.count > 1 { self?.handleSessions(sessions) } }
    }

    private func handleSessions(_ paths: [String]) {
        guard let first = paths.first else { return }
        guard paths.count > 1, let changes = clients.changes else {
            return open(path: first)
        }
        addToLibrary(paths, changes)
    }

    /// Adds files to the library, with progress in the header. Escape cancels it; sessions already added remain.
    func addToLibrary(_ paths: [String], _ changes: LibraryClient) {
        let folder = preferences.recordingFolder
        importFiles(paths) { path, progress in
            try await changes.add(path, folder, progress)
        } end: { [weak self] _, additions, failures in
            let whole = additions.reduce(into: LibraryClient.Addition()) { $0 += $1 }
            if failures.isEmpty, !Task.isCancelled { self?.added.formUnion(paths) }
            self?.endImport(whole, failures, isEnded: Task.isCancelled)
        }
    }

    /// Adds maps to the user's folder of maps, with progress in the header. Escape cancels it.
    private func addMaps(_ paths: [String], _ tiles: TileClient, then next: @escaping @MainActor () -> Void) {
        importFiles(paths) { path, progress in
            try await Self.added(path, tiles, progress)
        } end: { [weak self] name, _, failures in
            self?.endMaps(name, failures, isEnded: Task.isCancelled)
            if !Task.isCancelled { next() }
        }
    }

    /// Adds files one by one with progress in the header, until the user cancels it.
    /// - Parameters:
    ///   - paths: The files.
    ///   - add: Adds one file, and reports the fraction done.
    ///   - end: Called with the displayed name of the files, the results, and the errors of files that were not added.
    private func importFiles<Added: Sendable>(
        _ paths: [String],
        _ add: @escaping @MainActor (String, _ progress: @escaping @Sendable (Double) -> Void) async throws -> Added,
        end: @escaping @MainActor (_ name: String, _ added: [Added], _ failures: [String]) -> Void
    ) {
        let name = Self.name(of: paths)
        importing.work?.cancel()
        importing.begin(.importing)
        importing.note(0, of: name)
        header.show(progress: importing.text)
        importing.work = Task { [weak self] in
            var added: [Added] = []
            var failures: [String] = []
            for (index, path) in paths.enumerated() where !Task.isCancelled {
                do {
                    let progress: @Sendable (Double) -> Void = { share in
                        Task { @MainActor in
                            self?.showProgress((Double(index) + share) / Double(paths.count), of: name)
                        }
                    }
                    added.append(try await add(path, progress))
                } catch is CancellationError {
                    break
                } catch { failures.append(error.sentence) }
            }
            end(name, added, failures)
        }
    }

    @concurrent
    private nonisolated static func added(
        _ path: String, _ tiles: TileClient, _ progress: @escaping @Sendable (Double) -> Void
    ) async throws -> String {
        try await tiles.add(path, progress)
    }

    private func endMaps(_ name: String, _ failures: [String], isEnded: Bool) {
        importing.end()
        showTitle()
        map.baseMap.reload()
        guard !isEnded else { return }
        toasts.show(failures.isEmpty ? localized("{1} was added to your maps.", name) : failures.joined(separator: " "))
    }

    func showProgress(_ share: Double, of name: String) {
        guard importing.work != nil, importing.note(share, of: name) else { return }
        header.show(progress: importing.text)
    }

    private func endImport(_ addition: LibraryClient.Addition, _ failures: [String], isEnded: Bool) {
        importing.end()
        showTitle()
        loadLibrary()
        var sentences: [String] = []
        if isEnded { sentences.append(localized("The import was cancelled. The sessions added so far are kept.")) }
        if addition.added > 0 || failures.isEmpty {
            sentences.append(
                localizedCount("{1} session was added.", "{1} sessions were added.", addition.added))
        }
        if addition.known > 0 {
            sentences.append(
                localizedCount(
                    "{1} was already in the library.", "{1} were already in the library.", addition.known))
        }
        if addition.refused > 0 {
            sentences.append(
                localizedCount("{1} file contains no track.", "{1} files contain no track.", addition.refused))
        }
        toasts.show((sentences + failures.prefix(1)).joined(separator: " "))
    }

    /// Enables adding the open file to the library, unless that is where it is from.
    func showKeeping() {
        let path = replay.session?.source.path
        let canKeep =
            clients.changes != nil && path.map { !added.contains($0) && library.session(at: $0) == nil } ?? false
        keep?.setEnabled(canKeep)
        header.show(canKeep: canKeep)
    }

    private func keepFile() {
        guard let changes = clients.changes, let path = replay.session?.source.path else { return }
        addToLibrary([path], changes)
    }

    /// Processes files off the main actor, and reports errors.
    private func change(
        _ work: @escaping @Sendable () async throws -> Void, done: @escaping @MainActor () -> Void
    ) {
        Task { [weak self] in
            do {
                try await Task.detached { try await work() }.value
                done()
            } catch { self?.toasts.show(error.sentence) }
        }
    }
}
