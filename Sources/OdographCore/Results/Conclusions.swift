import FusionCore

/// All estimates of a finished run.
struct Conclusions: Sendable {
    /// The estimates of motion sensors to keep.
    struct Options: OptionSet, Sendable {
        let rawValue: Int32
        /// Attitude and gravity for every motion sample.
        static let motion = Options(rawValue: 1)
    }

    /// The live estimates.
    private(set) var live = LiveEstimates()
    /// The results of the passes over the whole session.
    let track: FinishedTrack

    /// Runs the core over a session, as `odographctl run` does.
    /// - Throws: ``CoreError`` for an invalid value.
    init(_ events: EventMerge, parameters: Parameters, options: Options) throws(CoreError) {
        var core = FusionCore(parameters: parameters)
        var finisher = TrackFinisher(fixes: events.fixCount)
        var live = LiveEstimates(expectingFixes: events.fixCount, keepsMotion: options.contains(.motion))
        try events.forEach { event in
            finisher.consume(event, with: &core) { live.consume($0) }
        }
        live.sortVerdicts()
        track = finisher.finish(core)
        self.live = live
    }
}
