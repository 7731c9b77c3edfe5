import GTKKit
import Localization
import Viewer
import ViewerModel

/// The files that the user chooses, to open, compare and write.
@MainActor
final class WindowFiles {
    private let window: Window
    private let replay: ReplayController
    /// The places that the last export left out.
    private var leftOut = LibraryClient.LeftOut()
    /// The dialog that is open.
    private var dialog: (any Dialog)?

    init(over window: Window, replay: ReplayController) { (self.window, self.replay) = (window, replay) }

    /// Lets the user choose a file to open.
    func open() {
        ask(localized("Open a recording"), localized("Open")) { [replay] in replay.handle(files: [$0]) }
    }

    /// Lets the user choose a recording of the same journey, against which the tracks are measured.
    func compare() {
        askBesideSession(localized("Choose a recording of the same journey"), localized("Compare")) { [replay] in
            replay.addTrack(ofFileAt: $0, isTruth: true)
        }
    }

    /// Lets the user choose a file whose track is added to the map.
    func addTrack() {
        askBesideSession(localized("Choose a track to add to the map"), localized("Add")) { [replay] in
            replay.addTrack(ofFileAt: $0)
        }
    }

    /// Lets the user choose their own program, which filters the positions of the session.
    func addFilter() {
        let kinds = [
            FileFilter(name: localized("Programs in Python"), patterns: ["*.py"]),
            FileFilter(name: localized("All files"), patterns: ["*"]),
        ]
        let (title, accept) = (localized("Choose a program that filters positions"), localized("Run"))
        // A filter also runs beside a recording.
        if replay.isLive { return ask(title, accept, kinds) { [replay] in replay.addFilter($0) } }
        askBesideSession(title, accept, kinds) { [replay] in replay.addFilter($0) }
    }

    private func askBesideSession(
        _ title: String, _ accept: String, _ kinds: [FileFilter]? = nil,
        _ chosen: @escaping @MainActor (String) -> Void
    ) {
        guard replay.session != nil else {
            return replay.say(localized("Open a session first, then choose what to compare it with."))
        }
        ask(title, accept, kinds, chosen)
    }

    /// Lets the user choose another session that parameters are fitted to, and its reference if none is saved next to it.
    func addFitSession() {
        ask(localized("Choose a session to fit to as well"), localized("Add")) { [weak self, replay] path in
            if let reference = ReferenceProposal.path(beside: path) { return replay.fit(path, to: reference) }
            let name = FileWords.name(of: [path])
            self?.ask(localized("Choose the reference of {1}", name), localized("Add")) { replay.fit(path, to: $0) }
        }
    }

    /// Lets the user choose what to leave out if the library has named places, then the file.
    /// - Parameter path: The session's file; `nil` for a shown session that is not one.
    func export(_ path: String?) {
        askWhatToLeaveOut(isOfLibrary: false) { [weak self] in self?.export(path, leavingOut: $0) }
    }

    private func askWhatToLeaveOut(
        isOfLibrary: Bool, _ answered: @escaping @MainActor (LibraryClient.LeftOut) -> Void
    ) {
        Task { [weak self] in
            guard let self else { return }
            let places = await replay.namedPlaces()
            guard !places.isEmpty else { return answered(LibraryClient.LeftOut()) }
            present(
                LeaveOutDialog(
                    places, leftOut, unit: replay.unit.distanceUnit, isOfLibrary: isOfLibrary, parent: window
                ) { [weak self] choice in
                    self?.leftOut = choice
                    answered(choice)
                })
        }
    }

    private func export(_ path: String?, leavingOut leftOut: LibraryClient.LeftOut) {
        guard let endings = replay.clients?.changes?.exportEndings, path != nil || replay.shownSession != nil else {
            return
        }
        let kinds = endings.map { FileFilter(name: FileWords.format(of: $0), patterns: ["*.\($0)"]) }
        ask(
            localized("Export the session"), localized("Export"), kinds, suggesting: replay.exportName(of: path)
        ) { [replay] in replay.export(path, leavingOut: leftOut, to: $0) }
    }

    /// Lets the user choose the sessions of the library to export, what to leave out, then the folder.
    func exportLibrary() {
        guard let changes = replay.clients?.changes else { return }
        present(
            LibraryExportDialog(endings: changes.exportEndings, parent: window) { [weak self, replay] span, ending in
                self?.askWhatToLeaveOut(isOfLibrary: true) { leftOut in
                    self?.ask(
                        localized("Name the folder to create"), localized("Export"), [], suggesting: "odograph-export"
                    ) { replay.exportLibrary(span, ending: ending, leavingOut: leftOut, to: $0) }
                }
            })
    }

    /// Lets the user choose the file that the picture of the map is written to.
    func savePicture(of map: MapPane) {
        let name = (replay.title ?? localized("Map")).replacing("/", with: "-")
        let kinds = Page.Format.allCases.map { FileFilter(name: $0.rawValue.uppercased(), patterns: ["*.\($0)"]) }
        ask(
            localized("Save the picture of the map"), localized("Save"), kinds, suggesting: "\(name).png"
        ) { map.savePicture(to: $0) }
    }

    private func present(_ dialog: any Dialog) {
        self.dialog = dialog
        dialog.present()
    }

    private func ask(
        _ title: String, _ accept: String, _ kinds: [FileFilter]? = nil, suggesting name: String? = nil,
        _ chosen: @escaping @MainActor (String) -> Void
    ) {
        let readable = [
            FileFilter(
                name: localized("Recordings and tracks"), patterns: replay.clients?.endings.map { "*.\($0)" } ?? []),
            FileFilter(name: localized("All files"), patterns: ["*"]),
        ]
        FileDialog(
            title: title, parent: window, accept: accept, cancel: localized("Cancel"),
            filters: kinds ?? readable, suggestedName: name
        ).run { path in if let path { chosen(path) } }
    }
}
