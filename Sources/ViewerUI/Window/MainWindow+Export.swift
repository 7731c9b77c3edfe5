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
                if let target { self?.replay.exportLibrary(choice.span, ending: choice.ending, to: target) }
            }
        }
        attachment = dialog
        dialog.present()
    }
}
