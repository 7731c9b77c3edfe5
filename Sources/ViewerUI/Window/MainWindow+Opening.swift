import GTKKit
import Localization
import SensorModel
import Viewer
import ViewerModel

/// The opening of files, at given instants.
extension MainWindow {
    /// Opens a file at an instant within it.
    func open(path: String, at instant: Instant) {
        asked = (path, instant)
        open(path: path)
    }

    func seekAsked() {
        if let askedSecond, let start = replay.picture?.start, replay.session != nil {
            self.askedSecond = nil
            replay.handle(.seek(start + askedSecond))
        }
        guard let asked, asked.path == replay.picture?.path else { return }
        self.asked = nil
        replay.handle(.seek(asked.instant))
    }

    /// Opens a file.
    func open(path: String) { open(paths: [path]) }

    /// Shows the next opened session at a number of seconds from its start.
    func showNext(atSecond second: Double) { askedSecond = second }

    /// Opens a file that is already being read.
    func open(path: String, early: EarlyOpening?) {
        guard let early else { return open(path: path) }
        noteOpening([path])
        replay.open(FileWords.name(of: [path]), early)
    }

    private func noteOpening(_ paths: [String]) {
        guard let journal else { return }
        openingItems += paths.map { OpeningJournal.Item.session(path: $0) }
        openingItems.forEach(journal.begin)
    }

    /// Ends the crash detection for the opening after the first drawing, which is part of it.
    func noteOpened() {
        guard let journal, !openingItems.isEmpty else { return }
        let opened = openingItems
        openingItems = []
        MainLoop.after(milliseconds: OpeningJournal.settlingMilliseconds) { opened.forEach(journal.end) }
    }

    /// Opens files as one session; Escape cancels it.
    func open(paths: [String]) {
        guard !paths.isEmpty else { return }
        noteOpening(paths)
        replay.open(FileWords.name(of: paths), reading: clients.reading(paths))
    }

    /// Lets the user choose a file to open.
    func chooseFile() {
        let dialog = fileDialog(title: localized("Open a recording"), accept: localized("Open"))
        dialog.run { [weak self] path in if let path { self?.handleFiles([path]) } }
    }

    /// Lets the user choose a recording of the same journey, and compares the session with it.
    func chooseReference() {
        guard replay.session != nil else {
            return toasts.show(localized("Open a session first, then choose what to compare it with."))
        }
        let dialog = fileDialog(
            title: localized("Choose a recording of the same journey"), accept: localized("Compare"))
        dialog.run { [weak self] path in if let path { self?.compare(withFileAt: path) } }
    }

    private func compare(withFileAt path: String) {
        guard let session = replay.session else { return }
        replay.reference.begin(
            session, name: FileWords.name(of: [path]), reading: { [clients] in try await clients.open(path) })
    }

    /// Lets the user choose another session that parameters are fitted to, and its reference if none is saved next to it.
    func chooseFitSession() {
        let dialog = fileDialog(title: localized("Choose a session to fit to as well"), accept: localized("Add"))
        dialog.run { [weak self] path in
            guard let self, let path else { return }
            if let reference = ReferenceProposal.path(beside: path) { return fit(path, to: reference) }
            let name = FileWords.name(of: [path])
            let dialog = fileDialog(title: localized("Choose the reference of {1}", name), accept: localized("Add"))
            dialog.run { [weak self] reference in if let reference { self?.fit(path, to: reference) } }
        }
    }

    private func fit(_ session: String, to reference: String) {
        guard replay.reference.line != nil else { return }
        replay.reference.fitting.add(
            FileWords.name(of: [session]), against: FileWords.name(of: [reference]),
            session: { [clients] in try await clients.open(session) },
            reference: { [clients] in try await clients.open(reference) })
    }

    private func fileDialog(title: String, accept: String) -> FileDialog {
        FileDialog(
            title: title, parent: window, accept: accept, cancel: localized("Cancel"),
            filters: [
                FileFilter(name: localized("Recordings and tracks"), patterns: clients.endings.map { "*.\($0)" }),
                FileFilter(name: localized("All files"), patterns: ["*"]),
            ])
    }
}
