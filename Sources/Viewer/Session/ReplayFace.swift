package import FusionCore
import Replay
package import SensorModel
package import ViewerModel

/// The part of a state that the panes draw. Equal values look the same.
package struct ReplayFace: Equatable {
    /// The number of sessions and recordings shown so far.
    package let opening: Int
    /// The picture; `nil` if there is none.
    package let picture: SessionPicture?
    /// Whether only the tracks belong to the current parameters, and the rest of their run follows.
    package let hasOnlyTracks: Bool
    /// The moment that is shown.
    package let moment: Moment
    /// The selected part; `nil` for the whole session.
    package let range: ClosedRange<Instant>?
    /// Whether the replay is running, and its rate.
    package let playing: Playing
    /// The texts of the header.
    package let header: Header
    /// The requested parameters.
    package let tuning: Tuning
    /// Whether the scales of charts and gauge stay.
    package let holdsScales: Bool
    /// The inactive set of parameters, its run, and the comparison.
    package let comparison: Comparison
    /// The last message for the user.
    package let notice: Notice?
    /// The number of times that a file stored or lost a change of the user.
    package let storedCount: Int
    /// The last recording that has ended.
    package let ended: ReplayState.EndedRecording?
    /// The number of times that maps were added.
    package let mapCount: Int
    private let revisions: [SessionEffect: Int]

    package struct Moment: Equatable {
        package let instant: Instant?
        package let reached: Instant?
        /// The number of times that events of a recording arrived.
        package let batches: Int
    }

    package struct Playing: Equatable {
        package let isOn: Bool
        package let rate: Double
    }

    package struct Header: Equatable {
        package let title: String?
        package let progress: String?
        let work: String?
        package let isOpening: Bool
    }

    package struct Tuning: Equatable {
        package let parameters: Parameters
        package let canUndo: Bool
        package let canRedo: Bool
    }

    package struct Comparison: Equatable {
        package let isOn: Bool
        package let active: ParameterSets.Name
        package let picture: SessionPicture?
        package let table: ComparisonTable?
    }

    init(_ state: ReplayState) {
        let playback = state.playback
        opening = state.opening
        picture = state.picture
        hasOnlyTracks = state.isExcerpt
        moment = Moment(instant: state.instant, reached: state.reached, batches: state.batches)
        range = state.range
        playing = Playing(isOn: playback.isPlaying, rate: playback.rate)
        header = Header(title: state.title, progress: state.progress, work: state.workText, isOpening: state.isOpening)
        let panel = state.sets.panel
        tuning = Tuning(parameters: panel.parameters, canUndo: state.canUndo, canRedo: state.canRedo)
        comparison = Comparison(
            isOn: state.sets.isComparing, active: state.sets.active, picture: state.compared?.picture,
            table: state.comparison)
        (holdsScales, mapCount) = (state.holdsScales, state.mapCount)
        (notice, storedCount, ended, revisions) = (state.notice, state.storedCount, state.ended, state.revisions)
    }

    /// The effects whose state has changed since an earlier appearance.
    package func changedEffects(since earlier: ReplayFace) -> [SessionEffect] {
        SessionEffect.allCases.filter { revisions[$0] != earlier.revisions[$0] }
    }

    /// Returns whether the picture is a later one of the same recording.
    package func isGrowth(of earlier: ReplayFace) -> Bool {
        opening == earlier.opening && earlier.picture != nil && moment.batches > 0
    }
}
