import GTKKit
import Viewer

/// A window over another one, which its owner keeps.
@MainActor
protocol Dialog: AnyObject {
    var window: Window { get }
    func present()
}

extension Dialog {
    func present() { window.present() }
}

extension Window {
    /// Configures the window as a modal dialog of another window, with a title bar; Escape closes it.
    /// - Parameters:
    ///   - title: The title of the window and of its bar.
    ///   - parent: The window that is blocked until the dialog closes.
    ///   - width: The initial width in pixels.
    ///   - height: The initial height in pixels.
    func becomeDialog(titled title: String, over parent: Window, width: Int, height: Int) {
        addClasses("odograph", "preferences")
        setTransient(for: parent, isModal: true)
        setDefaultSize(width: width, height: height)
        let bar = HeaderBar()
        bar.setTitle(Label(title, classes: ["title"]))
        setTitlebar(bar)
        install(
            KeyController { [weak self] key, _ in
                guard case .escape = key else { return false }
                self?.close()
                return true
            })
    }
}
