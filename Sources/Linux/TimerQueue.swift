/// Pending timers in a binary heap, earliest first; those of one instant in the order in which they were made.
struct TimerQueue {
  private struct Entry {
    let id: UInt64
    let at: Instant
    let handler: () -> Void

    func isBefore(_ other: Entry) -> Bool { at == other.at ? id < other.id : at < other.at }
  }

  private var heap: [Entry] = []
  private var places: [UInt64: Int] = [:]

  var earliest: Instant? { heap.first?.at }
  var count: Int { heap.count }

  mutating func insert(id: UInt64, at instant: Instant, _ handler: @escaping () -> Void) {
    heap.append(Entry(id: id, at: instant, handler: handler))
    places[id] = heap.count - 1
    rise(heap.count - 1)
  }

  mutating func remove(id: UInt64) {
    guard let place = places[id] else { return }
    removeEntry(at: place)
  }

  /// Takes out every timer that is due and hands it over, earliest first.
  mutating func takeDue(at now: Instant, _ take: (UInt64, @escaping () -> Void) -> Void) {
    while let first = heap.first, first.at <= now {
      take(first.id, first.handler)
      removeEntry(at: 0)
    }
  }

  private mutating func removeEntry(at place: Int) {
    places[heap[place].id] = nil
    let last = heap.removeLast()
    guard place < heap.count else { return }
    heap[place] = last
    places[last.id] = place
    rise(place)
    sink(place)
  }

  private mutating func rise(_ start: Int) {
    var place = start
    while place > 0, heap[place].isBefore(heap[(place - 1) / 2]) {
      exchange(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  private mutating func sink(_ start: Int) {
    var place = start
    while true {
      var least = place
      for child in [2 * place + 1, 2 * place + 2]
      where child < heap.count && heap[child].isBefore(heap[least]) {
        least = child
      }
      if least == place { return }
      exchange(place, least)
      place = least
    }
  }

  private mutating func exchange(_ a: Int, _ b: Int) {
    heap.swapAt(a, b)
    places[heap[a].id] = a
    places[heap[b].id] = b
  }
}
