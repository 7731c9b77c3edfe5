extension RandomAccessCollection where Index == Int {
    /// Finds where a condition ceases to hold: in `times`, `{ $0 <= now }` finds the first one after now.
    ///
    /// O(log n), by bisection.
    /// - Parameter belongsBefore: Whether an element lies before that place: true for the first ones, for none after them.
    /// - Returns: The index of the first element for which it does not hold; `endIndex` where it holds for all.
    @inlinable
    public func partitionPoint(where belongsBefore: (Element) throws -> Bool) rethrows -> Int {
        var low = startIndex
        var high = endIndex
        while low < high {
            let middle = low + (high - low) / 2
            if try belongsBefore(self[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
