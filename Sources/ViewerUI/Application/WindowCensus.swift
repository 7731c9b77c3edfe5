import GTKKit
import SensorModel
import ViewerModel

/// Opens windows, works in them, closes them, and counts the objects that remain, of which there should be zero.
@MainActor
final class WindowCensus {
    private let window: MainWindow
    private let path: String?

    /// The number of windows that are opened and closed.
    private static let windows = 100
    /// One window in this many also opens the file, because reading it takes longer than opening the window.
    private static let openingEvery = 20
    /// The time in milliseconds after which the numbers of objects are compared, and the most comparisons. A closed
    /// window has finished its work in the background when they stay the same.
    private static let (settling, comparisons) = (500, 60)
    /// The number of empty windows after each of which is counted; the largest number counts.
    private static let counted = 10

    /// Creates a census.
    /// - Parameters:
    ///   - window: A window that stays open.
    ///   - path: The file that some of the windows open.
    init(window: MainWindow, path: String?) {
        self.window = window
        self.path = path
    }

    /// Runs the census.
    /// - Returns: One JSON object with the numbers of additional signal handlers and wrapped objects.
    func run() async -> String {
        // The first window of a kind registers objects that remain for the others.
        await visit(opening: path)
        let before = await count()
        for number in 0..<Self.windows { await visit(opening: number % Self.openingEvery == 0 ? path : nil) }
        let after = await count()
        return "{\"benchmark\":\"windows\",\"windows\":\(Self.windows),"
            + "\"handlers\":\(after.handlers - before.handlers),\"objects\":\(after.objects - before.objects)}"
    }

    /// Counts handlers and objects, including those of a part of the last closed window, which GTK 4.18 on Wayland usually
    /// holds until another one is closed.
    private func count() async -> (handlers: Int, objects: Int) {
        var most = (handlers: 0, objects: 0)
        for _ in 0..<Self.counted {
            await visit(opening: nil)
            await settle()
            most = (max(most.handlers, Census.handlers), max(most.objects, Census.objects))
        }
        return most
    }

    private func visit(opening path: String?) async {
        let visited = MainWindow(
            application: window.application, clients: window.clients, preferences: window.preferences,
            appearance: window.appearance, size: (width: 1_000, height: 700))
        visited.window.present()
        if let path {
            visited.open(path: path)
            await visited.replay.settle()
            visited.replay.setComparing(true)
            visited.replay.set("simplifier.tolerance", to: .number(20))
            await visited.replay.settle()
            visited.replay.handle(.toEnd)
        }
        await pause(milliseconds: 20)
        visited.window.close()
        await pause(milliseconds: 1)
    }

    private func settle() async {
        for _ in 0..<Self.comparisons {
            let before = (Census.handlers, Census.objects)
            await pause(milliseconds: Self.settling)
            if (Census.handlers, Census.objects) == before { return }
        }
    }

    private func pause(milliseconds: Int) async {
        await withCheckedContinuation { continuation in
            MainLoop.after(milliseconds: milliseconds) { continuation.resume() }
        }
    }
}
