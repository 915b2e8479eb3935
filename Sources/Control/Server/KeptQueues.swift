import Linux
import Model

/// Copies of the queue that clients asked for before they replaced it. A value; the caller passes the time.
struct KeptQueues {
  struct Copy {
    let number: Int
    let since: Instant
    let entries: [QueueEntry]
    let status: PlaybackStatus
  }

  /// How long a copy is kept.
  static let patience = Duration.seconds(60)
  /// A further one takes the place of the oldest.
  static let most = 8

  /// The oldest first.
  private(set) var copies: [Copy] = []
  private var lastNumber = 0

  /// - Returns: the number of the copy.
  mutating func keep(_ entries: [QueueEntry], _ status: PlaybackStatus, at now: Instant) -> Int {
    forgetOld(at: now)
    if copies.count == Self.most { copies.removeFirst() }
    lastNumber += 1
    copies.append(Copy(number: lastNumber, since: now, entries: entries, status: status))
    return lastNumber
  }

  func copy(_ number: Int, at now: Instant) -> Copy? {
    copies.first { $0.number == number && now - $0.since < Self.patience }
  }

  mutating func forgetOld(at now: Instant) { copies.removeAll { now - $0.since >= Self.patience } }
}
