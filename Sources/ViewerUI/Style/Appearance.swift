import GTKKit
import ViewerModel

/// The window's colours, light or dark as the desktop asks.
@MainActor
final class Appearance {
    private let resourcePath: String
    private let layout: StyleSheet
    private var colors: StyleSheet
    private var connection: SignalConnection?
    private var observers: [() -> Void] = []

    /// Whether dark colours are shown.
    private(set) var isDark: Bool

    init(resourcePath: String) {
        self.resourcePath = resourcePath
        isDark = Toolkit.prefersDark
        layout = StyleSheet(resource: "\(resourcePath)/style/style.css")
        colors = Self.colors(at: resourcePath, isDark: isDark)
        connection = Toolkit.onColorSchemeChange { [weak self] in self?.follow() }
    }

    private static func colors(at path: String, isDark: Bool) -> StyleSheet {
        StyleSheet(resource: "\(path)/style/\(isDark ? "dark" : "light").css")
    }

    private func follow() {
        guard Toolkit.prefersDark != isDark else { return }
        isDark = Toolkit.prefersDark
        colors.remove()
        colors = Self.colors(at: resourcePath, isDark: isDark)
        for observer in observers { observer() }
    }

    /// Calls back when light becomes dark or the other way round.
    func onChange(_ body: @escaping () -> Void) { observers.append(body) }
}
