import Testing
import ViewerModel

@Suite struct ErrorEllipseTests {
    @Test func `without correlation the axes are the standard deviations, the larger one first`() {
        let east = ErrorEllipse(eastEast: 9, eastNorth: 0, northNorth: 4)
        #expect(east.major == 3 && east.minor == 2 && east.angle == 0)
        let north = ErrorEllipse(eastEast: 4, eastNorth: 0, northNorth: 9)
        #expect(north.major == 3 && north.minor == 2 && abs(abs(north.angle) - .pi / 2) < 1e-12)
    }

    @Test func `full correlation is a line to the north-east`() {
        let line = ErrorEllipse(eastEast: 2, eastNorth: 2, northNorth: 2)
        #expect(abs(line.major - 2) < 1e-12 && line.minor < 1e-6 && abs(line.angle - .pi / 4) < 1e-12)
    }

    @Test func `a turn keeps the area`() {
        let turned = ErrorEllipse(eastEast: 5, eastNorth: 1.5, northNorth: 3)
        #expect(abs(turned.major * turned.minor - (5 * 3 - 1.5 * 1.5).squareRoot()) < 1e-9)
    }
}
