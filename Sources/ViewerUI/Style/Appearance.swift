import GTKKit
import ViewerModel

/// The window's colours: light or dark, and with high contrast if the desktop requests it.
@MainActor
final class Appearance {
    /// The preference of the desktop.
    @MainActor private struct Wish: Equatable {
        var isDark = Toolkit.prefersDark
        var hasHighContrast = Toolkit.prefersHighContrast
    }

    private let resourcePath: String
    private let layout: StyleSheet
    private var wish = Wish()
    private var colors: [StyleSheet]
    private var connections: [SignalConnection] = []
    private var observers: [() -> Void] = []

    /// Whether dark colours are shown.
    var isDark: Bool { wish.isDark }

    /// Whether text is drawn without paler shades.
    var hasHighContrast: Bool { wish.hasHighContrast }

    init(resourcePath: String) {
        self.resourcePath = resourcePath
        layout = StyleSheet(resource: "\(resourcePath)/style/style.css")
        colors = Self.colors(at: resourcePath, wish)
        connections = Toolkit.onStyleChange { [weak self] in self?.follow() }
    }

    private static func colors(at path: String, _ wish: Wish) -> [StyleSheet] {
        let style = "\(path)/style/\(wish.isDark ? "dark" : "light")"
        return [StyleSheet(resource: "\(style).css")]
            + (wish.hasHighContrast ? [StyleSheet(resource: "\(style)-contrast.css")] : [])
    }

    private func follow() {
        guard Wish() != wish else { return }
        wish = Wish()
        for sheet in colors { sheet.remove() }
        colors = Self.colors(at: resourcePath, wish)
        for observer in observers { observer() }
    }

    /// Calls back when the style or the contrast changes.
    func onChange(_ body: @escaping () -> Void) { observers.append(body) }
}
