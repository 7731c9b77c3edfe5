/// The state along a dashed line.
struct DashWalk {
    let on: Float
    let off: Float
    /// The distance since the last dash began, in pixels.
    private var phase: Float = 0

    init(on: Float, off: Float) {
        self.on = max(0, on)
        self.off = max(0.5, off)
    }

    mutating func walk(
        from start: (x: Float, y: Float), to end: (x: Float, y: Float),
        _ dash: (_ from: (x: Float, y: Float), _ to: (x: Float, y: Float)) -> Void
    ) {
        let (alongX, alongY) = (end.x - start.x, end.y - start.y)
        let length = (alongX * alongX + alongY * alongY).squareRoot()
        guard length > 0, length.isFinite else { return }
        func point(_ place: Float) -> (x: Float, y: Float) {
            (start.x + alongX * place / length, start.y + alongY * place / length)
        }
        var place: Float = 0
        while place < length {
            let isOn = phase < on
            let step = min(length - place, (isOn ? on : on + off) - phase)
            if isOn { dash(point(place), point(place + step)) }
            place += max(step, 1e-3)
            phase += max(step, 1e-3)
            if phase >= on + off - 1e-4 { phase = 0 }
        }
    }
}
