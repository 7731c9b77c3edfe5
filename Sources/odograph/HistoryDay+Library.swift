import FusionCore
import SessionStore
import Viewer
import ViewerModel

extension HistoryDay {
    /// Returns the totals of the user's library, or of a folder of sessions, for each of several time spans.
    static func all(in folder: String?, over spans: [TimeSpan]) -> [HistoryDay] {
        let library = try? SessionLibrary.existing(folder ?? SessionLibrary.standardFolder())
        let entries = library.map { $0.summarizedEntries() } ?? []
        return spans.map { HistoryDay(LibraryHistory(entries, over: $0)) }
    }

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
