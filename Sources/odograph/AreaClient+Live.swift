import MapDownload
import MapTiles
import SessionStore
import ViewerUI

extension AreaClient {
    /// Stores maps in the user's folder.
    static func live(_ folder: MapFolder) -> AreaClient {
        AreaClient(
            download: { download, progress in
                let area = AreaDownload(
                    download, to: try folder.target(of: download), programVersion: Viewer.version)
                return try await area.run(onProgress: progress)
            },
            interrupted: { folder.interruptedDownloads() })
    }
}
