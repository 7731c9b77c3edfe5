import GTKKit
import SensorModel
import Viewer
import ViewerModel

/// Opens windows, works in them, closes them, and counts the objects that remain, of which there should be zero.
@MainActor
final class WindowCensus {
    private let window: MainWindow
    private let path: String?

    /// The number of windows that are opened and closed, half of them between two counts.
    private static let windows = 100
    /// One window in this many also opens the file, because reading it takes longer than opening the window.
    private static let openingEvery = 20
    /// The time in milliseconds after which the numbers of objects are compared, and the most comparisons. A closed
    /// window has finished its work in the background when they stay the same.
    private static let (settling, comparisons) = (500, 60)

    /// Creates a census.
    /// - Parameters:
    ///   - window: A window that stays open.
    ///   - path: The file that some of the windows open.
    init(window: MainWindow, path: String?) {
        self.window = window
        self.path = path
    }

    /// Runs the census.
    /// - Returns: One JSON object with the numbers of signal handlers and wrapped objects that each half of the windows
    ///   adds. GTK 4.18 on Wayland holds a part of the last closed window at some counts, which adds to one half alone.
    func run() async -> String {
        // The first window of a kind registers objects that remain for the others.
        await visit(opening: path)
        let counts = [await count(), await count(after: Self.windows / 2), await count(after: Self.windows / 2)]
        let handlers = min(counts[1].handlers - counts[0].handlers, counts[2].handlers - counts[1].handlers)
        let objects = min(counts[1].objects - counts[0].objects, counts[2].objects - counts[1].objects)
        return "{\"benchmark\":\"windows\",\"windows\":\(Self.windows),"
            + "\"handlers\":\(max(0, handlers)),\"objects\":\(max(0, objects))}"
    }

    /// Counts handlers and objects after a number of windows, and an empty one.
    private func count(after windows: Int = 0) async -> (handlers: Int, objects: Int) {
        for number in 0..<windows { await visit(opening: number.isMultiple(of: Self.openingEvery) ? path : nil) }
        await visit(opening: nil)
        await settle()
        return (Census.handlers, Census.objects)
    }

    private func visit(opening path: String?) async {
        guard let clients = window.replay.clients else { return }
        let visited = MainWindow(
            application: window.application, clients: clients, preferences: window.preferences,
            appearance: window.appearance, size: (width: 1_000, height: 700))
        visited.window.present()
        if let path {
            visited.replay.open([path])
            await visited.replay.settle()
            visited.replay.setComparing(true)
            visited.replay.tune(.set("simplifier.tolerance", .number(20)))
            await visited.replay.settle()
            visited.replay.handle(.toEnd)
        }
        await MainLoop.wait(milliseconds: 20)
        visited.window.close()
        await MainLoop.wait(milliseconds: 1)
    }

    private func settle() async {
        for _ in 0..<Self.comparisons {
            let before = (Census.handlers, Census.objects)
            await MainLoop.wait(milliseconds: Self.settling)
            if (Census.handlers, Census.objects) == before { return }
        }
    }
}
