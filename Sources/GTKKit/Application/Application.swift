import CGTK

/// The connection of the program to the desktop: its identifier, actions, and windows.
public final class Application: ObjectRef {
    /// Creates an application; ``run(program:files:)`` registers it with the desktop.
    /// - Parameters:
    ///   - id: The reverse domain name.
    ///   - isUnique: Whether a second start passes its files to the instance that is already running.
    public init(id: String, isUnique: Bool) {
        let flags = isUnique ? ODO_APPLICATION_HANDLES_OPEN : ODO_APPLICATION_NON_UNIQUE
        super.init(owning: made(gtk_application_new(id, flags)))
    }

    /// Adds a callback for a start without files, or for a request to show the window again.
    public func onActivate(_ body: @escaping @MainActor () -> Void) { connect("activate") { body() } }

    /// Adds a callback that runs once, before the first window is created.
    public func onStartup(_ body: @escaping @MainActor () -> Void) { connect("startup") { body() } }

    /// Adds a callback that receives the paths of the files to open.
    public func onOpen(_ body: @escaping @MainActor ([String]) -> Void) {
        connect(Signal<FileList, Int32, Ignored>("open")) { files, count, _ in body(files.paths(count: Int(count))) }
    }

    /// Runs until the last window is closed.
    /// - Parameters:
    ///   - program: The name by which the program was started.
    ///   - files: The paths of files to open at the start.
    /// - Returns: The exit status.
    public func run(program: String, files: [String] = []) -> Int32 {
        var arguments: [UnsafeMutablePointer<CChar>?] = ([program] + files).map { g_strdup($0) }
        defer { for argument in arguments { g_free(argument) } }
        return arguments.withUnsafeMutableBufferPointer {
            g_application_run(pointer.cast(), Int32($0.count), $0.baseAddress)
        }
    }

    /// Ends ``run(program:files:)`` without asking the windows to close.
    public func quit() { g_application_quit(pointer.cast()) }

    /// Adds an action to the application; menus and keys refer to it as `app.NAME`.
    public func add(_ action: Action) { g_action_map_add_action(pointer.cast(), action.pointer.cast()) }

    /// Binds keys such as `<Control>o` to a detailed action name such as `win.open`, and removes earlier bindings of
    /// that name.
    public func setKeys(_ keys: [String], for action: String) {
        withCStrings(keys) { gtk_application_set_accels_for_action(pointer.cast(), action, $0) }
    }
}

/// The array of files that GApplication's `open` signal passes; borrowed for the call.
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
    /// Creates an action without a state.
    public init(_ name: String, _ body: @escaping @MainActor () -> Void) {
        super.init(owning: made(g_simple_action_new(name, nil)))
        connect(Signal<BorrowedVariant>("activate")) { _ in body() }
    }

    /// Creates an action with a text parameter, such as `win.rename::/a/path`.
    public init(_ name: String, taking body: @escaping @MainActor (String) -> Void) {
        let type = g_variant_type_new("s")
        defer { g_variant_type_free(type) }
        super.init(owning: made(g_simple_action_new(name, type)))
        connect(Signal<BorrowedVariant>("activate")) { text in
            guard let text = text.pointer else { return }
            body(String(cString: g_variant_get_string(text, nil)))
        }
    }

    /// Creates an action with an on/off state, shown as a check mark in a menu.
    public init(_ name: String, isOn: Bool, _ body: @escaping @MainActor (Bool) -> Void) {
        super.init(owning: made(g_simple_action_new_stateful(name, nil, g_variant_new_boolean(isOn ? 1 : 0))))
        // A window that holds the action keeps it alive longer than this wrapper.
        connect(Signal<BorrowedVariant>("change-state")) { [pointer] state in
            guard let state = state.pointer else { return }
            let isOn = g_variant_get_boolean(state) != 0
            g_simple_action_set_state(pointer.cast(), state)
            body(isOn)
        }
    }

    /// Creates an action whose state is one of several texts, shown as radio marks in a menu.
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

    /// Sets whether the action can be activated; menu items of a disabled action are greyed out.
    public func setEnabled(_ isEnabled: Bool) { g_simple_action_set_enabled(pointer.cast(), isEnabled ? 1 : 0) }

    /// Sets the on/off state without calling back.
    public func show(isOn: Bool) { g_simple_action_set_state(pointer.cast(), g_variant_new_boolean(isOn ? 1 : 0)) }

    /// Sets the chosen text without calling back.
    public func show(choice: String) { g_simple_action_set_state(pointer.cast(), g_variant_new_string(choice)) }
}

/// A model of menu items and sections, shown by a menu button or a popover.
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
    /// Menus use sections rather than submenus: in GTK 4.8 on X11, the window receives no key events after the user
    /// chooses an item of a submenu with the pointer.
    public convenience init(section title: String) {
        self.init()
        self.title = title
    }

    /// Creates a menu of items from pairs of a label and a detailed action name.
    public convenience init(items: KeyValuePairs<String, String>) {
        self.init()
        for (label, action) in items { append(label, action: action) }
    }

    /// Adds an item that activates a detailed action name, such as `win.open`.
    public func append(_ label: String, action: String) { g_menu_append(pointer.cast(), label, action) }
}
