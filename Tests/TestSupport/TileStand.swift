import Foundation

/// A server of tiles on this machine, which answers in the way that its kind asks for.
///
/// `good` has every tile, `slow` takes its time, `sparse` lacks a third. `busy` refuses two of the tiles that are coarser
/// than one before, `limited` the third and the fourth, `closing` all after twenty, for two hours. `moved` and `locked`
/// have none, `page` and `large` send something else.
public final class TileStand {
    /// The running server.
    private let server: ChildProcess
    /// Its port.
    public let port: UInt16

    /// A request that the server got.
    public struct Request: Sendable {
        /// The path with its query.
        public let path: String
        /// The status of the answer.
        public let status: Int
        /// The number of requests at that time.
        public let atOnce: Int
        /// The time on a clock that only grows.
        public let seconds: Double
        /// The first word with which the client introduces itself.
        public let agent: String

        init?(_ line: Substring) {
            let parts = line.split(separator: " ").map(String.init)
            guard parts.count == 5, let status = Int(parts[1]), let atOnce = Int(parts[2]),
                let seconds = Double(parts[3])
            else { return nil }
            (path, self.status, self.atOnce, self.seconds, agent) = (parts[0], status, atOnce, seconds, parts[4])
        }
    }

    /// Starts a server and waits until it listens.
    /// - Parameters:
    ///   - kind: The way of its answers.
    ///   - other: The server to which `moved` sends its clients.
    public init(_ kind: String, other: String = "http://127.0.0.1:9") throws {
        let server = try ChildProcess("/usr/bin/python3", ["-c", Self.script, kind, other])
        self.server = server
        _ = waitUntil { server.output.contains("\n") }
        guard let port = server.output.split(separator: "\n").first.flatMap({ UInt16($0) }) else {
            throw CocoaError(.featureUnsupported)
        }
        self.port = port
    }

    /// The address of its tiles.
    public var address: String { "http://127.0.0.1:\(port)/{z}/{x}/{y}.png" }

    /// The requests so far, in order.
    public var requests: [Request] { server.output.split(separator: "\n").dropFirst().compactMap(Request.init) }

    private static let script = """
        import http.server, struct, sys, threading, time, zlib
        def chunk(kind, data):
            return struct.pack('>I', len(data)) + kind + data + struct.pack('>I', zlib.crc32(kind + data))
        head = struct.pack('>IIBBBBB', 256, 256, 8, 2, 0, 0, 0)
        body = zlib.compress(b''.join(b'\\0' + b'\\x20\\xa0\\x40' * 256 for _ in range(256)))
        png = b'\\x89PNG\\r\\n\\x1a\\n' + chunk(b'IHDR', head) + chunk(b'IDAT', body) + chunk(b'IEND', b'')
        kind = sys.argv[1]
        busy = 0
        zooms = []
        refused = 0
        lock = threading.Lock()
        class Tiles(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                global busy, refused
                with lock:
                    busy += 1
                    at_once = busy
                    zooms.append(int(self.path.split('/')[1]))
                    # The window's own map goes to its level at the end; what is coarser after that is the download's.
                    is_refused = kind == 'busy' and zooms[-1] < max(zooms) and refused < 2
                    if kind == 'limited': is_refused = 3 <= len(zooms) <= 4
                    if kind == 'closing': is_refused = len(zooms) > 20
                    if is_refused: refused += 1
                if kind == 'slow': time.sleep(0.05)
                status = 200
                if kind == 'sparse' and sum(map(int, self.path[:-4].split('/')[2:])) % 3 == 0: status = 404
                if is_refused: status = 429
                if kind == 'moved': status = 302
                if kind == 'locked': status = 403
                agent = (self.headers.get('User-Agent') or '').split(' ')[0]
                print(f"{self.path} {status} {at_once} {time.monotonic()} {agent}\\n", end='', flush=True)
                self.send_response(status)
                if status == 429: self.send_header('Retry-After', '7200' if kind == 'closing' else '3')
                if status == 302: self.send_header('Location', sys.argv[2] + self.path)
                self.send_header('Content-Type', 'image/png')
                self.end_headers()
                try:
                    if status == 200 and kind == 'page': self.wfile.write(b'<!doctype html><p>Log in first')
                    elif status == 200 and kind == 'large': self.wfile.write(png + bytes(5 << 20))
                    elif status == 200: self.wfile.write(png)
                except OSError: pass
                with lock: busy -= 1
            def log_message(self, *arguments): pass
        server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Tiles)
        print(server.server_address[1], flush=True)
        server.serve_forever()
        """
}
