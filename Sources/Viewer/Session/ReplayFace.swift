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
    /// The inactive set of parameters and its run.
    package let comparison: Comparison
    /// The last message for the user.
    package let notice: Notice?
    /// The number of times that a file stored or lost a change of the user.
    package let storedCount: Int
    /// The last recording that has ended.
    package let ended: ReplayState.EndedRecording?
    /// The number of times that maps were added.
    package let mapCount: Int
    /// The sessions of the library, and the paths of those that will be moved to the trash.
    package let library: [LibraryList.Session]
    package let binned: Set<String>
    /// The text that the user looks for in the library.
    package let search: String
    /// The user's choices for the map, and the divider over it.
    package let map: MapModes
    package let curtain: MapCurtain?
    /// The part of the window that the user asked for last.
    package let visit: ReplayState.Visit
    /// The instant under the pointer over the charts.
    package let pointed: Instant?
    /// The mark that the user drags.
    package let dragged: MarkDrag?
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
            isOn: state.sets.isComparing, active: state.sets.active, picture: state.compared?.picture)
        (holdsScales, mapCount, library, binned) = (state.holdsScales, state.mapCount, state.library, state.binned)
        (search, dragged) = (state.found.search, state.dragged)
        (map, curtain, visit, pointed) = (state.map, state.curtain, state.visit, state.pointed)
        (notice, storedCount, ended, revisions) = (state.notice, state.storedCount, state.ended, state.revisions)
    }

    /// The effects whose state has changed since an earlier appearance.
    package func changedEffects(since earlier: ReplayFace) -> [SessionEffect] {
        revisions == earlier.revisions ? [] : SessionEffect.allCases.filter { revisions[$0] != earlier.revisions[$0] }
    }
}

/// The changes of the appearance of a window.
package struct FaceChange {
    /// How the picture differs from the one before.
    package enum Picture: Equatable {
        case none
        /// It is a later one of the same recording.
        case growth
        /// Only the tracks belong to the new parameters yet.
        case tracks
        /// It is one of another session, or of the same one with other parameters.
        case session
    }

    package let old: ReplayFace
    package let new: ReplayFace
    /// Whether another session or recording is shown.
    package let isOther: Bool
    package let picture: Picture
    /// The effects whose state has changed.
    package let effects: [SessionEffect]

    package init(from old: ReplayFace, to new: ReplayFace) {
        (self.old, self.new, effects) = (old, new, new.changedEffects(since: old))
        isOther = new.opening != old.opening
        if !isOther, new.picture == old.picture {
            picture = .none
        } else if !isOther, old.picture != nil, new.moment.batches > 0 {
            picture = .growth
        } else {
            picture = new.hasOnlyTracks ? .tracks : .session
        }
    }

    /// Whether what is shown of the instant may have changed.
    package var isOfMoment: Bool {
        picture == .growth || picture == .session || has(\.moment) || has(\.holdsScales)
    }

    /// Returns whether a slice has changed.
    package func has<Slice: Equatable>(_ slice: KeyPath<ReplayFace, Slice>) -> Bool {
        new[keyPath: slice] != old[keyPath: slice]
    }

    /// Returns whether a slice has changed, or is one of another session.
    package func hasOther<Slice: Equatable>(_ slice: KeyPath<ReplayFace, Slice>) -> Bool { isOther || has(slice) }
}
