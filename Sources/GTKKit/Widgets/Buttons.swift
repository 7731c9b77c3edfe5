import CGTK

/// A button.
open class Button: Widget {
    package override init(sinking raw: UnsafeMutableRawPointer) { super.init(sinking: raw) }

    /// Creates a button with a text label.
    public init(label: String) { super.init(sinking: made(gtk_button_new_with_label(label))) }

    /// Creates a button with a text label, an accessible name if that differs, and a tooltip.
    public convenience init(label: String, describedAs description: String? = nil, tooltip: String) {
        self.init(label: label)
        if let description { describe(description) }
        self.tooltip = tooltip
    }

    /// Creates a button with an icon and a description, which is its tooltip and accessible name.
    public init(icon: String, describedAs description: String) {
        super.init(sinking: made(gtk_button_new_from_icon_name(icon)))
        tooltip = description
        describe(description)
    }

    /// Creates a button around a widget.
    public init(child: Widget, describedAs description: String) {
        super.init(sinking: made(gtk_button_new()))
        gtk_button_set_child(pointer.cast(), child.pointer.cast())
        tooltip = description
        describe(description)
    }

    /// Replaces the content with an icon.
    public func setIcon(_ name: String) { gtk_button_set_icon_name(pointer.cast(), name) }

    /// Replaces the content with text.
    public func setLabel(_ text: String) { gtk_button_set_label(pointer.cast(), text) }

    /// Calls `body` when the user clicks the button or activates it with a key.
    @discardableResult
    public func onClick(_ body: @escaping @MainActor () -> Void) -> SignalConnection {
        connect("clicked") { body() }
    }
}

/// A button that stays pressed.
public final class ToggleButton: Button {
    /// Creates a toggle with a text label.
    public override init(label: String) { super.init(sinking: made(gtk_toggle_button_new_with_label(label))) }

    /// Creates a toggle with an icon.
    public override init(icon: String, describedAs description: String) {
        super.init(sinking: made(gtk_toggle_button_new()))
        setIcon(icon)
        tooltip = description
        describe(description)
    }

    /// Creates a toggle around a widget.
    public override init(child: Widget, describedAs description: String) {
        super.init(sinking: made(gtk_toggle_button_new()))
        gtk_button_set_child(pointer.cast(), child.pointer.cast())
        tooltip = description
        describe(description)
    }

    /// Whether it is pressed.
    public var isActive: Bool {
        get { gtk_toggle_button_get_active(pointer.cast()) != 0 }
        set { if newValue != isActive { gtk_toggle_button_set_active(pointer.cast(), newValue ? 1 : 0) } }
    }

    /// Adds the button to the group of another; one button of a group is pressed at a time.
    public func join(_ other: ToggleButton) { gtk_toggle_button_set_group(pointer.cast(), other.pointer.cast()) }

    /// Calls `body` with the new state.
    @discardableResult
    public func onToggle(_ body: @escaping @MainActor (Bool) -> Void) -> SignalConnection {
        connect("toggled") { [pointer] in body(gtk_toggle_button_get_active(pointer.cast()) != 0) }
    }
}

/// A button that opens a menu or a popover.
public final class MenuButton: Widget {
    /// Creates a button with an icon and a menu.
    public init(icon: String, menu: Menu, describedAs description: String) {
        super.init(sinking: made(gtk_menu_button_new()))
        gtk_menu_button_set_icon_name(pointer.cast(), icon)
        gtk_menu_button_set_menu_model(pointer.cast(), menu.pointer.cast())
        odo_menu_button_name_items(pointer.cast())
        tooltip = description
        describe(description)
    }

    /// Creates a button with an icon and a menu that is built when it is first opened: in a long list, a menu costs
    /// more than the rest of its row.
    public init(icon: String, describedAs description: String, menu: @escaping @MainActor () -> Menu) {
        super.init(sinking: made(gtk_menu_button_new()))
        gtk_menu_button_set_icon_name(pointer.cast(), icon)
        tooltip = description
        describe(description)
        gtk_menu_button_set_create_popup_func(
            pointer.cast(),
            { @Sendable button, data in
                guard let button, let data else { return }
                onMainThread(button, data) { button, data in
                    guard gtk_menu_button_get_menu_model(button) == nil else { return }
                    let menu = CallbackBox<@MainActor () -> Menu>.value(of: data)()
                    gtk_menu_button_set_menu_model(button, menu.pointer.cast())
                    odo_menu_button_name_items(button)
                }
            },
            CallbackBox<@MainActor () -> Menu>(menu).retained(),
            { @Sendable data in if let data { CallbackBox<@MainActor () -> Menu>.release(data) } })
    }

    /// Creates a button with a text and a menu.
    public init(label: String, menu: Menu, describedAs description: String) {
        super.init(sinking: made(gtk_menu_button_new()))
        gtk_menu_button_set_label(pointer.cast(), label)
        gtk_menu_button_set_menu_model(pointer.cast(), menu.pointer.cast())
        odo_menu_button_name_items(pointer.cast())
        tooltip = description
        describe(description)
    }

    /// Replaces the label.
    public func setLabel(_ text: String) { gtk_menu_button_set_label(pointer.cast(), text) }

    /// Sets this as the window's main menu, which F10 opens.
    public func makePrimary() { gtk_menu_button_set_primary(pointer.cast(), 1) }

    /// Shows the menu, as a click on the button does.
    public func open() { gtk_menu_button_popup(pointer.cast()) }
}

/// A control with two states, on and off.
public final class Switch: Widget {
    /// Creates a switch.
    public init() { super.init(sinking: made(gtk_switch_new())) }

    /// Whether it is on.
    public var isOn: Bool {
        get { gtk_switch_get_active(pointer.cast()) != 0 }
        set { if newValue != isOn { gtk_switch_set_active(pointer.cast(), newValue ? 1 : 0) } }
    }

    /// Calls `body` with the new state.
    @discardableResult
    public func onToggle(_ body: @escaping @MainActor (Bool) -> Void) -> SignalConnection {
        connect("notify::active") { [pointer] in body(gtk_switch_get_active(pointer.cast()) != 0) }
    }
}
