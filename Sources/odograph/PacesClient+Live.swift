import Foundation
import SensorModel
import SessionStore
import Viewer

extension PacesClient {
    /// The client that reads and forgets the paces of the user's library.
    static var live: PacesClient {
        PacesClient(
            learned: { folder in
                let library = try? SessionLibrary.existing(folder ?? SessionLibrary.standardFolder())
                let learned = library.map { $0.learnedPaces(from: $0.entries()) } ?? LearnedPaces()
                return (learned.paces, learned.sessions)
            },
            forget: { folder in
                try SessionLibrary(folder: folder ?? SessionLibrary.standardFolder())
                    .forgetPaces(until: Instant(seconds: Date.now.timeIntervalSince1970))
            })
    }
}
