import GTKKit
import MapTiles
import SensorModel
import ViewerModel

/// Downloads the part of the map that is seen, for use without a network.
@MainActor
final class AreaDialog {
    private let window = Window(title: localized("Download This Area"))
    private let client: AreaClient
    private var choice: AreaChoice
    /// The download that the user can continue; `nil` for none.
    private var interrupted: TileDownload.Interrupted?
    private var work: Task<Void, Never>?
    /// Called with the path of a finished map.
    var onFinished: (String) -> Void = { _ in }

    private let coarsest = NumberField(AreaChoice.levels)
    private let finest = NumberField(AreaChoice.levels)
    private let size = Label("", classes: ["value"])
    private let limit = Label("", aligned: .start)
    private let allowed: CheckButton
    private let bar = ProgressBar(describedAs: localized("Progress of the download"))
    private let status = Label("", aligned: .start)
    private let resumeText = Label("")
    private let resume: Button
    private let start = Button(label: localized("Download"))
    private let cancel = Button(label: localized("Cancel"))

    init(_ choice: AreaChoice, client: AreaClient, parent: Window) {
        self.choice = choice
        self.client = client
        allowed = CheckButton(localized("The provider allows offline copies"))
        resume = Button(child: resumeText, describedAs: localized("Continue the last download"))
        window.becomeDialog(
            titled: localized("Download This Area"), over: parent, width: min(Self.width, parent.width),
            height: min(Self.height, parent.height))
        layOut()
        connect()
        show()
    }

    /// Shows the window.
    func present() {
        window.present()
        allowed.grabFocus()
        findInterrupted()
    }

    private func findInterrupted() {
        Task { [weak self] in
            guard let all = await self?.client.interrupted(), let self else { return }
            // The download from another server requires a separate consent.
            interrupted = all.first { $0.download.template == self.choice.template }
            show()
        }
    }

    // MARK: Widgets

    private static let (width, height) = (440, 530)

    private func layOut() {
        let column = Box(.vertical, spacing: 12)
        column.setMargins(top: 18, bottom: 8, start: 18, end: 18)
        column.append(
            sentence(localized("The part of the map that you see is downloaded from {1}.", choice.host)))
        column.append(
            ControlRows.list([
                ControlRows.row(localized("Coarsest zoom level"), coarsest),
                ControlRows.row(localized("Finest zoom level"), finest), ControlRows.row(localized("Tiles"), size),
            ]))
        limit.wrap(maximumCharacters: Self.lineLength)
        column.append(limit)
        column.append(
            sentence(
                localized(
                    "Many providers forbid copies of their map, and some block your access. Read the terms of {1} first.",
                    choice.host)))
        column.append(allowed)
        column.append(bar)
        status.wrap(maximumCharacters: Self.lineLength)
        column.append(status)
        resumeText.wrap()
        column.append(resume)
        start.addClasses("suggested")
        let buttons = Box(.horizontal, spacing: 8, children: [cancel, start])
        buttons.horizontalAlignment = .end
        buttons.setMargins(top: 8, bottom: 18, end: 18)
        let scroller = ScrolledWindow(column)
        scroller.expandsVertically = true
        window.setChild(Box(.vertical, children: [scroller, buttons]))
    }

    /// The maximum length of a line, in characters.
    private static let lineLength = 56

    private func sentence(_ text: String) -> Label {
        let label = Label(text, aligned: .start)
        label.wrap(maximumCharacters: Self.lineLength)
        return label
    }

    private func connect() {
        coarsest.onChange { [weak self] level in self?.change { $0.setCoarsest(level) } }
        finest.onChange { [weak self] level in self?.change { $0.setFinest(level) } }
        allowed.onToggle { [weak self] isOn in self?.change { $0.isAllowed = isOn } }
        start.onClick { [weak self] in
            guard let self, let download = choice.download else { return }
            begin(download)
        }
        resume.onClick { [weak self] in
            guard let self, choice.isAllowed, let interrupted else { return }
            begin(interrupted.download)
        }
        cancel.onClick { [weak self] in self?.handleCancel() }
        window.onCloseRequest { [weak self] in
            self?.work?.cancel()
            return false
        }
    }

    private func change(_ body: (inout AreaChoice) -> Void) {
        let before = choice
        body(&choice)
        if choice != before { show() }
    }

    /// Shows the choices and the available actions.
    private func show() {
        let isRunning = work != nil
        coarsest.value = choice.coarsest
        finest.value = choice.finest
        size.text = localized("{1}, about {2} MB", countText(choice.count), Self.megabytes(choice.expectedBytes))
        limit.text = localized(
            "At most {1} tiles per download: zoom in, or choose fewer levels.", countText(TilePlan.mostTiles))
        limit.isVisible = choice.isTooMany
        for widget in [coarsest, finest, allowed] as [Widget] { widget.isSensitive = !isRunning }
        bar.isVisible = isRunning
        status.isVisible = !status.text.isEmpty
        start.isSensitive = !isRunning && choice.download != nil
        resume.isVisible = interrupted != nil && !isRunning
        resume.isSensitive = choice.isAllowed
        if let interrupted {
            resumeText.text = localized(
                "Continue the Last Download ({1} of {2})", countText(interrupted.done),
                countText(interrupted.download.plan.count))
        }
    }

    private static func megabytes(_ bytes: Int) -> String {
        decimalText(Double(bytes) / 1e6, decimals: bytes < 10_000_000 ? 1 : 0)
    }

    // MARK: Work

    private func begin(_ download: TileDownload) {
        work = Task { [weak self, client] in
            let result: Result<String, any Error>
            do {
                result = .success(
                    try await client.download(download) { [weak self] progress in
                        Task { @MainActor in self?.show(progress) }
                    })
            } catch { result = .failure(error) }
            self?.end(result)
        }
        bar.share = 0
        status.text = localized("Asking the server…")
        show()
    }

    private func show(_ progress: TileDownload.Progress) {
        guard work != nil else { return }
        bar.share = progress.share
        var parts = [
            localized(
                "{1} of {2} tiles, {3} MB", countText(progress.done), countText(progress.planned),
                Self.megabytes(progress.bytes))
        ]
        if progress.missing > 0 { parts.append(localized("{1} do not exist", countText(progress.missing))) }
        if let pause = progress.pause {
            parts.append(localized("the server is asked again in {1}", exactDurationText(pause.rounded(.up))))
        }
        status.text = parts.joined(separator: " · ")
        status.isVisible = true
    }

    private func end(_ result: Result<String, any Error>) {
        work = nil
        switch result {
        case .success(let path):
            window.close()
            onFinished(path)
        case .failure(is CancellationError):
            status.text = localized("The download was cancelled. The tiles downloaded so far are kept.")
        case .failure(let error): status.text = error.sentence.visible
        }
        show()
        findInterrupted()
    }

    /// Stops the download, or closes the window.
    private func handleCancel() {
        if let work { work.cancel() } else { window.close() }
    }
}
