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
            "mark-rename": { window, key in window.change(markAt: key) { window.rename($0) } },
            "mark-move": { window, key in window.change(markAt: key) { window.replay.move($0) } },
            "mark-remove": { window, key in window.change(markAt: key) { window.replay.remove($0) } },
        ]
        for (name, body) in actions {
            window.add(Action(name, taking: { [weak self] path in if let self { body(self, path) } }))
        }
        let export = Action("export") { [weak self] in self?.chooseExport(of: self?.replay.session?.source.path) }
        tuning.session.append(export)
        window.add(export)
        let keep = Action("add-to-library") { [weak self] in
            if let path = self?.replay.session?.source.path { self?.replay.addToLibrary([path]) }
        }
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
        ask(localized("Rename Session"), name: session.title) { [weak self] title in
            self?.replay.rename(path, from: session.title, to: title)
        }
    }

    /// Asks for a name.
    private func ask(_ heading: String, name: String, answered: @escaping @MainActor (String) -> Void) {
        let dialog = RenameDialog(heading, name: name, parent: window, answered: answered)
        attachment = dialog
        dialog.present()
    }

    /// Asks for the name of a mark.
    func rename(_ mark: SessionMark) {
        ask(localized("Name the Mark"), name: mark.text) { [weak self] text in self?.replay.rename(mark, to: text) }
    }

    /// Calls an action with the mark that has a key.
    private func change(markAt key: String, _ body: (SessionMark) -> Void) {
        if let mark = replay.marks.first(where: { $0.key == key }) { body(mark) }
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

    /// Asks for the file of an export.
    /// - Parameter path: The session's file; `nil` for a shown session that is not one.
    private func chooseExport(of path: String?) {
        askWhatToLeaveOut(isOfLibrary: false) { [weak self] in self?.chooseExport(of: path, leavingOut: $0) }
    }

    /// Asks what exports leave out, unless the library has no named places.
    func askWhatToLeaveOut(
        isOfLibrary: Bool, _ answered: @escaping @MainActor (LibraryClient.LeftOut) -> Void
    ) {
        Task { [weak self] in
            guard let self else { return }
            let places = await replay.namedPlaces()
            guard !places.isEmpty else { return answered(LibraryClient.LeftOut()) }
            let dialog = LeaveOutDialog(
                places, leftOut, unit: preferences.speedUnit.distanceUnit, isOfLibrary: isOfLibrary, parent: window
            ) { [weak self] choice in
                self?.leftOut = choice
                answered(choice)
            }
            attachment = dialog
            dialog.present()
        }
    }

    private func chooseExport(of path: String?, leavingOut leftOut: LibraryClient.LeftOut) {
        guard let changes = clients.changes, let usual = changes.exportEndings.first else { return }
        let shown = replay.shownSession.flatMap { $0.path == path ? $0 : nil }
        guard shown != nil || path != nil else { return }
        let name = shown?.title ?? path.flatMap(library.session(at:))?.title
        let dialog = FileDialog(
            title: localized("Export the session"), parent: window, accept: localized("Export"),
            cancel: localized("Cancel"),
            filters: changes.exportEndings.map {
                FileFilter(name: ExportWords.name(of: $0), patterns: ["*.\($0)"])
            },
            suggestedName: "\((name ?? "track").replacing("/", with: "-")).\(usual)")
        dialog.run { [weak self] target in if let target { self?.replay.export(path, leavingOut: leftOut, to: target) }
        }
    }

    /// Adds the maps among files to the user's maps, and opens the other one; several become sessions of the library.
    func handleFiles(_ paths: [String]) {
        let maps = paths.filter { TileClient.isMap(path: $0) }
        guard clients.tiles != nil, !maps.isEmpty else { return handleSessions(paths) }
        let sessions = paths.filter { !TileClient.isMap(path: $0) }
        // One session is opened while maps are copied; several wait, because both show their progress in the header.
        if sessions.count == 1 { handleSessions(sessions) }
        replay.addMaps(maps, thenToLibrary: sessions.count > 1 ? sessions : [])
    }

    private func handleSessions(_ paths: [String]) {
        guard let first = paths.first else { return }
        if paths.count > 1, clients.changes != nil { replay.addToLibrary(paths) } else { open(path: first) }
    }

    /// Enables adding the open file to the library, unless that is where it is from.
    func showKeeping() {
        let path = replay.session?.source.path
        let canKeep =
            clients.changes != nil
            && path.map { !replay.addedPaths.contains($0) && library.session(at: $0) == nil } ?? false
        keep?.setEnabled(canKeep)
        header.show(canKeep: canKeep)
    }
}
