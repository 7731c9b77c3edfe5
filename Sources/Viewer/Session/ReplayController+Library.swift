import Localization
import Replay
import SensorModel
package import ViewerModel

/// The library, and what the user does with its sessions.
extension ReplayController {
    /// Lists the library.
    package func loadLibrary() {
        guard let clients else { return }
        listing?.task.cancel()
        let lists = clients.library(folder)
        listing = (
            folder,
            Task { [weak self] in
                for await sessions in lists { self?.change { $0.library = sessions } }
            }
        )
    }

    /// Waits until the library is listed.
    package func settleLibrary() async { await listing?.task.value }

    /// Whether the library can be shown on the map.
    package var hasLibraryMap: Bool { clients?.lines != nil }

    /// Shows the library on the map, or the session again.
    package func showLibraryMap(_ isOn: Bool) {
        libraryMap.isOn = isOn && hasLibraryMap
        if libraryMap.isOn { show(.map) }
    }

    /// Shows the session again.
    /// - Returns: False if it was shown.
    package func leaveLibraryMap() -> Bool {
        defer { libraryMap.isOn = false }
        return libraryMap.isOn
    }

    /// Limits the list of the library, and the map of it, to the sessions that match a text.
    package func search(_ text: String) { change { $0.found.search = text } }

    /// Returns a session of the library.
    package func librarySession(at path: String) -> LibraryList.Session? { self.library.first { $0.id == path } }

    /// Whether the open file can be added to the library: not if that is where it is from.
    package var canKeep: Bool {
        guard clients?.changes != nil, let path = self.session?.source.path else { return false }
        return !self.addedPaths.contains(path) && librarySession(at: path) == nil
    }

    /// Whether parameters can be saved with the session.
    package var canSaveParameters: Bool {
        clients?.saveParameters != nil && self.session?.source.path?.hasSuffix(".odograph") == true
    }

    /// Adds the open file to the library.
    package func keep() { if let path = self.session?.source.path { addToLibrary([path]) } }

    /// Removes a session from the list immediately, and offers to undo that before it is moved to the trash.
    package func bin(_ path: String) {
        guard clients?.changes != nil, let session = librarySession(at: path) else { return }
        change { state in
            state.binned.insert(path)
            state.say(localized("{1} will be moved to the trash.", session.title), .keep(path: path))
        }
    }

    /// Does what a message offers, as far as that needs no widget.
    package func accept(_ offer: Notice.Offer) {
        switch offer {
        case .undo: undo()
        case .redo: redo()
        case .addToLibrary(let path): addToLibrary([path])
        case .keep(let path): change { $0.binned.remove(path) }
        case .showDay: show(.tab(.day))
        case .name, .showFolder: break
        }
    }

    /// Does what waited for the answer to a message that has disappeared.
    package func decline(_ offer: Notice.Offer?) {
        guard case .keep(let path)? = offer, let changes = clients?.changes else { return }
        // The work continues if the window is closed meanwhile.
        Task {
            do {
                try await changes.moveToBin(path)
                preferences?.mapViews.forget(path: path)
            } catch {
                change { state in
                    state.binned.remove(path)
                    state.say(error.sentence)
                }
            }
        }
    }

    /// Adds the track of a file to the map.
    /// - Parameter isTruth: Whether it is of the same journey, and the others are measured against it.
    package func addTrack(ofFileAt path: String, isTruth: Bool = false) {
        guard let session = self.session, let clients else { return }
        tracks.add(FileWords.name(of: [path]), isTruth: isTruth, beside: session) {
            ReferenceLine(try await clients.open(path).recording)
        }
    }

    /// Runs a program that filters positions over the session or the recording, and adds its track to the map.
    package func addFilter(_ path: String) {
        guard self.session != nil || self.isLive, clients?.filter != nil else { return }
        let name = FileWords.name(of: [path])
        say(localized("Running {1}…", name))
        tracks.filters.add(name, path: path)
    }

    /// Adds a session, and its reference, to those that parameters are fitted to.
    package func fit(_ session: String, to other: String) {
        guard tracks.line != nil, let clients else { return }
        tracks.fitting.add(
            FileWords.name(of: [session]), against: FileWords.name(of: [other]),
            session: { try await clients.open(session) }, reference: { try await clients.open(other) })
    }
}
