import Synchronization

/// Counts the memory that decoded sounds take together, in bytes. Any thread.
final class SoundBudget: Sendable {
  private let used = Atomic<Int>(0)

  var usedBytes: Int { used.load(ordering: .relaxed) }

  /// - Returns: false where all of them would take more than `limit`: nothing is taken then.
  func take(_ bytes: Int, within limit: Int) -> Bool {
    var known = used.load(ordering: .relaxed)
    while known + bytes <= limit {
      let (isExchanged, now) = used.compareExchange(
        expected: known, desired: known + bytes, ordering: .relaxed)
      if isExchanged { return true }
      known = now
    }
    return false
  }

  func giveBack(_ bytes: Int) { used.subtract(bytes, ordering: .relaxed) }
}
