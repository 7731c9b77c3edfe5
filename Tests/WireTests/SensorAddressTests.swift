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
            clockOffset: -7,
            choices: [
                SensorChoice(name: "accel_3d", rate: 50), SensorChoice(name: "a=b c", rate: nil),
                SensorChoice(name: "pressure", rate: 0.1),
            ])
        #expect(CaptureArguments(words: arguments.words) == arguments)
        #expect(CaptureArguments(words: ["a", "1"]) == nil)
        #expect(CaptureArguments(words: ["a", "1", "xml:/x"]) == nil)
        #expect(CaptureArguments(words: ["a", "1", "sensor=x", "local:"]) == nil)
        #expect(CaptureArguments(words: ["a", "1", "local:", "sensor=x=5"]) == nil)
        // One set of rights cannot hold for two ports.
        #expect(CaptureArguments(words: ["a", "1", "ip:1.1.1.1:1", "ip:1.1.1.1:2"]) == nil)
    }

    @Test(arguments: ["accel_3d=50", "pressure=off", "a=b=0.1", "head=1000"])
    func `a choice for a sensor reads back as it was written`(text: String) throws {
        let choice = try SensorChoice(parsing: text)
        #expect(try SensorChoice(parsing: choice.text) == choice)
        #expect((choice.rate == nil) == text.hasSuffix("off"))
    }

    @Test(arguments: [
        "", "accel_3d", "=50", "x=", "x=0", "x=0.09", "x=1001", "x=nan", "x=inf", "x=-5", "x=on", "x=1e400",
        String(repeating: "n", count: 513) + "=5",
    ])
    func `what is not a choice for a sensor is rejected`(text: String) {
        #expect(throws: SensorChoiceError.self) { try SensorChoice(parsing: text) }
    }
}
