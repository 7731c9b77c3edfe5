import Testing

@testable import ViewerModel

@Suite struct CardPlaceTests {
    private func place(_ x: Double, _ y: Double, card: (Int, Int) = (300, 120), map: (Int, Int)) -> CardPlace {
        CardPlace(
            pointX: x, pointY: y, card: (width: card.0, height: card.1), map: (width: map.0, height: map.1))
    }

    @Test func `it is right of its point, and left of one in the right part of the map`() {
        #expect(place(100, 200, map: (900, 600)).x == 114)
        #expect(place(700, 200, map: (900, 600)).x == 386)
        #expect(place(100, 200, map: (900, 600)).y == 176)
    }

    @Test func `it stays on the map at every edge`() {
        for width in [400, 480, 900] {
            for x in stride(from: 0.0, through: Double(width), by: 20) {
                for y in stride(from: 0.0, through: 470, by: 47) {
                    let place = place(x, y, map: (width, 470))
                    #expect(place.x >= 0 && place.x + 300 <= width, "at \(x), \(y) of \(width)")
                    #expect(place.y >= 0 && place.y + 120 <= 470, "at \(x), \(y) of \(width)")
                }
            }
        }
    }

    @Test func `on a narrow map it is below its point, or above one at the bottom`() {
        #expect(place(200, 100, map: (400, 470)).y == 114)
        #expect(place(200, 440, map: (400, 470)).y == 306)
        #expect(place(390, 100, map: (400, 470)).x == 76, "there is room on the left")
    }

    @Test func `a card larger than the map begins at its corner`() {
        let place = place(50, 50, card: (500, 700), map: (400, 470))
        #expect(place.x == 0 && place.y == 0)
    }
}
