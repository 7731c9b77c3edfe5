public import FusionCore
import SensorModel

/// Runs a recording again and again with other parameters, and only those stages that the change reaches.
///
/// Each stage's result is kept with the parameters that it came from. The core is one stage, because its parts feed
/// each other: steps tell the speed, speeds teach the stride, rest holds the position. The passes over its result are
/// stages of their own. What comes out is what a straight run of the core gives, to the bit.
public struct TuningEngine: Sendable {
    /// The stages that a run is made of.
    public enum Stage: Sendable, Hashable, CaseIterable {
        /// The streaming core over all events.
        case core
        /// The passes over the finished track.
        case track
    }

    /// The recording.
    public let recording: Recording
    /// How many copies of the core each run keeps.
    public var spacing: Checkpoints.Spacing
    /// The stages that the last ``run(_:isCancelled:)`` computed; the others came from the memo.
    public private(set) var computed: Set<Stage> = []

    private var cores = Memo<Parameters, CoreRun>(capacity: 3)
    private var tracks = Memo<Parameters, SimplifiedTrack>(capacity: 8)
    private let fixRecording: Recording?
    private let recordedParameters: [[String: ParameterValue]]

    /// Makes an engine that has run nothing.
    public init(_ recording: Recording, spacing: Checkpoints.Spacing = .init()) {
        self.recording = recording
        self.spacing = spacing
        fixRecording = Self.withoutMotion(recording)
        recordedParameters = Self.parameterEvents(of: recording)
    }

    /// Runs the recording with a set of parameters.
    /// - Parameters:
    ///   - parameters: The parameters to start with; parameter events in the recording are applied where they lie.
    ///   - isCancelled: Asked every few thousand events.
    /// - Returns: The run; nil where it was cancelled. O(1) for parameters that were run lately.
    public mutating func run(_ parameters: Parameters, isCancelled: () -> Bool = { false }) -> SessionRun? {
        computed = []
        let key = Self.coreParameters(of: parameters)
        let core: CoreRun
        if let kept = cores[key] {
            core = kept
        } else {
            guard let run = CoreRun(recording, parameters: key, spacing: spacing, isCancelled: isCancelled) else {
                return nil
            }
            computed.insert(.core)
            cores[key] = run
            core = run
        }
        let final = finalParameters(startingWith: parameters)
        let track: SimplifiedTrack
        if let kept = tracks[parameters] {
            track = kept
        } else {
            track = SimplifiedTrack(core, parameters: final)
            computed.insert(.track)
            tracks[parameters] = track
        }
        return SessionRun(parameters: parameters, core: core, simplified: track, isPreview: false)
    }

    /// Runs the recording without its motion samples: a first picture within a few milliseconds of a session whose
    /// samples take longer.
    /// - Returns: The run, marked as a preview; nil where there are no motion samples to leave out, where the whole run
    ///   is known already, or where it was cancelled.
    public func preview(_ parameters: Parameters, isCancelled: () -> Bool = { false }) -> SessionRun? {
        let key = Self.coreParameters(of: parameters)
        guard let fixRecording, !cores.contains(key) else { return nil }
        guard let core = CoreRun(fixRecording, parameters: key, spacing: spacing, isCancelled: isCancelled) else {
            return nil
        }
        let track = SimplifiedTrack(core, parameters: finalParameters(startingWith: parameters))
        return SessionRun(parameters: parameters, core: core, simplified: track, isPreview: true)
    }

    /// The parameters that the streaming core reads: all but those of the passes over a finished track.
    private static func coreParameters(of parameters: Parameters) -> Parameters {
        var core = parameters
        core.simplifier = .init()
        return core
    }

    /// The parameters in force at the end: those of the start with every parameter event applied.
    private func finalParameters(startingWith parameters: Parameters) -> Parameters {
        var final = parameters
        for values in recordedParameters {
            for name in values.keys.sorted() { if let value = values[name] { try? final.set(name, to: value) } }
        }
        return final
    }

    /// The recording without motion samples; nil where there are none.
    private static func withoutMotion(_ recording: Recording) -> Recording? {
        var columns = EventColumns()
        for event in recording.events {
            switch event.payload {
            case .acceleration, .rotation, .magneticField, .pressure, .temperature: break
            default: columns.append(event)
            }
        }
        return columns.count < recording.events.count ? Recording(columns: columns) : nil
    }

    private static func parameterEvents(of recording: Recording) -> [[String: ParameterValue]] {
        recording.events.compactMap { event in
            guard case .parameters(let values) = event.payload else { return nil }
            return values
        }
    }
}
