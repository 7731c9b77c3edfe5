import Geometry
import SensorModel
import Testing

@testable import IIOClient

@Suite struct KernelTextTests {
    @Test func `a mount matrix is read row by row`() throws {
        let matrix = try #require(MountMatrix(kernelText: "0, 1, 0; -1, 0, 0; 0, 0, 1"))
        #expect(matrix.apply(Vector3(1, 2, 3)) == Vector3(2, -1, 3))
        #expect(try #require(MountMatrix(kernelText: "0.5, 0, 0;0,1.0,0; 0, 0, -1\n")).first.x == 0.5)
    }

    @Test(arguments: ["", "1, 0; 0, 1", "a, b, c; d, e, f; g, h, i", "0, 0, 0; 0, 0, 0; 0, 0, 0", "1,2,3;4,5,6"])
    func `what is no matrix is none`(_ text: String) {
        #expect(MountMatrix(kernelText: text) == nil)
    }

    @Test func `the smallest frequency that reaches the wish is chosen`() {
        #expect(SamplingFrequency.choose(100, available: "25 50 104 208 416") == 104)
        #expect(SamplingFrequency.choose(100, available: "12.5 25 50") == 50)
        #expect(SamplingFrequency.choose(100, available: "[1 1 62]") == 62)
        #expect(SamplingFrequency.choose(100, available: nil) == 100)
        #expect(SamplingFrequency.choose(100, available: "nonsense") == 100)
        #expect(SamplingFrequency.choose(100, available: "[0 1 62]") == 62)
    }

    @Test func `a frequency without sense is none that is set`() {
        let huge = String(repeating: "9", count: 400)
        for text in [huge, "0 0.0", "[0 0 0]", "[\(huge) 1 \(huge)]", "1e300 \(huge)"] {
            #expect(SamplingFrequency.plausible.contains(SamplingFrequency.choose(100, available: text)), "\(text)")
        }
    }
}
