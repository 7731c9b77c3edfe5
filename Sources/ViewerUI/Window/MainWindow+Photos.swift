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
        // The session that is being opened may have the places of more.
        guard !replay.isOpening else { return }
        photos.isReported = true
        // Without a session the photos are all that there is to see.
        if replay.picture == nil { map.framing.fit() }
        guard photos.count > 0 else { return toasts.show(localized("There are no JPEG photos in it.")) }
        guard !photos.placed.isEmpty else {
            return toasts.show(
                localizedCount(
                    "The photo has neither a place nor a time within the session.",
                    "None of the {1} photos has a place, or a time within the session.", photos.count))
        }
        toasts.show(
            localizedCount(
                "The photo is on the map.", "{2} of the {1} photos are on the map.", photos.count,
                "\(photos.placed.count)"),
            answer: (localized("Hide Photos"), { [weak self] in self?.photos.show([]) }))
    }

    /// Returns the dropped paths that are not photos, and shows the photos.
    func takePhotos(of paths: [String]) -> [String] {
        guard clients.photos != nil else { return paths }
        let found = paths.filter { PhotoClient.isPhoto(name: $0) }
        if !found.isEmpty { showPhotos(found) }
        return paths.filter { !PhotoClient.isPhoto(name: $0) }
    }

    /// Shows the photos of a folder, or does something else with it if it does not hold photos.
    func showPhotos(ofFolder path: String, otherwise: @escaping @MainActor () -> Void) {
        guard let client = clients.photos else { return otherwise() }
        Task { [weak self] in
            if await client.isFolderOfPhotos(path) { self?.showPhotos([path]) } else { otherwise() }
        }
    }
}
