public import FusionCore
public import SensorModel

extension ReferenceFit {
    /// The errors of a session's track against its reference.
    public struct Figures: Sendable, Hashable {
        /// The root mean square of the distances in metres.
        public let rootMeanSquare: Double
        /// The distance in metres that 95 % of the points do not exceed.
        public let percentile95: Double

        init(_ comparison: ReferenceComparison) {
            (rootMeanSquare, percentile95) = (comparison.rootMeanSquare, comparison.percentile95)
        }
    }

    /// The errors of one session.
    public struct SessionResult: Sendable, Hashable {
        /// The errors with the parameters at the start.
        public let before: Figures
        /// The errors with the fitted parameters.
        public let fitted: Figures
        /// The errors with parameters that were fitted to the other sessions only; `nil` if this is the only session, or
        /// if the track cannot be compared with those parameters.
        public let leftOut: Figures?

        /// Returns a session's share of the search's cost: the square of its error relative to the one before.
        static func cost(of figures: Figures, before: Figures) -> Double {
            let ratio = figures.rootMeanSquare / max(before.rootMeanSquare, ReferenceFit.smallestError)
            return ratio * ratio
        }
    }

    /// The conclusion from the sessions that were left out of the fit.
    public enum Verdict: String, Sendable, Hashable, CaseIterable, Codable {
        /// A session that was left out keeps at least half of the gain: the parameters suit other journeys, too.
        case generalises
        /// Sessions that were left out keep less than half of the gain, or become worse: the parameters suit these
        /// sessions only.
        case overfits
        /// The fitted parameters reduce the errors by less than 2 %.
        case noGain

        /// The minimum gain that counts, as a share of the errors before.
        private static let smallestGain = 0.02
        /// The minimum share of the gain that sessions keep if they are left out of a fit that generalises.
        private static let smallestKept = 0.5

        /// Judges a fit.
        /// - Parameters:
        ///   - fitted: The relative error of the sessions with the parameters fitted to all of them.
        ///   - leftOut: The relative error of the sessions, each with the parameters fitted to the others.
        init(fitted: Double, leftOut: Double) {
            let gain = 1 - fitted
            if gain < Self.smallestGain {
                self = .noGain
            } else {
                self = 1 - leftOut >= Self.smallestKept * gain ? .generalises : .overfits
            }
        }
    }

    /// The result of a search.
    public struct Result: Sendable, Hashable {
        /// The errors of each session, in the order in which they were given.
        public let sessions: [SessionResult]
        /// The parameters with which the search started.
        public let start: Parameters
        /// The best parameters; those of the start if none are better.
        public let parameters: Parameters
        /// The names of the parameters that differ from those of the start, in the order of the search.
        public let changed: [String]
        /// The number of runs of a session.
        public let runs: Int
        /// The relative error with ``parameters``: the root of the mean over the sessions of the squared ratio of an
        /// error to the error before; 1 if nothing is better.
        public let fitted: Double
        /// The relative error if each session is run with parameters fitted to the others; infinite if one of them
        /// cannot be compared then; `nil` for one session.
        public let leftOut: Double?
        /// The conclusion from ``leftOut``; `nil` for one session, which does not allow one.
        public let verdict: Verdict?

        init(
            _ sessions: [SessionResult], start: Parameters, parameters: Parameters, changed: [String], runs: Int
        ) {
            self.sessions = sessions
            self.start = start
            self.parameters = parameters
            self.changed = changed
            self.runs = runs
            fitted = Self.relativeError(of: sessions) { $0.fitted }
            let leftOut = sessions.count > 1 ? Self.relativeError(of: sessions) { $0.leftOut } : nil
            self.leftOut = leftOut
            verdict = leftOut.map { [fitted] in Verdict(fitted: fitted, leftOut: $0) }
        }

        private static func relativeError(
            of sessions: [SessionResult], _ figures: (SessionResult) -> Figures?
        ) -> Double {
            let costs = sessions.map { session in
                figures(session).map { SessionResult.cost(of: $0, before: session.before) } ?? .infinity
            }
            return (costs.reduce(0, +) / Double(costs.count)).squareRoot()
        }
    }
}

/// The reason why parameters cannot be fitted to a session.
public struct ReferenceFitError: PhrasedError, Sendable, Hashable {
    /// The index of the session among those of the fit.
    public let session: Int
    /// The reason why its track cannot be compared.
    public let reason: ReferenceError

    /// A sentence for the user.
    public var phrase: Phrase { reason.phrase }
}
