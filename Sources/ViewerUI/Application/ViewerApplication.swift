import Foundation
import GTKKit
import Localization
import SensorModel
public import Viewer

/// The program: one application with its windows.
@MainActor
public final class ViewerApplication {
    /// The identifier of the program on the desktop.
    public nonisolated static let applicationID = "io.github.odograph.Odograph"
    /// The path of the program's resources within their bundle.
    static let resourcePath = "/io/github/odograph/Odograph"
    /// The version that is shown.
    public nonisolated static let version = "0.1.0"

    private let options: ViewerOptions
    private let clients: ViewerClients
    private let application: Application
    private let preferences: ViewerPreferences
    private var windows: [MainWindow] = []
    private var appearance: Appearance?
    private var heldTooltips: HeldTooltips?
    private var failure: String?
    /// The file that the first window shows.
    private var early: EarlyOpening?
    /// The record of the files that are being opened; `nil` if crashes are not detected.
    private let journal: OpeningJournal?
    /// The first window's message about files that it skips.
    private var notice: String?

    private init(
        options: ViewerOptions, clients: ViewerClients, preferences: ViewerPreferences, early: EarlyOpening?,
        journal: OpeningJournal?, notice: String?
    ) {
        self.preferences = preferences
        self.early = early
        self.journal = journal
        self.notice = notice
        self.options = options
        self.clients = clients
        application = Application(id: Self.applicationID, isUnique: !options.isUnattended && !options.isDemo)
    }

    /// Runs the program until its last window is closed.
    /// - Returns: The exit status.
    public static func run(_ asked: ViewerOptions, clients: ViewerClients) -> Int32 {
        var options = asked
        // Makes paths absolute: the library identifies its sessions by their paths.
        options.files = asked.files.map { URL(fileURLWithPath: $0).standardizedFileURL.path }
        Translations.begin(folder: ResourcePlaces.locales)
        Toolkit.setProgramName("odograph", title: "Odograph")
        Toolkit.prepare()
        let journal = options.isUnattended ? nil : clients.runtimeFolder.flatMap(OpeningJournal.init(folder:))
        defer { journal?.close() }
        let notice = leaveOutSuspect(of: &options, journal)
        // For a long track, half of the work is done before the window is ready.
        var clients = clients
        // A picture or a measurement leaves no trace.
        if options.isUnattended { clients.tuning = nil }
        let preferences = ViewerPreferences(Preferences(schema: applicationID))
        let early = options.file.map { path in
            journal?.begin(.session(path: path))
            return EarlyOpening(path, clients, folder: preferences.recordingFolder)
        }
        do {
            try Resources.register(firstOf: ResourcePlaces.candidates)
        } catch {
            return fail("\(error)")
        }
        guard Toolkit.start() else {
            return fail(
                "Odograph needs a display to draw on. Set WAYLAND_DISPLAY or DISPLAY, or run it under Xvfb; "
                    + "`odographctl` works without one.")
        }
        MainLoop.attachMainQueue()
        let viewer = ViewerApplication(
            options: options, clients: clients, preferences: preferences, early: early, journal: journal, notice: notice
        )
        return viewer.run()
    }

    /// Skips the session during which the last start crashed, once.
    /// - Returns: A message for the user; `nil` if nothing is skipped.
    private static func leaveOutSuspect(of options: inout ViewerOptions, _ journal: OpeningJournal?) -> String? {
        guard let path = options.file, journal?.suspects.contains(.session(path: path)) == true else { return nil }
        options.files = []
        return localized(
            "Odograph ended unexpectedly while {1} was opening, so it was not opened again. Open it to retry.",
            FileWords.name(of: [path]))
    }

    /// Skips the map file during which the last start crashed.
    /// - Returns: A message for the user; `nil` if nothing is skipped.
    private func leaveOutSuspectMap() -> String? {
        guard let path = preferences.mapFile, journal?.suspects.contains(.map(path: path)) == true else { return nil }
        preferences.mapFile = nil
        return localized(
            "Odograph ended unexpectedly while the map file {1} was opening, so it is not shown. Choose it again to retry.",
            FileWords.name(of: [path]))
    }

    private static func fail(_ message: String) -> Int32 {
        FileHandle.standardError.write(Data("odograph: \(message.visible)\n".utf8))
        return 1
    }

    private func run() -> Int32 {
        application.onStartup { [weak self] in self?.start() }
        application.onActivate { [weak self] in self?.activate(files: []) }
        application.onOpen { [weak self] paths in self?.activate(files: paths) }
        let files = options.isUnattended ? [] : options.files
        let status = application.run(program: "odograph", files: files)
        if let failure { return Self.fail(failure) }
        return status
    }

    private func start() {
        Toolkit.setWindowIcon(Self.applicationID)
        Toolkit.addIcons(resource: "\(Self.resourcePath)/icons")
        if options.isUnattended { Toolkit.allowsAnimations = false }
        if let isDark = options.isDark { Toolkit.prefersDark = isDark }
        notice = leaveOutSuspectMap() ?? notice
        // Pictures and measurements are the same on every desktop.
        appearance = Appearance(
            resourcePath: Self.resourcePath, followsDesktop: options.isDark == nil && !options.isUnattended)
        WindowAction.bind(to: application)
        heldTooltips = HeldTooltips()
        application.add(Action("quit") { [weak self] in self?.windows.forEach { $0.window.close() } })
    }

    private func activate(files: [String]) {
        guard let appearance else { return }
        let window = MainWindow(
            application: application, clients: clients, preferences: preferences, appearance: appearance,
            size: options.size, journal: journal
        ) { [weak self] window in self?.windows.removeAll { $0 === window } }
        windows.append(window)
        if options.benchmark == nil || options.showsLibrary { window.replay.loadLibrary() }
        window.window.present()
        if let pane = options.pane { window.replay.show(.tab(pane)) }
        open(options.isUnattended ? [options.file].compactMap(\.self) : files, in: window)
        if windows.count == 1 {
            if options.showsLibrary { window.replay.showLibraryMap(true) }
            if let seconds = options.seconds { window.replay.seekWhenOpened(toSecond: seconds) }
            window.replay.addTracksWhenOpened(options.tracks)
        }
        if let notice {
            self.notice = nil
            window.replay.say(notice)
        }
        if options.isUnattended {
            window.window.addClasses("picture")
            drive(window)
        }
    }

    /// Opens the files; without files, opens the default content.
    private func open(_ files: [String], in window: MainWindow) {
        let maps = files.filter { TileClient.isMap(path: $0) }
        let sessions = files.filter { !TileClient.isMap(path: $0) }
        if sessions.count > 1 || sessions.isEmpty && !maps.isEmpty {
            window.recording.attach()
            window.replay.handle(files: files)
        } else if let path = sessions.first {
            if !maps.isEmpty { window.replay.handle(files: maps) }
            let isEarly = early.map {
                URL(filePath: $0.path).standardizedFileURL == URL(filePath: path).standardizedFileURL
            }
            if let early, isEarly == true { window.replay.open(early) } else { window.replay.open([path]) }
            early = nil
        } else if options.isDemo {
            window.replay.openDemo()
        } else {
            window.recording.attach()
        }
    }

    private func drive(_ window: MainWindow) {
        let driver = UnattendedDriver(window: window, options: options) { [weak self] failure in
            self?.failure = failure
            window.window.destroy()
            self?.windows.removeAll()
            self?.application.quit()
        }
        driver.begin()
        window.attachment = driver
    }
}

extension Preferences: PreferenceStore {}
