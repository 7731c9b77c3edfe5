import FusionCore
import SessionStore
import Viewer
import ViewerModel

extension HistoryClient {
    /// The client for the history of the user's library.
    static var live: HistoryClient {
        HistoryClient { folder, spans in
            let library = try? SessionLibrary.existing(folder ?? SessionLibrary.standardFolder())
            let entries = library.map { $0.summarizedEntries() } ?? []
            return spans.map { HistoryDay(LibraryHistory(entries, over: $0)) }
        }
    }
}

extension HistoryDay {
    fileprivate init(_ history: LibraryHistory) {
        func amount(_ value: Double, _ availability: Availability) -> Amount {
            switch availability {
            case .measured: .measured(value)
            case .unavailable: .unavailable
            case .notPermitted: .notPermitted
            case .noData: .noData
            }
        }
        self.init(
            steps: amount(Double(history.steps), history.stepsAvailability),
            distance: amount(history.distance + history.estimatedDistance, history.distanceAvailability),
            distances: history.moved, floorsUp: amount(Double(history.floorsUp), history.floorsAvailability),
            floorsDown: amount(Double(history.floorsDown), history.floorsAvailability),
            sessionCount: history.sessionCount)
    }
}
