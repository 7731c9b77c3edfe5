import GTKKit

/// The window's colours: light or dark, and with high contrast if the desktop requests it.
@MainActor
final class Appearance {
    /// The requests of the desktop.
    @MainActor private struct Wish: Equatable {
        var isDark = Toolkit.prefersDark
        var hasHighContrast: Bool

        init(_ desktop: DesktopStyle?) {
            hasHighContrast = Toolkit.prefersHighContrast || desktop?.hasHighContrast == true
        }
    }

    private let resourcePath: String
    private let layout: StyleSheet
    private let isDarkByDefault = Toolkit.prefersDark
    private var desktop: DesktopStyle?
    private var wish = Wish(nil)
    private var colors: [StyleSheet]
    private var connections: [SignalConnection] = []
    private var observers: [() -> Void] = []

    /// Whether dark colours are shown.
    var isDark: Bool { wish.isDark }

    /// Whether text is drawn without paler shades.
    var hasHighContrast: Bool { wish.hasHighContrast }

    /// Loads the style sheets.
    /// - Parameters:
    ///   - resourcePath: Where they are in the resources.
    ///   - followsDesktop: Whether the style that the user chose for the desktop decides, now and when it changes.
    init(resourcePath: String, followsDesktop: Bool) {
        self.resourcePath = resourcePath
        layout = StyleSheet(resource: "\(resourcePath)/style/style.css")
        colors = Self.colors(at: resourcePath, wish)
        connections = Toolkit.onStyleChange { [weak self] in self?.follow() }
        if followsDesktop { desktop = DesktopStyle { [weak self] in self?.followDesktop() } }
    }

    private static func colors(at path: String, _ wish: Wish) -> [StyleSheet] {
        let style = "\(path)/style/\(wish.isDark ? "dark" : "light")"
        return [StyleSheet(resource: "\(style).css")]
            + (wish.hasHighContrast ? [StyleSheet(resource: "\(style)-contrast.css")] : [])
    }

    private func followDesktop() {
        Toolkit.prefersDark = desktop?.isDark ?? isDarkByDefault
        follow()
    }

    private func follow() {
        let new = Wish(desktop)
        guard new != wish else { return }
        wish = new
        for sheet in colors { sheet.remove() }
        colors = Self.colors(at: resourcePath, wish)
        for observer in observers { observer() }
    }

    /// Draws in light colours, as on paper.
    func onPaper(_ draw: () -> Void) {
        let shown = wish.isDark
        wish.isDark = false
        draw()
        wish.isDark = shown
    }

    /// Calls back when the style or the contrast changes.
    func onChange(_ body: @escaping () -> Void) { observers.append(body) }
}
