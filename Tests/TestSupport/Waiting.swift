import Foundation

/// Waits until a condition holds, and tries it again and again.
/// - Parameters:
///   - seconds: The maximum time.
///   - interval: The time between two tries, in seconds.
///   - condition: Returns whether the wait is over.
/// - Returns: Whether the condition held in time.
public func waitUntil(
    seconds: Double = 20, every interval: Double = 0.05, _ condition: () throws -> Bool
) rethrows -> Bool {
    let end = ContinuousClock.now + .seconds(seconds)
    repeat {
        if try condition() { return true }
        Thread.sleep(forTimeInterval: interval)
    } while ContinuousClock.now < end
    return try condition()
}
