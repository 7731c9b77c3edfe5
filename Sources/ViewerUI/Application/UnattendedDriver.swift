import GTKKit
import Viewer

/// Operates a window without a user, to take a screenshot or to run a benchmark, and then exits the program.
@MainActor
final class UnattendedDriver {
    private weak var window: MainWindow?
    private let options: ViewerOptions
    private let done: (String?) -> Void
    private var work: Task<Void, Never>?
    private var opening: OpeningBenchmark?

    /// The number of frames to wait, so that the requested content is drawn.
    private static let settlingFrames = 12

    init(window: MainWindow, options: ViewerOptions, done: @escaping (_ failure: String?) -> Void) {
        self.window = window
        self.options = options
        self.done = done
    }

    /// Starts the work.
    func begin() {
        if options.benchmark == .open { opening = window.map(OpeningBenchmark.init(window:)) }
        work = Task { [weak self] in
            guard let self else { return }
            await window?.replay.settle()
            if let screenshot = options.screenshot {
                await window?.replay.settleLibrary()
                await settleEffects(isComplete: screenshot.showsEffects)
            }
            if options.showsLibrary {
                await window?.replay.settleLibrary()
                await window?.replay.libraryMap.settle()
            }
            await frames(Self.settlingFrames)
            while options.showsLibrary, let layer = window?.map.library.layer, !layer.isPainted { await frames(1) }
            if let kind = options.benchmark { await measure(kind) }
            if let screenshot = options.screenshot { await takePicture(screenshot) }
        }
    }

    /// Waits until all parameters have been tried, or stops trying them; otherwise, screenshots would differ from run
    /// to run.
    private func settleEffects(isComplete: Bool) async {
        guard let sensitivity = window?.replay.sensitivity else { return }
        if isComplete { await sensitivity.settle() } else { sensitivity.stop() }
    }

    private func frames(_ count: Int) async {
        guard let window else { return }
        for _ in 0..<count {
            window.map.widget.queueDraw()
            await MainLoop.wait(milliseconds: 17)
        }
    }

    private func measure(_ kind: ViewerOptions.Benchmark) async {
        guard let window else { return done("The window closed before it was measured.") }
        if let failure = window.replay.failure { return done(failure) }
        switch kind {
        case .open: print(opening?.report() ?? "")
        case .windows: print(await WindowCensus(window: window, path: options.file).run())
        case .live: print(await LiveBenchmark(window: window).run())
        case .pan, .scrub, .tune, .tunePosition, .tuneAttitude:
            print(await WindowBenchmark(window: window, kind: kind).run())
            guard options.screenshot == nil else { return }
        }
        done(nil)
    }

    private func takePicture(_ screenshot: ViewerOptions.Screenshot) async {
        guard let window else { return done("The window closed before its picture was taken.") }
        if let failure = window.replay.failure { return done(failure) }
        do {
            if screenshot.path.hasSuffix(".pdf"), let page = await window.printedPage() {
                try page.print(on: .file(screenshot.path), named: "Odograph")
                return done(nil)
            }
            if screenshot.path.hasSuffix(".svg") {
                try await window.map.page().write(.svg, to: screenshot.path)
                return done(nil)
            }
            try Picture(of: window.window).write(to: screenshot.path)
            done(nil)
        } catch {
            done("\(error)")
        }
    }
}
