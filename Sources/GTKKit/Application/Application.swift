import CGTK

/// The program as the desktop sees it: one name, actions, windows.
public final class Application: ObjectRef {
    /// Creates an application.
    /// - Parameters:
    ///   - id: The reverse domain name.
    ///   - isUnique: Whether a second start hands its files to the first.
    public init(id: String, isUnique: Bool) {
        let flags = isUnique ? G_APPLICATION_HANDLES_OPEN : G_APPLICATION_NON_UNIQUE
        super.init(owning: made(gtk_application_new(id, flags)))
    }

    /// Calls back when a window is wanted.
    public func onActivate(_ body: @escaping @MainActor () -> Void) { connect("activate") { body() } }

    /// Calls back once before the first window.
    public func onStartup(_ body: @escaping @MainActor () -> Void) { connect("startup") { body() } }

    /// Calls back with the paths of files that are to be opened.
    public func onOpen(_ body: @escaping @MainActor ([String]) -> Void) {
        connect(Signal<FileList, Int32, Ignored>("open")) { files, count, _ in body(files.paths(count: Int(count))) }
    }

    /// Runs until the last window is closed.
    /// - Parameters:
    ///   - program: The name by which it was called.
    ///   - files: Files to open at start.
    /// - Returns: The exit status.
    public func run(program: String, files: [String] = []) -> Int32 {
        var arguments: [UnsafeMutablePointer<CChar>?] = ([program] + files).map { g_strdup($0) }
        defer { for argument in arguments { g_free(argument) } }
        return arguments.withUnsafeMutableBufferPointer {
            g_application_run(pointer.cast(), Int32($0.count), $0.baseAddress)
        }
    }

    /// Ends the program.
    public func quit() { g_application_quit(pointer.cast()) }

    /// Adds an action under `app.`.
    public func add(_ action: Action) { g_action_map_add_action(pointer.cast(), action.pointer.cast()) }

    /// Binds keys such as `<Control>o` to a detailed action name such as `win.open`.
    public func setKeys(_ keys: [String], for action: String) {
        withCStrings(keys) { gtk_application_set_accels_for_action(pointer.cast(), action, $0) }
    }
}

/// The array of files of GApplication's `open` signal, borrowed.
private struct FileList: SignalArgument {
    let files: UnsafeMutableRawPointer?

    static func decode(_ value: UnsafeRawPointer) -> FileList {
        FileList(files: g_value_get_pointer(value.assumingMemoryBound(to: GValue.self)))
    }

    func paths(count: Int) -> [String] {
        guard let list = files?.assumingMemoryBound(to: OpaquePointer?.self) else { return [] }
        return (0..<count).compactMap { index in
            guard let path = g_file_get_path(list[index]) else { return nil }
            defer { g_free(path) }
            return String(cString: path)
        }
    }
}

/// A named action, with or without a state.
public final class Action: ObjectRef {
    /// Creates an action that does something.
    public init(_ name: String, _ body: @escaping @MainActor () -> Void) {
        super.init(owning: made(g_simple_action_new(name, nil)))
        connect(Signal<BorrowedVariant>("activate")) { _ in body() }
    }

    /// Creates an action that does something with a text, such as `win.rename::/a/path`.
    public init(_ name: String, taking body: @escaping @MainActor (String) -> Void) {
        let type = g_variant_type_new("s")
        defer { g_variant_type_free(type) }
        super.init(owning: made(g_simple_action_new(name, type)))
        connect(Signal<BorrowedVariant>("activate")) { text in
            guard let text = text.pointer else { return }
            body(String(cString: g_variant_get_string(text, nil)))
        }
    }

    /// Creates an action that is on or off, as a check mark in a menu.
    public init(_ name: String, isOn: Bool, _ body: @escaping @MainActor (Bool) -> Void) {
        super.init(owning: made(g_simple_action_new_stateful(name, nil, g_variant_new_boolean(isOn ? 1 : 0))))
        // The action outlives its wrapper where a window holds it.
        connect(Signal<BorrowedVariant>("change-state")) { [pointer] state in
            guard let state = state.pointer else { return }
            let isOn = g_variant_get_boolean(state) != 0
            g_simple_action_set_state(pointer.cast(), state)
            body(isOn)
        }
    }

    /// Creates an action that is one of several texts, as radio marks in a menu.
    public init(_ name: String, choice: String, _ body: @escaping @MainActor (String) -> Void) {
        let type = g_variant_type_new("s")
        defer { g_variant_type_free(type) }
        super.init(owning: made(g_simple_action_new_stateful(name, type, g_variant_new_string(choice))))
        connect(Signal<BorrowedVariant>("change-state")) { [pointer] state in
            guard let state = state.pointer else { return }
            let choice = String(cString: g_variant_get_string(state, nil))
            g_simple_action_set_state(pointer.cast(), state)
            body(choice)
        }
    }

    /// Whether it can be activated.
    public func setEnabled(_ isEnabled: Bool) { g_simple_action_set_enabled(pointer.cast(), isEnabled ? 1 : 0) }

    /// Shows a state without calling back.
    public func show(isOn: Bool) { g_simple_action_set_state(pointer.cast(), g_variant_new_boolean(isOn ? 1 : 0)) }

    /// Shows a choice without calling back.
    public func show(choice: String) { g_simple_action_set_state(pointer.cast(), g_variant_new_string(choice)) }
}

/// A menu.
public final class Menu: ObjectRef {
    private var title: String?

    /// Creates an empty menu.
    public init() { super.init(owning: made(g_menu_new())) }

    /// Creates a menu of sections.
    public convenience init(_ sections: [Menu]) {
        self.init()
        for section in sections { g_menu_append_section(pointer.cast(), section.title, section.pointer.cast()) }
    }

    /// Creates an empty section with a title.
    ///
    /// Sections rather than menus within menus: in GTK 4.8 on X11 no key arrives any more once an item of such a menu was
    /// chosen by pointer.
    public convenience init(section title: String) {
        self.init()
        self.title = title
    }

    /// Creates a menu of items: a text and a detailed action name each.
    public convenience init(items: KeyValuePairs<String, String>) {
        self.init()
        for (label, action) in items { g_menu_append(pointer.cast(), label, action) }
    }

    /// Adds an item.
    public func append(_ label: String, action: String) { g_menu_append(pointer.cast(), label, action) }
}
