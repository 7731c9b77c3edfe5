import Foundation
import FusionCore
import Geometry
import SensorModel
import SessionStore
import TestSupport
import Testing

@Suite struct LibraryLearnedTests {
    private let stride = Learned.Stride(model: "frequency", constant: 1.0873, variance: 1.0 / 3, stretches: 4)

    private func building(_ latitude: Double, heights: [Double]) -> Learned.Building {
        Learned.Building(
            entrance: Coordinate(latitude: latitude, longitude: 11), heights: heights,
            floors: [.init(height: 3.3, floor: 1)])
    }

    private func withLibrary(_ body: (SessionLibrary) throws -> Void) throws {
        let folder = try temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(SessionLibrary(folder: folder.path))
    }

    @Test func `what a session ended with is what the next begins with, for the owner alone`() throws {
        try withLibrary { library in
            #expect(try library.learned().isEmpty)
            let first = Learned(
                stride: stride, buildings: [building(48, heights: [0.1 + 0.2]), building(49, heights: [4])])
            try library.keep(first)
            #expect(try SessionLibrary(folder: library.folder).learned() == first)
            let mode = try FileManager.default.attributesOfItem(atPath: library.folder + "/learned.json")
            #expect(mode[.posixPermissions] as? Int == 0o600)
            // A session with a stated building, and too little walking to calibrate.
            let second = Learned(buildings: [building(49, heights: [4, 8]), building(50, heights: [3])])
            #expect(try library.keep(second) == nil)
            let both = Learned(stride: stride, buildings: [first.buildings[0]] + second.buildings)
            #expect(try library.learned() == both)
        }
    }

    @Test func `a file from before gyroscopes were kept is read, and the newer bias of a sensor wins`() throws {
        try withLibrary { library in
            let text = "{\"format\":\"odograph-learned\",\"version\":1,\"learned\":{\"buildings\":[]}}"
            try text.write(toFile: library.folder + "/learned.json", atomically: true, encoding: .utf8)
            #expect(try library.learned() == Learned())
            func bias(_ x: Double, label: String?) -> Learned.Gyroscope {
                .init(name: "gyro_3d", label: label, x: x, y: 0, z: 0, sigma: 0.001, time: Instant(seconds: 1))
            }
            try library.keep(Learned(gyroscopes: [bias(0.1, label: nil), bias(0.2, label: "base")]))
            try library.keep(Learned(gyroscopes: [bias(0.3, label: nil)]))
            #expect(try library.learned().gyroscopes == [bias(0.3, label: nil), bias(0.2, label: "base")])
        }
    }

    @Test(arguments: ["{\"format\":", "", "[]", "{\"format\":\"odograph-places\",\"version\":1,\"names\":[]}"])
    func `a damaged file is one clear sentence, and put aside whole`(text: String) throws {
        try withLibrary { library in
            let file = library.folder + "/learned.json"
            for number in 1...2 {
                try text.write(toFile: file, atomically: true, encoding: .utf8)
                let error = #expect(throws: SessionError.self) { try library.learned() }
                #expect("\(try #require(error))".contains("learned.json” is damaged"))
                let aside = try #require(try library.keep(Learned(stride: stride)))
                #expect(aside == file + (number == 1 ? ".damaged" : ".damaged-2"))
                #expect(try String(contentsOfFile: aside, encoding: .utf8) == text)
                #expect(try library.learned() == Learned(stride: stride))
            }
        }
    }

    @Test func `a newer program's file is left alone`() throws {
        try withLibrary { library in
            let file = library.folder + "/learned.json"
            let text = "{\"format\":\"odograph-learned\",\"version\":2,\"wisdom\":[]}"
            try text.write(toFile: file, atomically: true, encoding: .utf8)
            #expect(throws: SessionError.newerFormat(path: file, format: 2)) { try library.learned() }
            #expect(throws: SessionError.newerFormat(path: file, format: 2)) {
                try library.keep(Learned(stride: stride))
            }
            #expect(try String(contentsOfFile: file, encoding: .utf8) == text)
        }
    }

    @Test func `a session gives the core the calibration that it was recorded with`() throws {
        try withLibrary { library in
            let path = library.folder + "/a.odograph"
            let told = Learned(stride: stride, buildings: [building(48, heights: [3.5, 7.1])])
            let start = Instant(seconds: 1_700_000_000)
            let writer = try SessionWriter(creating: path, header: SessionHeader(created: start))
            try writer.append([LoggedEvent(SensorEvent(time: start, payload: .learned(told)))])
            try writer.close()
            var core = FusionCore()
            try SessionReader(opening: path).forEachBatch { batch in
                for logged in batch { core.consume(logged.event) { _ in } }
            }
            #expect(core.learned == told)
        }
    }
}
