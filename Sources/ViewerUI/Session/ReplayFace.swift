import FusionCore
import Replay
import SensorModel
import ViewerModel

/// The part of a state that the panes draw: if two are equal, they look the same.
struct ReplayFace: Equatable {
    /// The number of sessions and recordings shown before.
    let opening: Int
    /// The picture; `nil` if there is none.
    let picture: SessionPicture?
    /// Whether only the tracks of it are those of the parameters; all else of their run follows.
    let hasOnlyTracks: Bool
    /// The moment that is shown.
    let moment: Moment
    /// The part that is looked at; nil for all of it.
    let range: ClosedRange<Instant>?
    /// Whether it plays, and how fast.
    let playing: Playing
    /// The texts of the header.
    let header: Header
    /// The parameters that are asked for.
    let tuning: Tuning
    /// The set of parameters that is not worked on, its run, and the figures of both.
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
        hasOnlyTracks = state.preview == .tracks
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
