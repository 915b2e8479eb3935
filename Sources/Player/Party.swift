import Model

/// The state of the rules for guests: songs that have begun, and votes.
struct Party: Sendable {
  /// Songs that have begun, the latest last.
  private var begun: [(track: TrackReference, time: Duration)] = []
  /// The entry that the votes are about.
  private var accused: EntryID?
  private var voters: Set<String> = []
  /// The queue has ended by itself, and what waits are the entries from this id on, which were added since. nil where there
  /// is a current entry.
  var ended: EntryID?

  /// A day of songs of 5 minutes has 288.
  private static let mostBegun = 512

  mutating func begin(_ track: TrackReference, at time: Duration) {
    if begun.count == Self.mostBegun { begun.removeFirst() }
    begun.append((track, time))
  }

  /// The last song of the queue is over.
  mutating func end(_ queue: Queue) { ended = EntryID(rawValue: queue.nextID) }

  func hasBegun(_ track: TrackReference, since time: Duration) -> Bool {
    begun.contains { $0.track == track && $0.time > time }
  }

  func votes(against entry: EntryID?) -> Int { accused != nil && accused == entry ? voters.count : 0 }

  mutating func vote(_ guest: String, against entry: EntryID, needed: Int) {
    if accused != entry { (accused, voters) = (entry, []) }
    if voters.count < needed { voters.insert(guest) }
  }
}
