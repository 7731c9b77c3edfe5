import GTKKit
import ViewerModel

/// The photos that the user shows on the map.
extension MainWindow {
    func addPhotoActions() {
        window.add(Action("photos") { [weak self] in self?.choosePhotos() })
        let hide = Action("hide-photos") { [weak self] in self?.photos.show([]) }
        hide.setEnabled(false)
        keptActions.append(hide)
        window.add(hide)
        photos.onChange = { [weak self, weak hide] in
            guard let self else { return }
            hide?.setEnabled(!photos.placed.isEmpty)
            map.show(photos.placed)
            showTitle()
        }
        photos.onFound = { [weak self] in self?.reportPhotos() }
    }

    private func choosePhotos() {
        let dialog = FileDialog(
            title: localized("Choose a folder of photos"), parent: window, accept: localized("Show"),
            cancel: localized("Cancel"))
        dialog.runForFolder { [weak self] path in if let path { self?.showPhotos([path]) } }
    }

    /// Shows the photos among files and in folders.
    func showPhotos(_ paths: [String]) {
        showMap()
        photos.show(paths)
    }

    private func reportPhotos() {
        // The session that is being opened might provide positions for more photos.
        guard !replay.isOpening else { return }
        photos.isReported = true
        // Without a session, the photos are the only content.
        if replay.picture == nil { map.framing.fit() }
        guard photos.count > 0 else { return toasts.show(localized("No JPEG photos were found.")) }
        guard !photos.placed.isEmpty else {
            return toasts.show(
                localizedCount(
                    "The photo has neither a place nor a time within the session.",
                    "None of the {1} photos has a place, or a time within the session.", photos.count))
        }
        toasts.show(
            localizedCount(
                "The photo is on the map.", "{2} of the {1} photos are on the map.", photos.count,
                countText(photos.placed.count)),
            answer: (localized("Hide Photos"), { [weak self] in self?.photos.show([]) }))
    }

    /// Shows the photos among files, and the folders that hold photos, on the map.
    /// - Parameters:
    ///   - paths: The paths of files and folders.
    ///   - others: Called with the paths of the other files; immediately if there is no folder to search.
    func takePhotos(of paths: [String], others: @escaping @MainActor ([String]) -> Void) {
        guard let client = clients.photos else { return others(paths) }
        let folders = paths.filter(Files.isFolder)
        guard !folders.isEmpty else { return take(paths, folders: [], others) }
        lookingIntoFolders = Task { [weak self] in
            var found: Set<String> = []
            for folder in folders where await client.isFolderOfPhotos(folder) { found.insert(folder) }
            self?.take(paths, folders: found, others)
        }
    }

    private func take(_ paths: [String], folders: Set<String>, _ others: @MainActor ([String]) -> Void) {
        func isTaken(_ path: String) -> Bool { folders.contains(path) || PhotoClient.isPhoto(name: path) }
        let taken = paths.filter(isTaken)
        if !taken.isEmpty { showPhotos(taken) }
        others(paths.filter { !isTaken($0) })
    }
}
