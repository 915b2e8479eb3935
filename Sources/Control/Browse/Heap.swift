/// Elements of which the one that comes before all others is at hand: a binary heap. Putting one in and taking one out takes
/// a few comparisons however many there are, so that an order of very many is made a little at a time.
struct Heap<Element> {
  private var elements: [(rank: UInt64, element: Element)] = []
  private let rank: (Element) -> UInt64
  private let isBefore: (Element, Element) -> Bool

  /// - Parameter rank: an element of a lower one comes before others; `isBefore` decides between equal ones.
  init(rank: @escaping (Element) -> UInt64 = { _ in 0 }, isBefore: @escaping (Element, Element) -> Bool) {
    self.rank = rank
    self.isBefore = isBefore
  }

  var count: Int { elements.count }
  var isEmpty: Bool { elements.isEmpty }
  var first: Element? { elements.first?.element }

  mutating func insert(_ element: Element) {
    let new = (rank: rank(element), element: element)
    var place = elements.count
    elements.append(new)
    while place > 0 {
      let above = (place - 1) / 2
      guard comes(new, before: elements[above]) else { break }
      elements.swapAt(place, above)
      place = above
    }
  }

  mutating func popFirst() -> Element? {
    guard let first = elements.first, let last = elements.popLast() else { return nil }
    if elements.isEmpty { return first.element }
    elements[0] = last
    var place = 0
    while 2 * place + 1 < elements.count {
      var below = 2 * place + 1
      if below + 1 < elements.count, comes(elements[below + 1], before: elements[below]) { below += 1 }
      guard comes(elements[below], before: last) else { break }
      elements.swapAt(place, below)
      place = below
    }
    return first.element
  }

  private func comes(
    _ one: (rank: UInt64, element: Element), before other: (rank: UInt64, element: Element)
  ) -> Bool {
    one.rank == other.rank ? isBefore(one.element, other.element) : one.rank < other.rank
  }
}
