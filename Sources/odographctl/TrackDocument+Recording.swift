import Replay
import TrackFormats

extension TrackDocument {
    /// The document as a recording. A long track needs no more memory than its columns.
    var recording: Recording {
        if isInOrder { return Recording(ordered: events) }
        var assembly = RecordingAssembly()
        assembly.reserveCapacity(fixes: pointCount)
        forEachEvent({ assembly.append($0) }, fix: { assembly.append($0, at: $1) })
        return assembly.finish()
    }
}
