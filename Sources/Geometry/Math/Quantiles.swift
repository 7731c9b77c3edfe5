/// Returns the quantiles of values for ascending fractions; zeros without values. O(n) on average.
public func quantiles(_ shares: [Double], of values: [Double]) -> [Double] {
    guard !values.isEmpty else { return shares.map { _ in 0 } }
    var values = values
    var settled = 0
    return shares.map { share in
        let rank = min(values.count - 1, Int(share * Double(values.count)))
        values.withUnsafeMutableBufferPointer { select(rank, in: $0, from: min(settled, rank)) }
        settled = rank
        return values[rank]
    }
}

/// Moves the value of a rank to its index, with smaller values before it and larger ones after it (Hoare 1961, FIND).
private func select(_ rank: Int, in values: UnsafeMutableBufferPointer<Double>, from start: Int) {
    var low = start
    var high = values.count - 1
    while low < high {
        let pivot = values[(low + high) / 2]
        var left = low
        var right = high
        while left <= right {
            while values[left] < pivot { left += 1 }
            while values[right] > pivot { right -= 1 }
            if left <= right {
                values.swapAt(left, right)
                left += 1
                right -= 1
            }
        }
        if rank <= right { high = right } else if rank >= left { low = left } else { return }
    }
}
