import GTKKit
import Localization
import Viewer

/// The export of the library, or of a part of it.
extension MainWindow {
    func askForLibraryExport() {
        guard let changes = clients.changes else { return }
        let dialog = LibraryExportDialog(endings: changes.exportEndings, parent: window) { [weak self] choice in
            self?.askWhatToLeaveOut(isOfLibrary: true) { self?.chooseFolder(of: choice, leavingOut: $0) }
        }
        attachment = dialog
        dialog.present()
    }

    private func chooseFolder(of choice: LibraryExportDialog.Choice, leavingOut leftOut: LibraryClient.LeftOut) {
        let files = FileDialog(
            title: localized("Name the folder to create"), parent: window, accept: localized("Export"),
            cancel: localized("Cancel"), suggestedName: "odograph-export")
        files.run { [weak self] target in
            guard let target else { return }
            self?.replay.exportLibrary(choice.span, ending: choice.ending, leavingOut: leftOut, to: target)
        }
    }
}
