import FusionCore
import GPSDClient
public import SensorModel

/// A problem and the action that fixes it.
public struct Finding: Sendable, Hashable, Encodable {
    /// The name of the source with the problem.
    public let source: String
    /// A sentence that describes the problem.
    public let problem: Phrase
    /// A sentence that says what to do.
    public let advice: String

    init(_ source: String, _ problem: String, _ advice: String) { self.init(source, Phrase(problem), advice) }

    init(_ source: String, _ problem: Phrase, _ advice: String) {
        self.source = source
        self.problem = problem
        self.advice = advice
    }

    private enum Key: CodingKey { case source, problem, advice }

    /// Encodes the sentences in English.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(source, forKey: .source)
        try container.encode(problem.description, forKey: .problem)
        try container.encode(advice, forKey: .advice)
    }
}

extension Finding {
    /// Returns the problem of a source that cannot be read, or not in the best way, because the user has no permission.
    /// - Returns: `nil` if the source does not lack permission.
    public static func permission(of report: SourceReport, on system: SystemTraits) -> Finding? {
        let name = report.label ?? report.name
        if report.state == .notPermitted {
            // Sensors are denied by the permissions of files, a location by its service.
            return Finding(
                name, report.detail ?? translatable("You have no permission to read it."),
                report.streams == [.fix] ? locationAdvice : system.permissionAdvice)
        }
        guard report.trouble == .bufferNotPermitted else { return nil }
        return Finding(
            name, translatable("You have no permission to use its buffer (EACCES), so its values are polled."),
            system.permissionAdvice)
    }
}

extension Examination {
    /// The largest plausible offset of a receiver's date, in seconds.
    private static let plausibleOffset = 6 * 3_600.0
    /// The minimum fraction of its nominal rate that a sensor has to reach; otherwise, it counts as slow.
    private static let slowShare = 0.8

    /// The problems, most basic first; empty if there are none.
    public var findings: [Finding] {
        statuses.compactMap(addressFinding) + [alternativeFinding].compactMap(\.self)
            + survey.sources.flatMap(sourceFindings)
    }

    private func addressFinding(_ status: SourceStatus) -> Finding? {
        let name = status.name
        switch status.state {
        case .gpsd(.connecting):
            return Finding(
                name, status.detail ?? translatable("It does not answer."),
                status.advice
                    ?? (status.isLocal
                        ? system.gpsdAdvice
                        : translatable(
                            "Check HOST:PORT, and that the gpsd there serves other machines (its option -G).")))
        case .gpsd(.greeted), .silent:
            return Finding(
                name, translatable("It answers, but sends nothing more."),
                translatable("Restart it: sudo systemctl restart gpsd."))
        case .gpsd(.noDevice):
            return Finding(
                name, translatable("gpsd has no receiver."),
                translatable(
                    "Plug in the receiver. If that does not help: sudo gpsdctl add /dev/ttyACM0 (or the receiver's own device)."
                ))
        case .gpsd(.noData):
            return Finding(
                name, translatable("The receiver is silent."),
                translatable("Unplug it and plug it in again; check its baud rate with gpsmon."))
        case .gpsd(.noFix):
            return Finding(
                name, translatable("The receiver has no fix."),
                translatable("Take it outdoors, with a clear view of the sky, and wait a few minutes."))
        case .locationService(let state): return locationFinding(state, of: status)
        case .gpsd(.watching), .gpsd(.fix), .sensors: return nil
        }
    }

    private func sourceFindings(_ source: SourceSurvey.Source) -> [Finding] {
        var findings: [Finding] = []
        if let offset = source.clockOffset, abs(offset) > Self.plausibleOffset {
            findings.append(
                Finding(
                    source.name,
                    Phrase(translatable("Its date is off by {1} days."), "\(Int(nearest: offset / 86_400))"),
                    translatable("Update the receiver's firmware or gpsd (week rollover); check this machine's clock."))
            )
        }
        if let finding = source.report.flatMap(stateFinding) { findings.append(finding) }
        if let finding = source.report.flatMap(troubleFinding) {
            findings.append(finding)
        } else {
            findings += source.streams.compactMap { slow($0, of: source) }
        }
        return findings
    }

    private func stateFinding(_ report: SourceReport) -> Finding? {
        let name = report.label ?? report.name
        // The state of a location service is also that of its address.
        if statuses.contains(where: { $0.name == report.name && $0.state.isLocationService }) { return nil }
        switch report.state {
        case .notPermitted: return Finding.permission(of: report, on: system)
        case .missing:
            return Finding(
                name, report.detail ?? translatable("It does not exist."),
                report.name.hasPrefix("local")
                    ? translatable("If this machine has no sensors, there is nothing to do.")
                    : translatable("Check the address, and whether iiod is running there (sudo systemctl start iiod)."))
        case .silent where report.trouble == nil,
            .lost where !statuses.contains { $0.name == report.name }:
            return Finding(
                name, report.detail ?? translatable("It is silent."),
                translatable("Plug it in again, or reload its driver."))
        default: return nil
        }
    }

    private func troubleFinding(_ report: SourceReport) -> Finding? {
        let name = report.label ?? report.name
        switch report.trouble {
        case .bufferInUse:
            return Finding(
                name, translatable("Another program captures from it, so its values are polled."),
                translatable(
                    "Stop that program, usually iio-sensor-proxy: sudo systemctl stop iio-sensor-proxy."))
        case .bufferNotPermitted:
            return Finding.permission(of: report, on: system)
        case .noTrigger:
            return Finding(
                name, translatable("It has no trigger, so its values are polled."),
                translatable(
                    "Give it one: sudo modprobe iio-trig-hrtimer, create a trigger in /sys/kernel/config/iio/triggers/hrtimer, and write its name to the device's trigger/current_trigger."
                ))
        case .stuckStamps:
            return Finding(
                name, translatable("Its timestamps are wrong, so arrival times are used."),
                translatable("Nothing: the times are accurate to a few milliseconds. A newer kernel might fix this."))
        case .readErrors:
            return Finding(
                name, report.detail ?? translatable("Reading it fails with errors."),
                translatable("Reload its driver, or plug it in again."))
        case .captureEnded:
            return Finding(
                name, report.detail ?? translatable("The process that reads it ended."),
                translatable(
                    "Nothing if it happens only once. Otherwise, check whether an iiod is running at this address, and whether you trust its machine."
                ))
        case .noBuffer, .noStamps, nil: return nil
        }
    }

    private func slow(_ stream: SourceSurvey.Stream, of source: SourceSurvey.Source) -> Finding? {
        guard stream.kind != .fix, stream.kind != .sky, let nominal = source.report?.nominalRate,
            let rate = stream.rate, rate < Self.slowShare * nominal
        else { return nil }
        return Finding(
            source.name,
            Phrase(
                translatable("{1} comes at {2} Hz instead of {3}."), stream.kind.rawValue, "\(Int(nearest: rate))",
                "\(Int(nearest: nominal))"),
            translatable(
                "Nothing for a motion sensor that is slower than its nominal rate; otherwise, close the programs that keep the machine busy."
            )
        )
    }
}

extension SystemTraits {
    /// The command that makes a gpsd of this machine answer.
    fileprivate var gpsdAdvice: String {
        if hasGPSD { return translatable("Start gpsd: sudo systemctl enable --now gpsd.socket") }
        return switch family {
        case .debian: translatable("Install gpsd: sudo apt install gpsd")
        case .fedora: translatable("Install gpsd: sudo dnf install gpsd && sudo systemctl enable --now gpsd.socket")
        case .arch: translatable("Install gpsd: sudo pacman -S gpsd && sudo systemctl enable --now gpsd.socket")
        case .suse: translatable("Install gpsd: sudo zypper install gpsd && sudo systemctl enable --now gpsd.socket")
        case nil: translatable("Install gpsd with the package manager of this system, and start it.")
        }
    }

    /// The commands that let the user read the buffers of motion sensors.
    fileprivate var permissionAdvice: String {
        hasInstalledRule
            ? translatable(
                "Install the udev rule: sudo cp /usr/share/doc/odograph/examples/60-odograph-iio.rules /etc/udev/rules.d/, then sudo udevadm control --reload && sudo udevadm trigger --subsystem-match=iio."
            )
            : translatable(
                "Install the udev rule: sudo cp data/udev/60-odograph-iio.rules /etc/udev/rules.d/, then sudo udevadm control --reload && sudo udevadm trigger --subsystem-match=iio."
            )
    }
}
