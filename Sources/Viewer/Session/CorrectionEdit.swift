package import Replay
package import SensorModel

/// The user's corrections of a session, and those undone, that no run contains yet.
package struct CorrectionEdit: Sendable {
    /// The added corrections, in order.
    package var added: [SensorEvent] = []
    /// The corrections of the session that are removed.
    var withdrawn: Set<SensorEvent> = []

    /// True if there is nothing to add or remove.
    package var isEmpty: Bool { added.isEmpty && withdrawn.isEmpty }

    /// Removes corrections that were added to a session, whether a run contains them or not.
    package mutating func withdraw(_ events: [SensorEvent]) {
        withdrawn.formUnion(events.filter { !added.contains($0) })
        added.removeAll { events.contains($0) }
    }
}

extension Recording {
    /// Returns the recording with the added corrections after its last event, decisions about fixes before its first,
    /// as a session file has them, and without the removed ones. O(n) if there are any of the latter two.
    package func corrected(by edit: CorrectionEdit) -> Recording {
        let rulings = edit.added.filter(\.isFixRuling)
        var columns = events
        if !edit.withdrawn.isEmpty || !rulings.isEmpty {
            columns = EventColumns()
            let kept = events.prefix(while: \.isFixRuling).count
            for event in events.prefix(kept) where !edit.withdrawn.contains(event) { columns.append(event) }
            for event in rulings { columns.append(event) }
            for event in events.dropFirst(kept) where !edit.withdrawn.contains(event) { columns.append(event) }
        }
        for event in edit.added where !event.isFixRuling { columns.append(event) }
        return Recording(columns: columns)
    }
}
