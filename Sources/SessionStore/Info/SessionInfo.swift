import Foundation
public import FusionCore
public import Geometry
public import SensorModel

/// The contents of a session, based only on measured values.
public struct SessionInfo: Sendable, Hashable {
    /// The smallest rectangle around a set of coordinates. If it crosses the 180th meridian, west is greater than east.
    public struct Bounds: Sendable, Hashable {
        /// The southwest corner.
        public var southWest: Coordinate
        /// The northeast corner.
        public var northEast: Coordinate
    }

    /// The path of the file.
    public var path: String
    /// The metadata of the session.
    public var header: SessionHeader
    /// The format of the session file; `nil` for a file of another program.
    public var format: Int?
    /// The size on disk in bytes, including a log.
    public var size: Int
    /// Whether the session is being recorded, or its recording did not end cleanly.
    public var isOpen: Bool
    /// The time of the first event, in session order.
    public var start: Instant?
    /// The latest time of an event, in session order.
    public var end: Instant?
    /// The key figures, as in all other outputs.
    public var summary = Summary()
    /// The bounds of the accepted fixes; `nil` if there are none.
    public var bounds: Bounds?
    /// The streams of all sources, in the order of devices.
    public var streams: [StreamStatistics] = []
    /// The changes of the system clock, in seconds.
    public var clockSteps: [Double] = []
    /// The number of remarks entered by the user.
    public var markerCount = 0
    /// The time spans that the user hid; nothing else counts what is in them.
    public var hidden = HiddenSpans()
    /// The number of corrections made by the user.
    public var correctionCount = 0
    /// The statements of imported files about their sport, in session order.
    public var statements: [ActivityStatement] = []
    /// The spans in which the signal was low on all satellites together, as by interference.
    public var interferences: [TimeSpan] = []
    /// The notes about parts of imported files that were changed or left out, in session order.
    public var notes: [ImportNote] = []
    /// The acceleration without gravity; `nil` without an accelerometer.
    public var acceleration: MotionBatches.Acceleration?
    /// The regularity of steps; `nil` if there are too few steps.
    public var stepRegularity: StepRegularity?
    /// The number of events of all kinds.
    public var eventCount = 0

    /// The number of lost samples of all streams.
    public var dropCount: Int { streams.reduce(0) { $0 + $1.dropCount } }
}

extension SessionInfo {
    /// Returns the contents of a file of another program.
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - title: The file's title.
    ///   - size: The size on disk in bytes.
    ///   - events: The events that it becomes, in session order. O(n).
    public init(path: String, title: String, size: Int, events: some Sequence<SensorEvent>) {
        var survey = SessionSurvey(parameters: Parameters())
        for event in events { survey.consume(event) }
        let header = SessionHeader(title: title, created: Instant(nanoseconds: 0))
        self = survey.info(path: path, header: header, size: size, isOpen: false)
        (format, self.header.created) = (nil, start ?? header.created)
    }
}

extension SessionReader {
    /// Returns the contents of the session. O(n); memory grows only with the number of fixes.
    /// - Throws: ``SessionError/damaged(path:detail:)``.
    public func info() throws(SessionError) -> SessionInfo {
        var survey = SessionSurvey(parameters: header.parametersInForce)
        try forEachBatch(.events) { batch in
            for logged in batch { survey.consume(logged.event) }
        }
        let (size, isOpen) = SessionFile.extent(path)
        var info = survey.info(path: path, header: header, size: size, isOpen: isOpen)
        info.hidden = try hiddenSpans()
        return info
    }
}
