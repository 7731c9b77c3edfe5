import GTKKit
import Localization
import Replay
import SensorModel
import Viewer
import ViewerModel

/// The actions whose state follows the preferences and the replay.
struct StateActions {
    let tiles: Action
    let unit: Action
    let rate: Action
}

/// The window's named actions, for the menu, buttons and keys.
extension MainWindow {
    /// The angle in radians by which a key turns the map.
    private static let turnStep = Double.pi / 12

    func addActions() {
        let actions: KeyValuePairs<String, @MainActor (MainWindow) -> Void> = [
            "open": { $0.chooseFile() },
            "compare-with": { $0.chooseReference() },
            "receiver": { $0.showReceiver() },
            "end-reference": { $0.replay.reference.end() },
            "fit-parameters": { $0.replay.fitToReference() },
            "add-fit-session": { $0.chooseFitSession() },
            "apply-fit": { $0.replay.applyFit() },
            "discard-fit": { $0.replay.reference.fitting.discard() },
            "record": { $0.toggleRecording() },
            "live": { $0.replay.showLive() },
            "demo": { $0.openDemo() },
            "library": { $0.toggleLibrary() },
            "search": { $0.handleSearch() },
            "zoom-in": { $0.map.framing.zoom(by: 1) },
            "zoom-out": { $0.map.framing.zoom(by: -1) },
            "fit": { $0.map.framing.fit() },
            "north-up": { $0.map.framing.turnNorthUp() },
            "turn-left": { $0.map.framing.turn(by: -Self.turnStep) },
            "turn-right": { $0.map.framing.turn(by: Self.turnStep) },
            "tune": { $0.showPane(.tune) },
            "day": { $0.showPane(.day) },
            "history": { $0.showPane(.history) },
            "motion": { $0.showPane(.motion) },
            "sensors": { $0.showPane(.sensors) },
            "next-landmark": { $0.jump { $0.next(after: $1) } },
            "mark": { $0.mark() },
            "crop": { window in window.hideSelection { .allExcept($0) } },
            "hide-selection": { window in window.hideSelection { .part($0) } },
            "show-hidden": { $0.replay.hide(.nothing) },
            "previous-landmark": { $0.jump { $0.previous(before: $1) } },
            "preferences": { $0.showPreferences() },
            "about": { $0.showAbout() },
            "close": { $0.window.close() },
        ]
        for (name, body) in actions {
            window.add(Action(name) { [weak self] in if let self { body(self) } })
        }
        let states = makeStateActions()
        for action in [states.tiles, states.unit, states.rate] { window.add(action) }
        stateActions = states
        let follow = Action("follow", isOn: false) { [weak self] isOn in
            if isOn { self?.map.framing.follow() } else { self?.map.framing.fit() }
        }
        map.framing.onFollowing = { [weak follow] isFollowing in follow?.show(isOn: isFollowing) }
        let headingUp = Action("heading-up", isOn: false) { [weak self] in self?.map.framing.isHeadingUp = $0 }
        map.framing.onHeadingUp = { [weak headingUp] isOn in headingUp?.show(isOn: isOn) }
        for action in [follow, headingUp] {
            keptActions.append(action)
            window.add(action)
        }
        addTuningActions()
        addCurtainAction()
        for quantity in SessionQuantity.allCases where quantity != .speed {
            window.add(
                Action("chart-\(quantity.rawValue)", isOn: false) { [weak self] isOn in
                    self?.timeline.charts.setShown(quantity, isOn)
                })
        }
        let measure = Action("measure", isOn: false) { [weak self] isOn in
            if isOn { self?.showMap() }
            self?.map.tools.isMeasuring = isOn
        }
        map.tools.onMeasuring = { [weak measure] isMeasuring in measure?.show(isOn: isMeasuring) }
        keptActions.append(measure)
        window.add(measure)
        let marks = Action("marks", isOn: preferences.showsMarks) { [preferences] in preferences.showsMarks = $0 }
        keptActions.append(marks)
        window.add(marks)
        let laps = Action("laps", choice: "") { [weak self] name in self?.divideIntoLaps(by: name) }
        keptActions.append(laps)
        window.add(laps)
        for number in 1...TrackKind.allCases.count {
            window.add(Action("layer-\(number)") { [weak self] in self?.map.toggleLayer(number - 1) })
        }
        window.add(Action("shortcuts") { [weak self] in self?.showShortcuts() })
    }

    private func showShortcuts() {
        let dialog = ShortcutsDialog(over: window)
        attachment = dialog
        dialog.present()
    }

    private func makeStateActions() -> StateActions {
        StateActions(
            tiles: Action("tiles", isOn: preferences.allowsTiles) { [weak self] isOn in self?.setTiles(isOn) },
            unit: Action("unit", choice: preferences.speedUnit.rawValue) { [weak self] name in
                if let unit = SpeedUnit(rawValue: name) { self?.preferences.speedUnit = unit }
            },
            rate: Action("rate", choice: "1") { [weak self] text in
                if let rate = Double(text) { self?.replay.handle(.setRate(rate)) }
            })
    }

    /// Shows the preferences' state in the menus.
    func showStates() {
        stateActions?.tiles.show(isOn: preferences.allowsTiles)
        stateActions?.unit.show(choice: preferences.speedUnit.rawValue)
    }

    private func toggleLibrary() {
        // Otherwise, the focus would move to the record button, and Space would start a recording instead of the
        // replay.
        let takesFocus = !library.isFolded && library.widget.holdsFocus
        if takesFocus { window.clearFocus() }
        library.isFolded.toggle()
        makeRoom()
        if takesFocus { timeline.focus() }
        preferences.isLibraryShown = !library.isFolded
    }

    private func handleSearch() {
        library.isFolded = false
        makeRoom()
        library.focusSearch()
    }

    /// Moves the replay to the next or the previous stop, outage or rejection.
    private func jump(_ find: (SessionLandmarks, Instant) -> SessionLandmarks.Landmark?) {
        guard let run = replay.session?.run, let instant = replay.instant else { return }
        guard let landmark = find(SessionLandmarks(run), instant) else {
            return toasts.show(localized("There are no more stops, outages, or rejected fixes in this direction."))
        }
        replay.handle(.seek(landmark.instant))
        toasts.show(landmark.title.localized)
    }

    private func setTiles(_ isOn: Bool) {
        guard isOn else { return preferences.allowsTiles = false }
        askForTiles(over: window)
    }

    private func askForTiles(over parent: Window) {
        map.baseMap.askForConsent(over: parent) { [preferences] in preferences.allowsTiles = $0 }
    }

    private func showPreferences() {
        let dialog = PreferencesDialog(preferences: preferences, paces: clients.paces, parent: window) { [weak self] in
            self?.askForTiles(over: $0)
        }
        attachment = dialog
        dialog.present()
    }

    /// Shows the quality of the session's receivers.
    private func showReceiver() {
        guard let session = replay.session else {
            return toasts.show(localized("Open a session first, then see how good its receiver was."))
        }
        Task { [weak self] in
            let reports = await Task.detached { ReceiverReport.all(of: session.run, session.engine.recording) }.value
            guard let self else { return }
            guard reports.contains(where: { $0.fixCount > 0 }) else {
                return toasts.show(localized("The session has no fixes from a receiver."))
            }
            let report = ReceiverWindow(reports, appearance: appearance, unit: preferences.speedUnit, parent: window)
            attachment = report
            report.present()
        }
    }

    private func showAbout() {
        AboutDialog(
            name: "Odograph", version: ViewerApplication.version,
            summary: localized("Records, replays and compares GPS and motion sensor sessions."),
            icon: ViewerApplication.applicationID,
            website: "https://github.com/odograph/odograph"
        ).show(over: window)
    }

    /// Divides the session by the device's laps, by a number of kilometres or miles, or by a line that the user draws.
    private func divideIntoLaps(by name: String) {
        showPane(.day)
        guard name == "gate" else {
            let length = Double(name).map { $0 * preferences.speedUnit.distanceUnit.large.metres }
            return replay.laps.rule = length.map(LapRule.distance) ?? .stated
        }
        if layout.isNarrow { showMap() }
        toasts.show(localized("Click the two ends of a line across the way: each crossing begins a lap."))
        map.tools.askForGate { [weak self] in self?.replay.laps.rule = .gate($0) }
    }

    private func hideSelection(_ choice: (ClosedRange<Instant>) -> HidingChoice) {
        let playback = replay.playback
        guard playback.hasRange else {
            return toasts.show(localized("Select a part first: drag over a chart with Shift."))
        }
        replay.hide(
            choice(
                (playback.axis.start + playback.range.lowerBound)...(playback.axis.start + playback.range.upperBound)))
    }

    /// Marks the present moment of the recording, or the instant of the session that is shown.
    func mark() {
        if replay.isLive { return recording.mark() }
        guard replay.session != nil else {
            return toasts.show(localized("Open or record a session first, then mark a moment of it."))
        }
        replay.mark()
    }

    /// Starts or ends a recording.
    func toggleRecording() { recording.toggle(preferences.recordingRequest) }
}
