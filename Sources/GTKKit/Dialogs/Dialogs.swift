import CGTK

/// A file type that a file dialog offers as a filter.
public struct FileFilter: Sendable {
    /// The name shown in the dialog.
    public let name: String
    /// Glob patterns such as `*.gpx`.
    public let patterns: [String]

    /// Creates a filter from a displayed name and glob patterns.
    public init(name: String, patterns: [String]) {
        self.name = name
        self.patterns = patterns
    }
}

/// The desktop's file chooser.
@MainActor
public struct FileDialog {
    private typealias Chosen = @MainActor (String?) -> Void

    private let title: String
    private let parent: Window
    private let accept: String
    private let cancel: String
    private let filters: [FileFilter]
    private let suggestedName: String?

    /// Creates a dialog; ``run(_:)`` shows it.
    /// - Parameters:
    ///   - title: The title of the dialog.
    ///   - parent: The window that the dialog is modal for.
    ///   - accept: The label of the button that accepts the choice.
    ///   - cancel: The label of the button that cancels.
    ///   - filters: The file types to choose from; empty for all files. When saving, the name's extension follows the
    ///     chosen type.
    ///   - suggestedName: The suggested name when saving; `nil` for a dialog that opens a file.
    public init(
        title: String, parent: Window, accept: String, cancel: String, filters: [FileFilter] = [],
        suggestedName: String? = nil
    ) {
        self.title = title
        self.parent = parent
        self.accept = accept
        self.cancel = cancel
        self.filters = filters
        self.suggestedName = suggestedName
    }

    /// Shows the dialog and calls back with the chosen path, or with `nil` if the user cancels.
    public func run(_ body: @escaping @MainActor (String?) -> Void) {
        let data = CallbackBox<Chosen>(body).retained()
        let kinds = kinds()
        let window: UnsafeMutablePointer<GtkWindow> = parent.pointer.cast()
        if let suggestedName {
            odo_save_file(
                window, title, accept, cancel, kinds, suggestedName, { @Sendable in FileDialog.call($0, $1) }, data,
                { @Sendable in FileDialog.release($0) })
        } else {
            odo_open_file(
                window, title, accept, cancel, kinds, { @Sendable in FileDialog.call($0, $1) }, data,
                { @Sendable in FileDialog.release($0) })
        }
        g_object_unref(made(kinds))
    }

    // A property whose type is defined in C would stop the extraction of symbols for the reference.
    private nonisolated static func call(_ data: UnsafeMutableRawPointer?, _ path: UnsafePointer<CChar>?) {
        guard let data else { return }
        onMainThread(data, path) { data, path in
            CallbackBox<Chosen>.value(of: data)(path.map { String(cString: $0) })
        }
    }

    private nonisolated static func release(_ data: UnsafeMutableRawPointer?) {
        if let data { CallbackBox<Chosen>.release(data) }
    }

    private func kinds() -> OpaquePointer {
        let kinds = made(g_list_store_new(gtk_file_filter_get_type()))
        for filter in filters {
            let ending = filter.patterns.first?.split(separator: ".").last
            let kind = withCStrings(filter.patterns) { odo_file_kind_new(filter.name, $0, ending.map(String.init)) }
            g_list_store_append(OpaquePointer(kinds), made(kind))
            g_object_unref(made(kind))
        }
        return OpaquePointer(kinds)
    }
}

/// A modal question with two or more buttons as answers.
@MainActor
public enum Question {
    private typealias Answered = @MainActor (Int?) -> Void

    /// Shows the question and calls back with the index of the answer, or with `nil` if the user closes the dialog.
    public static func ask(
        _ text: String, detail: String, answers: [String], default preferred: Int, parent: Window,
        _ body: @escaping @MainActor (Int?) -> Void
    ) {
        withCStrings(answers) { answers in
            odo_ask(
                parent.pointer.cast(), text, detail, answers, Int32(clamping: preferred),
                { @Sendable data, answer in
                    guard let data else { return }
                    onMainThread(data, answer) { data, answer in
                        CallbackBox<Answered>.value(of: data)(answer >= 0 ? Int(answer) : nil)
                    }
                },
                CallbackBox<Answered>(body).retained(),
                { @Sendable data in if let data { CallbackBox<Answered>.release(data) } })
        }
    }
}

/// The content of the About dialog.
@MainActor
public struct AboutDialog {
    /// The displayed name of the program.
    public var name: String
    /// The version, such as `1.2.0`.
    public var version: String
    /// A one-line description of the program.
    public var summary: String
    /// The icon's name in the icon theme.
    public var icon: String
    /// The address of the program's home page, if it has one.
    public var website: String?

    /// Creates the content of the dialog.
    public init(name: String, version: String, summary: String, icon: String, website: String? = nil) {
        self.name = name
        self.version = version
        self.summary = summary
        self.icon = icon
        self.website = website
    }

    /// Shows the dialog, modal for a window.
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
