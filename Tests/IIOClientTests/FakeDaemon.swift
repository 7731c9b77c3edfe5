import Foundation
import Glibc
import Synchronization

/// An iiod on the loopback with one accelerometer, which says what a test wants of it.
final class FakeDaemon: Sendable {
    /// The answers of the daemon.
    struct Answers {
        /// How a sample lies in the buffer, in the kernel's words.
        var format = "le:s16/16>>0"
        /// The value of `sampling_frequency`.
        var frequency = "100"
        /// The looks at `scale` that it answers; every later one fails with EIO.
        var readableScales = Int.max
        /// Seconds that it takes to answer for `scale` once samples were asked of it.
        var scaleDelay = 0.0
        /// The reads of samples after which `scale` is ten times as large.
        var readsBeforeRescaling = Int.max
        /// The value that all samples have by the scale with which they were taken; `nil` for arbitrary counts.
        var value: Double?
        /// The reads of samples that the kernel still holds when the scale changes. The scale changed during the next.
        var readsBehind = 0
    }

    let port: Int
    private let answers: Answers
    private let listener: CInt
    private let scaleCount = Mutex(0)
    private let readCount = Mutex(0)
    /// Whether a buffer was opened after the change of the scale.
    private let isFresh = Mutex(false)
    private let connections = Mutex<[CInt]>([])

    /// Listens.
    /// - Parameter port: Where; any free one without it.
    init(_ answers: Answers = Answers(), port: Int = 0) throws {
        self.answers = answers
        listener = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
        var yes: CInt = 1
        setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<CInt>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = listener
        let isBound = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
            }
        }
        guard isBound, listen(listener, 8) == 0 else { throw POSIXError(.EADDRINUSE) }
        self.port = Int(in_port_t(bigEndian: address.sin_port))
        Thread.detachNewThread { [self] in
            defer { close(descriptor) }
            while true {
                let connection = accept(descriptor, nil, nil)
                guard connection >= 0 else { return }
                connections.withLock { $0.append(connection) }
                Thread.detachNewThread { [self] in serve(connection) }
            }
        }
    }

    /// The answered requests for a scale, and the reads of samples.
    var counts: (scales: Int, reads: Int) { (scaleCount.withLock { $0 }, readCount.withLock { $0 }) }

    /// Ends every conversation.
    func stop() {
        shutdown(listener, CInt(SHUT_RDWR))
        connections.withLock { for connection in $0 { shutdown(connection, CInt(SHUT_RDWR)) } }
    }

    private func serve(_ connection: CInt) {
        guard let stream = fdopen(connection, "r+") else { return }
        defer {
            connections.withLock { $0.removeAll { $0 == connection } }
            fclose(stream)
        }
        var line = [CChar](repeating: 0, count: 512)
        while fgets(&line, CInt(line.count), stream) != nil {
            let text = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
            let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
            guard let verb = words.first else { continue }
            if verb == "EXIT" { return }
            if verb == "WRITE", let count = words.last.flatMap({ Int($0) }) {
                for _ in 0..<count { fgetc(stream) }
            }
            if verb == "OPEN", isRescaled { isFresh.withLock { $0 = true } }
            // A sample that is read by its attributes begins with x.
            if verb == "READ", words.suffix(2) == ["accel_x", "raw"] { readCount.withLock { $0 += 1 } }
            if verb == "READBUF" {
                // As long as a buffer takes to fill.
                Thread.sleep(forTimeInterval: 0.05)
                readCount.withLock { $0 += 1 }
            } else if words.last == "scale", readCount.withLock({ $0 > 0 }) {
                Thread.sleep(forTimeInterval: answers.scaleDelay)
            }
            let reply = reply(to: words)
            guard send(connection, reply, reply.count, CInt(MSG_NOSIGNAL)) == reply.count else { return }
        }
    }

    private func reply(to words: [String]) -> [UInt8] {
        switch words[0] {
        case "VERSION": return Array("0.24.v0.24  \n".utf8)
        case "ZPRINT": return Array("-22\n".utf8)
        case "PRINT": return Array("\(description.utf8.count)\n\(description)\n".utf8)
        case "READ":
            guard let value = value(of: words.last ?? "", words.dropLast().last) else { return Array("-5\n".utf8) }
            return Array("\(value.utf8.count + 1)\n\(value)\0\n".utf8)
        case "READBUF":
            let count = words.last.flatMap { Int($0) } ?? 0
            let samples = (0..<count / 2).flatMap { index -> [UInt8] in
                let part = Double(index / 3) / Double(count / 6)
                return taken(at: part).map { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] } ?? []
            }
            return Array("\(count)\n00000007\n".utf8)
                + (answers.value == nil ? (0..<count).map { UInt8($0 * 37 % 251) } : samples)
        case "WRITE": return Array("\(words.last ?? "0")\n".utf8)
        default: return Array("0\n".utf8)
        }
    }

    private var isRescaled: Bool { readCount.withLock { $0 } >= answers.readsBeforeRescaling }

    /// The count of a sample by the scale with which it was taken.
    ///
    /// - Parameter part: The place of the sample in the current read, from 0 to 1.
    private func taken(at part: Double) -> Int? {
        guard let value = answers.value else { return nil }
        guard isRescaled else { return Int(value / 0.01) }
        let change = answers.readsBeforeRescaling + answers.readsBehind
        let number = readCount.withLock { $0 }
        let isOld = !isFresh.withLock { $0 } && (number < change || (number == change && part < 0.5))
        return Int(value / (isOld ? 0.01 : 0.1))
    }

    private func value(of attribute: String, _ channel: String?) -> String? {
        switch attribute {
        case "sampling_frequency": return answers.frequency
        case "enable": return "0"
        case "raw": return taken(at: channel == "accel_x" ? 0 : 1).map(String.init) ?? "5"
        case "scale":
            let count = scaleCount.withLock { count in
                count += 1
                return count
            }
            guard count <= answers.readableScales else { return nil }
            return isRescaled ? "0.1" : "0.01"
        default: return nil
        }
    }

    /// The schema against which libiio checks the description.
    private static let grammar = """
        <!ELEMENT context (device)*><!ATTLIST context name CDATA #REQUIRED description CDATA #IMPLIED>\
        <!ELEMENT device (channel | attribute | buffer-attribute)*>\
        <!ATTLIST device id CDATA #REQUIRED name CDATA #IMPLIED>\
        <!ELEMENT channel (scan-element?, attribute*)>\
        <!ATTLIST channel id CDATA #REQUIRED type (input|output) #REQUIRED>\
        <!ELEMENT scan-element EMPTY><!ATTLIST scan-element index CDATA #REQUIRED format CDATA #REQUIRED>\
        <!ELEMENT attribute EMPTY><!ATTLIST attribute name CDATA #REQUIRED filename CDATA #IMPLIED>\
        <!ELEMENT buffer-attribute EMPTY><!ATTLIST buffer-attribute name CDATA #REQUIRED>
        """

    private var description: String {
        let channels = ["x", "y", "z"].enumerated().map { index, axis in
            """
            <channel id="accel_\(axis)" type="input"><scan-element index="\(index)" format="\(answers.format)" />\
            <attribute name="raw" filename="in_accel_\(axis)_raw" />\
            <attribute name="scale" filename="in_accel_scale" /></channel>
            """
        }
        return """
            <?xml version="1.0" encoding="utf-8"?><!DOCTYPE context [\(Self.grammar)]>\
            <context name="network" description="fake"><device id="iio:device0" name="acc">\(channels.joined())\
            <attribute name="sampling_frequency" /><buffer-attribute name="enable" /></device></context>
            """
    }
}
