/// Elements of which the one that comes before all others is at hand: a binary heap. Putting one in and taking one out takes
/// a few comparisons however many there are, so that an order of very many is made a little at a time.
struct Heap<Element> {
  private struct Place {
    let rank: UInt64
    let slot: Int
  }

  /// The heap. Elements stay in their slots, so that a move copies no more than two numbers.
  private var places: [Place] = []
  private var slots: [Element?] = []
  private var freeSlots: [Int] = []
  private let rank: (Element) -> UInt64
  private let isBefore: (Element, Element) -> Bool

  /// - Parameter rank: an element of a lower one comes before others; `isBefore` decides between equal ones.
  init(rank: @escaping (Element) -> UInt64 = { _ in 0 }, isBefore: @escaping (Element, Element) -> Bool) {
    self.rank = rank
    self.isBefore = isBefore
  }

  var count: Int { places.count }

  mutating func insert(_ element: Element) {
    let slot = freeSlots.popLast() ?? slots.count
    let new = Place(rank: rank(element), slot: slot)
    if slot == slots.count { slots.append(element) } else { slots[slot] = element }
    var place = places.count
    places.append(new)
    while place > 0 {
      let above = (place - 1) / 2
      guard comes(new, before: places[above]) else { break }
      places[place] = places[above]
      place = above
    }
    places[place] = new
  }

  mutating func popFirst() -> Element? {
    guard let first = places.first, let last = places.popLast() else { return nil }
    let element = slots[first.slot].take()
    freeSlots.append(first.slot)
    if places.isEmpty { return element }
    var place = 0
    while 2 * place + 1 < places.count {
      var below = 2 * place + 1
      if below + 1 < places.count, comes(places[below + 1], before: places[below]) { below += 1 }
      guard comes(places[below], before: last) else { break }
      places[place] = places[below]
      place = below
    }
    places[place] = last
    return element
  }

  private func comes(_ one: Place, before other: Place) -> Bool {
    if one.rank != other.rank { return one.rank < other.rank }
    guard let a = slots[one.slot], let b = slots[other.slot] else { return false }
    return isBefore(a, b)
  }
}
