package import FusionCore
package import Replay
package import ViewerModel

extension ReplayState {
    /// The state of an opened session.
    package struct Session {
        /// The complete run of the active set of parameters.
        package private(set) var loaded: LoadedSession
        /// The run that is drawn: the complete one, or a first picture with other parameters.
        package private(set) var drawn: LoadedSession
        /// The name for the user.
        package var title: String
        /// The position of the replay.
        package var playback: PlaybackState
        /// The core at the position.
        package private(set) var cursor: ReplayCursor
        /// The user's corrections that no run contains yet.
        package var corrections = CorrectionEdit()
        /// The session run with the other set of parameters; `nil` if none is compared or its run is not done.
        package var compared: LoadedSession?
        /// The time of the last change of a parameter; `nil` before the first.
        var lastChange: ContinuousClock.Instant?
        /// The parameters before their last change, and how well the fixes were predicted; `nil` before the first change.
        package private(set) var earlier: (parameters: Parameters, residuals: ResidualFigures?)?
        /// The parameters of the core along which the cursor moves.
        private var pointed: Parameters

        /// The pause after which a change of the same parameter counts as another one.
        static let changePause = Duration.seconds(1)

        package init(_ loaded: LoadedSession) {
            self.loaded = loaded
            drawn = loaded
            title = loaded.picture.title
            playback = PlaybackState(axis: loaded.picture.axis)
            pointed = loaded.run.core.parameters
            cursor = Self.cursor(along: loaded, at: playback)
        }

        private static func cursor(along loaded: LoadedSession, at playback: PlaybackState) -> ReplayCursor {
            var cursor = ReplayCursor(loaded.engine.recording, checkpoints: loaded.run.core.checkpoints)
            cursor.move(to: playback.instant)
            return cursor
        }

        /// Handles an action of the user or of the frame clock on the replay.
        package mutating func handle(_ action: PlaybackState.Action) {
            playback.handle(action)
            if let target = playback.takeTarget() { cursor.move(to: target) }
        }

        /// Draws a run with other parameters at the instant that is shown.
        package mutating func draw(_ run: LoadedSession, seeks: Bool = false) {
            drawn = run
            let target = run.run.core.parameters
            // A change that does not affect the core leaves its estimates unchanged, so no seek is needed.
            guard !run.run.isExcerpt, seeks || target != pointed else { return }
            pointed = target
            cursor = Self.cursor(along: run, at: playback)
        }

        /// Begins a change of parameters, with whose result the current run is compared.
        mutating func beginChange() { earlier = (loaded.parameters, loaded.residuals) }

        /// Uses a complete run.
        /// - Parameter isCorrected: Whether the run contains the corrections, which earlier runs lack.
        package mutating func finish(_ run: LoadedSession, isCorrected: Bool) {
            loaded = run
            if isCorrected { (corrections, compared) = (CorrectionEdit(), nil) }
            draw(run, seeks: isCorrected)
        }

        /// Activates the run of the other set of parameters, if it exists.
        package mutating func swap() {
            lastChange = nil
            guard let other = compared else { return }
            beginChange()
            compared = loaded
            loaded = other
            draw(other)
        }
    }
}
