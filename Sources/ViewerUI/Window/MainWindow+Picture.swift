import FusionCore
import GTKKit
import Localization
import Replay
import SensorModel
import Viewer
import ViewerModel

/// Pictures of the map, and the session on paper.
extension MainWindow {
    func addPictureActions() {
        window.add(Action("copy-picture") { [weak self] in self?.copyPicture() })
        window.add(Action("save-picture") { [weak self] in self?.choosePicture() })
        let print = Action("print") { [weak self] in self?.printSession() }
        tuning.session.append(print)
        window.add(print)
    }

    private func copyPicture() {
        Task { [weak self] in
            guard let self else { return }
            await map.page().picture().copy(from: window)
            toasts.show(localized("The picture of the map was copied."))
        }
    }

    private func choosePicture() {
        let name = (replay.title ?? localized("Map")).replacing("/", with: "-")
        let dialog = FileDialog(
            title: localized("Save the picture of the map"), parent: window, accept: localized("Save"),
            cancel: localized("Cancel"),
            filters: Page.Format.allCases.map { FileFilter(name: $0.rawValue.uppercased(), patterns: ["*.\($0)"]) },
            suggestedName: "\(name).png")
        dialog.run { [weak self] path in if let path { self?.savePicture(to: path) } }
    }

    private func savePicture(to path: String) {
        let format = Page.Format(rawValue: path.split(separator: ".").last.map { $0.lowercased() } ?? "") ?? .png
        Task { [weak self] in
            guard let self else { return }
            let page = await map.page()
            do {
                try page.write(format, to: path)
                replay.say(localized("{1} was written.", FileWords.name(of: [path])), .showFolder(path: path))
            } catch { replay.say(localized("{1} could not be written.", FileWords.name(of: [path]))) }
        }
    }

    /// The session on a page; `nil` without one.
    func printedPage() async -> Page? {
        guard let session = replay.session else { return nil }
        let span = replay.range.map { TimeSpan(start: $0.lowerBound, end: $0.upperBound) }
        let overview = SessionOverview(
            session.run, within: span, figures: span == nil ? session.figures : nil,
            mapHeights: replay.heights.heights)
        let (title, subtitle) = header.texts
        return await PrintedPage(
            title: title, subtitle: subtitle, figures: overview.rows(in: preferences.speedUnit), map: map,
            charts: timeline.charts, appearance: appearance
        ).page()
    }

    private func printSession() {
        Task { [weak self] in
            guard let self, let page = await printedPage() else { return }
            do throws(PictureError) {
                try page.print(on: .chosen(over: window), named: replay.title ?? "Odograph")
            } catch {
                replay.say(localized("The page could not be printed: {1}", error.reason))
            }
        }
    }
}
