/// Writes groups of songs in the order of their names, in as many passes over all songs as memory needs.
struct GroupWriter<Name: Hashable, Value> {
  /// Number of names that one step of an answer writes or skips.
  private static var part: Int { 50 }

  let call: Call
  let window: Range<Int>
  /// Goes through the songs, adds them up, and calls its argument after the last one.
  let search: (GroupPage<Name, Value>, @escaping () throws(CommandError) -> Answer) -> Answer
  /// Gets the number of names, before the first.
  var begin: (Int) -> Void = { _ in }
  let write: (Name, Value) -> Void

  func start(_ order: GroupPage<Name, Value>.Order, countsAll: Bool = false) -> Answer {
    pass(GroupPage(order, most: window.upperBound, countsAll: countsAll), from: 0)
  }

  private func pass(_ groups: GroupPage<Name, Value>, from rank: Int) -> Answer {
    search(groups) { () throws(CommandError) in arrange(groups, from: rank) }
  }

  private func arrange(_ groups: GroupPage<Name, Value>, from rank: Int) -> Answer {
    guard groups.arrange() else { return call.whenRoom { arrange(groups, from: rank) } }
    // Each pass lists at least one.
    if rank == 0 { begin(groups.count) }
    return tell(groups, from: rank)
  }

  private func tell(_ groups: GroupPage<Name, Value>, from rank: Int) -> Answer {
    var rank = rank
    for _ in 0..<Self.part where rank < window.upperBound && call.client.hasRoom {
      guard let (name, value) = groups.popFirst() else {
        guard let rest = groups.following(most: window.upperBound - rank) else { return .done }
        return pass(rest, from: rank)
      }
      if rank >= window.lowerBound { write(name, value) }
      rank += 1
    }
    if rank >= window.upperBound { return .done }
    let next = rank
    return call.whenRoom { tell(groups, from: next) }
  }
}
