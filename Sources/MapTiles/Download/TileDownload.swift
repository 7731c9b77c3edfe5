import Geodesy

/// The download of an area of a map: its tiles, its server, and the name of the resulting map.
public struct TileDownload: Sendable, Hashable {
    /// The server's address.
    public let template: TileTemplate
    /// The tiles.
    public let plan: TilePlan
    /// The name that the map gets.
    public let name: String
    /// The text that names the map's authors; empty for none.
    public let attribution: String

    /// Describes a download, and names the map after its server, the middle of its area, and its zoom levels.
    public init(template: TileTemplate, plan: TilePlan, attribution: String) {
        /// Returns degrees to a thousandth, without a negative zero.
        func text(_ degrees: Double) -> String { "\((degrees * 1_000).rounded() / 1_000 + 0)" }
        let (middle, levels) = (plan.area.middle, plan.zoomLevels)
        let place = "\(text(middle.latitude)) \(text(middle.longitude))"
        self.init(
            template: template, plan: plan,
            name: "\(template.host ?? "") \(place) z\(levels.lowerBound)-\(levels.upperBound)", attribution: attribution
        )
    }

    /// Describes a download of a map with a name.
    public init(template: TileTemplate, plan: TilePlan, name: String, attribution: String) {
        self.template = template
        self.plan = plan
        self.name = name
        self.attribution = attribution
    }

    /// The progress of a download.
    public struct Progress: Sendable, Hashable {
        /// The tiles of the plan.
        public var planned = 0
        /// The tiles that are stored.
        public var stored = 0
        /// The tiles that the server does not have.
        public var missing = 0
        /// The answers that were not tiles.
        public var odd = 0
        /// The bytes of the stored tiles.
        public var bytes = 0
        /// The seconds until the server is asked again; `nil` while it is being asked.
        public var pause: Double?

        /// Creates the progress of a download that has not begun.
        public init(planned: Int) { self.planned = planned }

        /// The tiles that are done: stored, missing or odd.
        public var done: Int { stored + missing + odd }
        /// The finished share, 0 ... 1.
        public var share: Double { planned > 0 ? Double(done) / Double(planned) : 0 }
    }

    /// An interrupted download that can be continued.
    public struct Interrupted: Sendable, Hashable {
        /// The path of the resulting map.
        public var path: String
        /// The download.
        public var download: TileDownload
        /// The tiles that are done.
        public var done: Int

        /// Describes an interrupted download.
        public init(path: String, download: TileDownload, done: Int) {
            self.path = path
            self.download = download
            self.done = done
        }
    }
}
