/// Elements of which the one that comes before all others is at hand: a binary heap. Putting one in and taking one out takes
/// a few comparisons however many there are, so that an order of very many is made a little at a time.
struct Heap<Element> {
  private var elements: [Element] = []
  private let isBefore: (Element, Element) -> Bool

  init(isBefore: @escaping (Element, Element) -> Bool) { self.isBefore = isBefore }

  var count: Int { elements.count }
  var isEmpty: Bool { elements.isEmpty }
  var first: Element? { elements.first }

  mutating func insert(_ element: Element) {
    var place = elements.count
    elements.append(element)
    while place > 0 {
      let above = (place - 1) / 2
      guard isBefore(element, elements[above]) else { break }
      elements.swapAt(place, above)
      place = above
    }
  }

  mutating func popFirst() -> Element? {
    guard let first = elements.first, let last = elements.popLast() else { return nil }
    if elements.isEmpty { return first }
    elements[0] = last
    var place = 0
    while 2 * place + 1 < elements.count {
      var below = 2 * place + 1
      if below + 1 < elements.count, isBefore(elements[below + 1], elements[below]) { below += 1 }
      guard isBefore(elements[below], last) else { break }
      elements.swapAt(place, below)
      place = below
    }
    return first
  }
}
