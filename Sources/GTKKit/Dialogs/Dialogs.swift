import CGTK

/// A kind of files that a dialog offers.
public struct FileFilter: Sendable {
    /// What the user reads.
    public let name: String
    /// Patterns such as `*.gpx`.
    public let patterns: [String]

    /// Creates a filter.
    public init(name: String, patterns: [String]) {
        self.name = name
        self.patterns = patterns
    }
}

/// The desktop's dialog for choosing a file.
@MainActor
public final class FileDialog {
    private let dialog: ObjectRef
    /// The kinds of files to choose from, as the dialog has them, with the ending that each stands for.
    private var endings: [(filter: UnsafeMutableRawPointer, ending: String)] = []
    private let isSaving: Bool
    private var kind: UnsafeMutableRawPointer?
    private var keepAlive: FileDialog?

    /// Milliseconds between two looks at the kind that is chosen.
    private static let pause = 150

    /// Creates a dialog.
    /// - Parameters:
    ///   - title: What it says above.
    ///   - parent: The window that it stands before.
    ///   - accept: The button that takes the file.
    ///   - cancel: The button that takes none.
    ///   - filters: The kinds of files to choose from; none for all.
    ///   - suggestedName: The name to save under; nil for a dialog that opens.
    public init(
        title: String, parent: Window, accept: String, cancel: String, filters: [FileFilter] = [],
        suggestedName: String? = nil
    ) {
        let raw = odo_file_chooser_new(title, parent.pointer.cast(), suggestedName == nil ? 0 : 1, accept, cancel)
        dialog = ObjectRef(owning: made(raw))
        isSaving = suggestedName != nil
        for filter in filters { add(filter) }
        if let suggestedName { gtk_file_chooser_set_current_name(dialog.pointer.cast(), suggestedName) }
    }

    private func add(_ filter: FileFilter) {
        let native = gtk_file_filter_new()
        gtk_file_filter_set_name(native, filter.name)
        for pattern in filter.patterns { gtk_file_filter_add_pattern(native, pattern) }
        gtk_file_chooser_add_filter(dialog.pointer.cast(), native)
        // The dialog holds it.
        g_object_unref(made(native))
        if let ending = filter.patterns.first?.split(separator: ".").last {
            endings.append((made(native), String(ending)))
        }
    }

    /// Gives the name the ending of the kind that the user chooses, while the dialog is open: GTK 4.8 tells nobody of
    /// that choice.
    private func followKind() {
        guard keepAlive != nil else { return }
        defer { MainLoop.after(milliseconds: Self.pause) { [weak self] in self?.followKind() } }
        let chosen = gtk_file_chooser_get_filter(dialog.pointer.cast()).map { UnsafeMutableRawPointer($0) }
        guard chosen != kind else { return }
        defer { kind = chosen }
        // The first is that of the name that was suggested.
        guard kind != nil, let kind = endings.first(where: { $0.filter == chosen }),
            let text = gtk_file_chooser_get_current_name(dialog.pointer.cast())
        else { return }
        defer { g_free(text) }
        let name = String(cString: text)
        let known = endings.map(\.ending).first { name.lowercased().hasSuffix(".\($0)") }
        let stem = known.map { name.dropLast($0.count + 1) } ?? name[...]
        gtk_file_chooser_set_current_name(dialog.pointer.cast(), "\(stem).\(kind.ending)")
    }

    /// Shows the dialog and calls back with the chosen path, or nil.
    public func run(_ body: @escaping @MainActor (String?) -> Void) {
        keepAlive = self
        dialog.connect(Signal<Int32>("response")) { [weak self] response in
            guard let self else { return }
            var path: String?
            if response == GTK_RESPONSE_ACCEPT.rawValue, let file = gtk_file_chooser_get_file(dialog.pointer.cast()) {
                if let text = g_file_get_path(file) {
                    path = String(cString: text)
                    g_free(text)
                }
                g_object_unref(UnsafeMutableRawPointer(file))
            }
            keepAlive = nil
            body(path)
        }
        gtk_native_dialog_show(dialog.pointer.cast())
        if isSaving { followKind() }
    }
}

/// A question with a few answers.
@MainActor
public enum Question {
    /// Asks and calls back with the place of the answer, or nil if the dialog was closed.
    public static func ask(
        _ text: String, detail: String, answers: [String], default preferred: Int, parent: Window,
        _ body: @escaping @MainActor (Int?) -> Void
    ) {
        let dialog = Window(sinking: made(odo_message_dialog_new(parent.pointer.cast(), text, detail)))
        for (index, answer) in answers.enumerated() {
            gtk_dialog_add_button(dialog.pointer.cast(), answer, Int32(index))
        }
        gtk_dialog_set_default_response(dialog.pointer.cast(), Int32(preferred))
        let raw = dialog.pointer
        dialog.connect(Signal<Int32>("response")) { response in
            gtk_window_destroy(raw.cast())
            body(response >= 0 ? Int(response) : nil)
        }
        dialog.present()
    }
}

/// Says what the program is.
@MainActor
public struct AboutDialog {
    /// The program's name.
    public var name: String
    /// Its version.
    public var version: String
    /// One line on what it does.
    public var summary: String
    /// The name of its icon.
    public var icon: String
    /// Where its home is; nil if it has none.
    public var website: String?

    /// Collects what is said.
    public init(name: String, version: String, summary: String, icon: String, website: String? = nil) {
        self.name = name
        self.version = version
        self.summary = summary
        self.icon = icon
        self.website = website
    }

    /// Shows it over a window.
    public func show(over parent: Window) {
        let dialog = Window(sinking: made(gtk_about_dialog_new()))
        gtk_about_dialog_set_program_name(dialog.pointer.cast(), name)
        gtk_about_dialog_set_version(dialog.pointer.cast(), version)
        gtk_about_dialog_set_comments(dialog.pointer.cast(), summary)
        gtk_about_dialog_set_logo_icon_name(dialog.pointer.cast(), icon)
        gtk_about_dialog_set_license_type(dialog.pointer.cast(), GTK_LICENSE_GPL_3_0)
        if let website { gtk_about_dialog_set_website(dialog.pointer.cast(), website) }
        dialog.setTransient(for: parent, isModal: true)
        dialog.present()
    }
}
