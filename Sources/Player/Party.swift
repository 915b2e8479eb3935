import Model

/// The state of the rules for guests: songs that have begun, and votes.
struct Party: Sendable {
  /// Songs that have begun, the latest last.
  private var begun: [(track: TrackReference, time: Duration)] = []
  /// The entry that the votes are about.
  private var accused: EntryID?
  private var voters: Set<String> = []
  /// The entry after which the queue ended by itself; nil once anything begins.
  var endedAfter: EntryID?

  /// A day of songs of 5 minutes has 288.
  private static let mostBegun = 512

  mutating func begin(_ track: TrackReference, at time: Duration) {
    if begun.count == Self.mostBegun { begun.removeFirst() }
    begun.append((track, time))
  }

  func hasBegun(_ track: TrackReference, since time: Duration) -> Bool {
    begun.contains { $0.track == track && $0.time > time }
  }

  func votes(against entry: EntryID?) -> Int { accused != nil && accused == entry ? voters.count : 0 }

  mutating func vote(_ guest: String, against entry: EntryID, needed: Int) {
    if accused != entry { (accused, voters) = (entry, []) }
    if voters.count < needed { voters.insert(guest) }
  }
}
