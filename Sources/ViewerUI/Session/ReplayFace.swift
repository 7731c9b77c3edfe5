import FusionCore
import Replay
import SensorModel
import ViewerModel

/// The part of a state that the panes draw. Equal values look the same.
struct ReplayFace: Equatable {
    /// The number of sessions and recordings shown so far.
    let opening: Int
    /// The picture; `nil` if there is none.
    let picture: SessionPicture?
    /// Whether only the tracks belong to the current parameters, and the rest of their run follows.
    let hasOnlyTracks: Bool
    /// The moment that is shown.
    let moment: Moment
    /// The selected part; `nil` for the whole session.
    let range: ClosedRange<Instant>?
    /// Whether the replay is running, and its rate.
    let playing: Playing
    /// The texts of the header.
    let header: Header
    /// The requested parameters.
    let tuning: Tuning
    /// The inactive set of parameters, its run, and the comparison.
    let comparison: Comparison

    struct Moment: Equatable {
        let instant: Instant?
        let reached: Instant?
        /// The number of times that events of a recording arrived.
        let batches: Int
    }

    struct Playing: Equatable {
        let isOn: Bool
        let rate: Double
    }

    struct Header: Equatable {
        let title: String?
        let progress: String?
        let isOpening: Bool
    }

    struct Tuning: Equatable {
        let parameters: Parameters
        let canUndo: Bool
        let canRedo: Bool
    }

    struct Comparison: Equatable {
        let isOn: Bool
        let active: ParameterSets.Name
        let picture: SessionPicture?
        let table: ComparisonTable?
    }

    init(_ state: ReplayState) {
        let playback = state.playback
        opening = state.opening
        picture = state.picture
        hasOnlyTracks = state.isExcerpt
        moment = Moment(instant: state.instant, reached: state.reached, batches: state.batches)
        range = state.range
        playing = Playing(isOn: playback.isPlaying, rate: playback.rate)
        header = Header(title: state.title, progress: state.progress, isOpening: state.isOpening)
        let panel = state.sets.panel
        tuning = Tuning(parameters: panel.parameters, canUndo: panel.canUndo, canRedo: panel.canRedo)
        comparison = Comparison(
            isOn: state.sets.isComparing, active: state.sets.active, picture: state.compared?.picture,
            table: state.comparison)
    }

    /// Returns whether the picture is a later one of the same recording.
    func isGrowth(of earlier: ReplayFace) -> Bool {
        opening == earlier.opening && earlier.picture != nil && moment.batches > 0
    }
}
