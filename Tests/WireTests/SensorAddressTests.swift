import Testing
import Wire

@Suite struct SensorAddressTests {
    @Test func `every form of an address is read`() throws {
        #expect(try SensorAddress(parsing: "local:") == .local)
        #expect(try SensorAddress(parsing: "ip:phone") == .network(host: "phone", port: 30_431))
        #expect(try SensorAddress(parsing: "ip:127.0.0.1:1") == .network(host: "127.0.0.1", port: 1))
        #expect(try SensorAddress(parsing: "ip:[::1]:8080") == .network(host: "::1", port: 8_080))
        #expect(try SensorAddress(parsing: "ip:fe80::1%eth0") == .network(host: "fe80::1%eth0", port: 30_431))
        for text in ["ip:phone", "ip:127.0.0.1:1", "ip:[::1]:8080", "local:"] {
            let address = try SensorAddress(parsing: text)
            #expect(try SensorAddress(parsing: address.uri) == address)
        }
    }

    @Test(arguments: [
        "", "ip:", "ip::", "xml:/etc/passwd", "usb:1.2.3", "serial:/dev/ttyS0", "ip:host:0", "ip:host:65536",
        "ip:host:x",
        "ip:[::1]8080", "ip:a b", "ip:\u{1b}[31m", "ip:" + String(repeating: "a", count: 300),
    ])
    func `what is not an address is rejected`(text: String) {
        #expect(throws: SensorAddressError.self) { try SensorAddress(parsing: text) }
    }

    @Test func `the arguments of a child survive the way through its command line`() throws {
        let arguments = CaptureArguments(
            name: "ip:phone", addresses: [.network(host: "::1", port: 5), .network(host: "127.0.0.1", port: 5)],
            clockOffset: -7)
        #expect(CaptureArguments(words: arguments.words) == arguments)
        #expect(CaptureArguments(words: ["a", "1"]) == nil)
        #expect(CaptureArguments(words: ["a", "1", "xml:/x"]) == nil)
        // One set of rights cannot hold for two ports.
        #expect(CaptureArguments(words: ["a", "1", "ip:1.1.1.1:1", "ip:1.1.1.1:2"]) == nil)
    }
}
