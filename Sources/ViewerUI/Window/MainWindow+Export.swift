import GTKKit
import Localization
import Viewer

/// The export of the library, or of a part of it.
extension MainWindow {
    func askForLibraryExport() {
        guard let changes = clients.changes else { return }
        let dialog = LibraryExportDialog(endings: changes.exportEndings, parent: window) { [weak self] choice in
            guard let self else { return }
            let files = FileDialog(
                title: localized("Name the folder to create"), parent: window, accept: localized("Export"),
                cancel: localized("Cancel"), suggestedName: "odograph-export")
            files.run { [weak self] target in
                if let self, let target { exportLibrary(choice, to: target, changes) }
            }
        }
        attachment = dialog
        dialog.present()
    }

    /// Writes the sessions with progress in the header. Escape cancels it; files already written remain.
    private func exportLibrary(_ choice: LibraryExportDialog.Choice, to target: String, _ changes: LibraryClient) {
        let folder = preferences.recordingFolder
        importing.work?.cancel()
        importing.begin(.exporting)
        let name = target.split(separator: "/").last.map(String.init) ?? target
        let progress: @Sendable (Double) -> Void = { share in
            Task { @MainActor [weak self] in self?.showProgress(share, of: name) }
        }
        progress(0)
        importing.work = Task { [weak self] in
            do {
                let work = Task.detached {
                    try await changes.exportLibrary(folder, choice.span, choice.ending, target, progress)
                }
                let copies = try await withTaskCancellationHandler {
                    try await work.value
                } onCancel: {
                    work.cancel()
                }
                let written = localizedCount("{1} session was written.", "{1} sessions were written.", copies.written)
                self?.endExport(([written] + copies.failures.prefix(1)).joined(separator: " "), target)
            } catch is CancellationError {
                self?.endExport(localized("The export was cancelled. The files written so far are kept."), target)
            } catch {
                self?.endExport(error.sentence, nil)
            }
        }
    }

    /// - Parameter target: The folder to show; `nil` if nothing was written.
    private func endExport(_ sentence: String, _ target: String?) {
        importing.end()
        showTitle()
        toasts.show(
            sentence,
            answer: target.map { target in (localized("Show"), { [weak self] in self?.reveal(path: target) }) })
    }
}
