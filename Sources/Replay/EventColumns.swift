public import SensorModel

/// A session's events in columns. A motion sample needs about 37 bytes instead of the 72 of a `SensorEvent`, and a fix
/// of a very long track 30 to 80 bytes instead of 300.
///
/// Reads like an array, and returns every event bit for bit. A sample is stored in columns if it arrives within two
/// seconds of its time and its sequence is its index; every other event is stored whole.
public struct EventColumns: Sendable, RandomAccessCollection {
    /// The common properties of the samples of a stream.
    private struct Stream: Sendable, Hashable {
        var kind: Kind
        var device: DeviceID
        var isLate: Bool
        /// The values that a fix has, and everything else that is the same for all fixes of the stream.
        var shape = FixShape()
    }

    /// The indices at which the numbers of an event begin.
    private struct Offsets: Sendable {
        var value = 0
        var short = 0
        var other = 0
    }

    private enum Kind: UInt8, Sendable, CaseIterable {
        case acceleration, rotation, magneticField, pressure, temperature, tick, fix
    }

    /// The maximum number of fixes stored whole, which is fast to read. With more fixes, all are stored in columns,
    /// which need a tenth of the memory.
    private let wholeFixes: Int
    /// The code of an event that is stored whole.
    private static let whole = UInt8.max
    /// The number of events in a block. The offsets of each block are stored, so that finding an event needs only a
    /// short count.
    private static let blockLength = 32

    private var codes: [UInt8] = []
    private var streams: [Stream] = []
    /// The last code of each kind; ``whole`` if there was none.
    private var recentCodes = [UInt8](repeating: EventColumns.whole, count: Kind.allCases.count)
    private var times = TimeColumn()
    /// The nanoseconds from time to arrival; empty if all are zero, as in a file of another program.
    private var delays: [Int32] = []
    private var values: [Double] = []
    /// The numbers of fixes that need only four bytes.
    private var shorts: [Int32] = []
    private var others: [SensorEvent] = []
    private var blocks: [Offsets] = []
    /// The number of values that an event of each code occupies.
    private var widths: [(value: UInt8, short: UInt8)] = []
    /// The number of events that are fix attempts.
    public private(set) var fixCount = 0

    /// Creates empty columns.
    /// - Parameter wholeFixes: The maximum number of fixes stored whole; by default, enough for a day.
    public init(wholeFixes: Int = 100_000) { self.wholeFixes = wholeFixes }

    /// Creates empty columns for an expected number of fixes, which are stored whole if they are few.
    init(expectingFixes count: Int) {
        let usual = EventColumns()
        self.init(wholeFixes: count > usual.wholeFixes ? 0 : usual.wholeFixes)
    }

    /// Creates empty columns with space reserved for a session's events, mostly samples. Unused space occupies no
    /// memory.
    public init(expectingSamples count: Int) {
        self.init()
        reserveCapacity(count)
        delays.reserveCapacity(count)
        values.reserveCapacity(count.multipliedReportingOverflow(by: 3).partialValue)
        blocks.reserveCapacity(count / Self.blockLength + 1)
    }

    /// Creates columns from events.
    public init(_ events: some Sequence<SensorEvent>, wholeFixes: Int = 100_000) {
        self.init(wholeFixes: wholeFixes)
        reserveCapacity(events.underestimatedCount)
        for event in events { append(event) }
    }

    /// Reserves space for a number of events.
    public mutating func reserveCapacity(_ count: Int) {
        codes.reserveCapacity(count)
        times.reserveCapacity(count)
    }

    /// The index of the first event.
    public var startIndex: Int { 0 }
    /// The index after the last event.
    public var endIndex: Int { codes.count }
    /// The size of the columns in bytes, without boxed payloads.
    public var byteCount: Int {
        codes.count + times.byteCount + delays.count * 4 + values.count * 8 + shorts.count * 4
            + others.count * MemoryLayout<SensorEvent>.stride + blocks.count * MemoryLayout<Offsets>.stride
    }

    /// Returns the fix of an event, without creating the event; `nil` if the event is not a fix. O(1).
    func fix(of index: Int) -> Fix? {
        let offsets = offsets(of: index)
        guard codes[index] == Self.whole else {
            let stream = streams[Int(codes[index])]
            return stream.kind == .fix ? fix(stream, offsets) : nil
        }
        guard case .fix(let fix) = others[offsets.other].payload else { return nil }
        return fix
    }

    /// Adds an event at the end. O(1) amortised.
    public mutating func append(_ event: SensorEvent) {
        if case .fix = event.payload { beginFix() }
        beginEvent()
        let delay = event.received.nanoseconds.subtractingReportingOverflow(event.time.nanoseconds)
        let isColumn = event.sequence == UInt64(codes.count) && !delay.overflow
        guard isColumn, let short = Int32(exactly: delay.partialValue), let code = code(of: event) else {
            codes.append(Self.whole)
            times.append(event.time.nanoseconds)
            if !delays.isEmpty { delays.append(0) }
            others.append(event)
            return
        }
        appendDelay(short)
        codes.append(code)
        times.append(event.time.nanoseconds)
        switch event.payload {
        case .acceleration(let sample), .rotation(let sample), .magneticField(let sample):
            values.append(sample.x)
            values.append(sample.y)
            values.append(sample.z)
        case .scalar(.pressure, let sample), .scalar(.temperature, let sample): values.append(sample.value)
        case .fix(let fix):
            let shape = streams[Int(code)].shape
            if shape.isShort { shape.append(fix, toShort: &shorts) } else { shape.append(fix, to: &values) }
        default: break
        }
    }

    /// Appends a fix attempt that arrived at its own time, with its index as the sequence. Equivalent to ``append(_:)``
    /// with its event, but rarely has to create the event.
    mutating func append(_ fix: Fix, at time: Instant) {
        let code = recentCodes[Int(Kind.fix.rawValue)]
        // A stream of fixes exists only once fixes are no longer stored whole.
        if Int(code) < streams.count {
            let stream = streams[Int(code)]
            if stream.device == fix.device, !stream.isLate, stream.shape.append(fix, toShort: &shorts) {
                // The numbers of the fix are already in their column.
                beginEvent(shortsTaken: stream.shape.width)
                fixCount += 1
                appendDelay(0)
                codes.append(code)
                times.append(time.nanoseconds)
                return
            }
        }
        append(SensorEvent(time: time, sequence: UInt64(codes.count), payload: .fix(fix)))
    }

    private mutating func beginFix() {
        // There are too many fixes to be stored whole: the existing ones are moved to columns as well.
        if fixCount == wholeFixes, wholeFixes > 0 {
            var all = EventColumns(wholeFixes: 0)
            all.reserveCapacity(codes.capacity)
            for kept in self { all.append(kept) }
            self = all
        }
        fixCount += 1
    }

    private mutating func beginEvent(shortsTaken: Int = 0) {
        guard codes.count.isMultiple(of: Self.blockLength) else { return }
        blocks.append(Offsets(value: values.count, short: shorts.count - shortsTaken, other: others.count))
    }

    /// Appends a delay. The first one that is not zero also adds the zeros of all earlier events.
    private mutating func appendDelay(_ delay: Int32) {
        guard delay != 0 || !delays.isEmpty else { return }
        if delays.isEmpty {
            delays.reserveCapacity(times.capacity)
            delays.append(contentsOf: repeatElement(0, count: times.count))
        }
        delays.append(delay)
    }

    private func received(_ index: Int) -> Instant {
        Instant(nanoseconds: delays.isEmpty ? times[index] : times[index] + Int64(delays[index]))
    }

    private mutating func code(of event: SensorEvent) -> UInt8? {
        let stream: Stream
        switch event.payload {
        case .acceleration(let sample):
            stream = Stream(kind: .acceleration, device: sample.device, isLate: event.isLate)
        case .rotation(let sample): stream = Stream(kind: .rotation, device: sample.device, isLate: event.isLate)
        case .magneticField(let sample):
            stream = Stream(kind: .magneticField, device: sample.device, isLate: event.isLate)
        case .scalar(.pressure, let sample):
            stream = Stream(kind: .pressure, device: sample.device, isLate: event.isLate)
        case .scalar(.temperature, let sample):
            stream = Stream(kind: .temperature, device: sample.device, isLate: event.isLate)
        case .tick: stream = Stream(kind: .tick, device: DeviceID(0), isLate: event.isLate)
        case .fix(let fix) where fixCount > wholeFixes:
            stream = Stream(kind: .fix, device: fix.device, isLate: event.isLate, shape: FixShape(fix))
        default: return nil
        }
        // Most events belong to the last stream of their kind, which is faster to check than to look up.
        let kind = Int(stream.kind.rawValue)
        let recent = Int(recentCodes[kind])
        if recent < streams.count, streams[recent] == stream { return UInt8(recent) }
        // With only a few streams, a linear search is faster than hashing.
        if let known = streams.firstIndex(of: stream) {
            recentCodes[kind] = UInt8(known)
            return UInt8(known)
        }
        guard streams.count < Int(Self.whole) else { return nil }
        let code = UInt8(streams.count)
        recentCodes[kind] = code
        streams.append(stream)
        let width = UInt8(Self.width(of: stream))
        widths.append(stream.shape.isShort ? (0, width) : (width, 0))
        return code
    }

    private static func width(of stream: Stream) -> Int {
        switch stream.kind {
        case .acceleration, .rotation, .magneticField: 3
        case .pressure, .temperature: 1
        case .tick: 0
        case .fix: stream.shape.width
        }
    }

    /// Returns the event at an index. O(1).
    public subscript(index: Int) -> SensorEvent {
        precondition(index >= 0 && index < codes.count, "no event has this number")
        return event(index, offsets(of: index))
    }

    private func offsets(of index: Int) -> Offsets {
        let block = index / Self.blockLength
        var offsets = blocks[block]
        for place in (block * Self.blockLength)..<index { step(over: codes[place], &offsets) }
        return offsets
    }

    @inline(__always)
    private func step(over code: UInt8, _ offsets: inout Offsets) {
        guard code != Self.whole else {
            offsets.other += 1
            return
        }
        let width = widths[Int(code)]
        offsets.value += Int(width.value)
        offsets.short += Int(width.short)
    }

    @inline(__always)
    private func event(_ index: Int, _ offsets: Offsets) -> SensorEvent {
        let code = codes[index]
        if code == Self.whole { return others[offsets.other] }
        let stream = streams[Int(code)]
        let time = Instant(nanoseconds: times[index])
        return SensorEvent(
            time: time, received: received(index), sequence: UInt64(index),
            isLate: stream.isLate, payload: payload(stream, offsets))
    }

    @inline(__always)
    private func payload(_ stream: Stream, _ offsets: Offsets) -> SensorEvent.Payload {
        let value = offsets.value
        var vector: VectorSample {
            VectorSample(device: stream.device, x: values[value], y: values[value + 1], z: values[value + 2])
        }
        switch stream.kind {
        case .acceleration: return .acceleration(vector)
        case .rotation: return .rotation(vector)
        case .magneticField: return .magneticField(vector)
        case .pressure: return .scalar(.pressure, ScalarSample(device: stream.device, value: values[value]))
        case .temperature: return .scalar(.temperature, ScalarSample(device: stream.device, value: values[value]))
        case .tick: return .tick
        case .fix: return .fix(fix(stream, offsets))
        }
    }

    private func fix(_ stream: Stream, _ offsets: Offsets) -> Fix {
        stream.shape.isShort
            ? stream.shape.fix(of: stream.device, fromShort: shorts, at: offsets.short)
            : stream.shape.fix(of: stream.device, from: values, at: offsets.value)
    }

    /// Returns the time of an event, without creating the event. O(1).
    public func time(of index: Int) -> Instant { Instant(nanoseconds: times[index]) }

    /// Returns the arrival time of an event. O(1).
    func arrival(of index: Int) -> Instant { codes[index] == Self.whole ? self[index].received : received(index) }

    /// Returns the place of an event in an order, without creating the event if it is in columns. O(1).
    func place(of index: Int, in order: EventOrder) -> Instant {
        guard codes[index] != Self.whole else { return order.place(of: self[index]) }
        return order.place(
            of: time(of: index), received: received(index))
    }

    /// The events that are stored whole, in order. They include all that are neither samples, ticks, nor fixes.
    var wholeEvents: [SensorEvent] { others }

    /// True if there are samples of motion, magnetic field, pressure, or temperature.
    var hasSamples: Bool {
        streams.contains { $0.kind != .tick && $0.kind != .fix } || others.contains { $0.payload.isSample }
    }

    /// Calls a closure with each event of a range, in order. Cheaper than accessing the events by index.
    /// - Parameters:
    ///   - range: The indices of the events.
    ///   - body: Processes an event; returns false to stop.
    public func forEach(in range: Range<Int>, _ body: (SensorEvent) -> Bool) {
        guard !range.isEmpty else { return }
        var offsets = offsets(of: range.lowerBound)
        for index in range {
            guard body(event(index, offsets)) else { return }
            step(over: codes[index], &offsets)
        }
    }

    /// Calls a closure with some of the events, and their indices. Cheaper than accessing them by index.
    /// - Parameters:
    ///   - indices: The indices of the events, in ascending order.
    ///   - body: Processes an event; returns false to stop.
    func forEach(at indices: some Collection<Int>, _ body: (Int, SensorEvent) -> Bool) {
        guard var reached = indices.first else { return }
        var offsets = offsets(of: reached)
        for index in indices {
            let block = index / Self.blockLength
            if block > reached / Self.blockLength { (reached, offsets) = (block * Self.blockLength, blocks[block]) }
            while reached < index {
                step(over: codes[reached], &offsets)
                reached += 1
            }
            guard body(index, event(index, offsets)) else { return }
        }
    }

    /// Calls a closure with each fix attempt, its time, and its arrival, and another closure with each other event
    /// except for ticks, in order. Cheaper than creating an event, which is a box, for each fix of a long track.
    public func forEach(
        fix visitFix: (_ fix: Fix, _ time: Instant, _ received: Instant) -> Void, other visit: (SensorEvent) -> Void
    ) {
        var offsets = Offsets()
        for index in codes.indices {
            let code = codes[index]
            if code == Self.whole {
                let event = others[offsets.other]
                switch event.payload {
                case .fix(let fix): visitFix(fix, event.time, event.received)
                case .tick: break
                default: visit(event)
                }
            } else {
                let stream = streams[Int(code)]
                switch stream.kind {
                case .tick: break
                case .fix: visitFix(fix(stream, offsets), time(of: index), received(index))
                default: visit(event(index, offsets))
                }
            }
            step(over: code, &offsets)
        }
    }

    /// An iterator over the events, which advances its offsets instead of counting them for each event.
    public struct Iterator: IteratorProtocol {
        private let columns: EventColumns
        private var index = 0
        private var offsets = Offsets()

        init(_ columns: EventColumns) { self.columns = columns }

        /// Returns the next event; `nil` after the last.
        public mutating func next() -> SensorEvent? {
            guard index < columns.codes.count else { return nil }
            defer {
                columns.step(over: columns.codes[index], &offsets)
                index += 1
            }
            return columns.event(index, offsets)
        }
    }

    /// Returns an iterator over the events.
    public func makeIterator() -> Iterator { Iterator(self) }
}
