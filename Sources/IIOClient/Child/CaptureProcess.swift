import CConfinement
import Foundation
import Glibc
import SensorModel
public import Wire

/// The capture child: a process that reads the sensors at one address through libiio, confined as far as the kernel
/// allows, and writes frames of `CaptureFrame` to its standard output.
///
/// It ends when its standard input is closed. Guide: docs/recording.md.
public struct CaptureProcess: Sendable {
    /// The address as entered by the user, used in frames.
    public var name: String
    /// The addresses to try in turn: this machine, or the numeric addresses of a host.
    public var addresses: [SensorAddress]
    /// The offset from the boot clock to the recorder's time, in nanoseconds.
    public var clockOffset: Int64
    /// The limits on input and resources.
    public var bounds = CaptureBounds()
    /// The settings for capturing.
    public var settings = CaptureSettings()

    /// The maximum time of a thread in libiio without an answer, in seconds; libiio's own timeouts are shorter.
    static let patience = 12.0
    /// The time limit for restoring all device settings at the end, in seconds.
    static let farewell = 0.5

    /// Creates a process that has not started.
    public init(name: String, addresses: [SensorAddress], clockOffset: Int64) {
        self.name = name
        self.addresses = addresses
        self.clockOffset = clockOffset
    }

    /// Captures until standard input is closed. Call this on the main thread, before any other thread starts.
    public func run() -> Never {
        signal(SIGPIPE, SIG_IGN)
        // In a terminal, Ctrl+C is meant for the recorder, which ends this process cleanly.
        signal(SIGINT, SIG_IGN)
        let state = confine()
        let output = FrameOutput(descriptor: STDOUT_FILENO, bounds: bounds)
        output.write(
            .hello(
                CaptureHello(
                    landlockVersion: UInt16(clamping: state.landlock), hasCallFilter: state.hasCallFilter != 0)))
        let offset = clockOffset
        let now: @Sendable () -> Instant = {
            Instant(nanoseconds: (clockNanoseconds(CLOCK_BOOTTIME) ?? 0) &+ offset)
        }
        let pulse = Pulse(patience: Self.patience)
        let source = IIOSource(
            name: name, addresses: addresses.map(\.uri), settings: settings, bounds: bounds, pulse: pulse,
            now: now, allocate: output.number(of:))
        source.start(deliver: output.write(_:))
        Thread.begin(stackBytes: bounds.stackBytes) { Self.beat(pulse, output, now: now) }
        Self.awaitEndOfInput()
        // Ends the process even if a thread no longer responds.
        alarm(2)
        source.stopAndWait(atMost: Self.farewell)
        exit(EXIT_SUCCESS)
    }

    private func confine() -> CConfinementState {
        // A device node may be a link outside /dev, which a rule for /dev does not cover.
        let nodes = (try? FileManager.default.contentsOfDirectory(atPath: "/dev")) ?? []
        let devices = nodes.filter { $0.hasPrefix("iio:device") }.map { "/dev/\($0)" }
        let isLocal = addresses == [.local]
        let readable = isLocal ? ["/sys"] : []
        let writable = isLocal ? ["/sys/bus/iio", "/sys/devices", "/dev"] + devices : []
        return withCStrings(readable) { readable in
            withCStrings(writable) { writable in
                var wish = CConfinement(
                    readable: readable, writable: writable, port: addresses.first?.port ?? 0,
                    opensNothing: 0, memory: UInt(clamping: bounds.memoryBytes), files: UInt(clamping: bounds.openFiles)
                )
                CConfinementPrepare(&wish)
                return CConfinementEnter(&wish)
            }
        }
    }

    private static func beat(_ pulse: Pulse, _ output: FrameOutput, now: () -> Instant) -> Never {
        while true {
            let standing = pulse.standing()
            if !standing.isHung {
                output.markStuck(standing.stuckSensors, now: now())
                output.write(.beat)
            }
            sleep(1)
        }
    }

    private static func awaitEndOfInput() {
        var byte: UInt8 = 0
        while true {
            let count = read(STDIN_FILENO, &byte, 1)
            if count == 0 || (count < 0 && errno != EINTR) { return }
        }
    }
}

/// Calls a closure with C strings, terminated by a null pointer.
private func withCStrings<Result>(
    _ texts: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Result
) -> Result {
    let copies = texts.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    let pointers = copies.map { $0.map { UnsafePointer($0) } } + [nil]
    return pointers.withUnsafeBufferPointer { buffer in
        // The array ends with a null pointer, so it is never empty.
        withExtendedLifetime(copies) { buffer.baseAddress.map(body) ?? body([nil]) }
    }
}

extension Thread {
    /// Starts a thread with a stack of the given size in bytes.
    static func begin(stackBytes: Int, _ body: @escaping @Sendable () -> Void) {
        let thread = Thread(block: body)
        thread.stackSize = stackBytes
        thread.start()
    }
}
