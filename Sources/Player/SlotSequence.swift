/// A sequence of distinct small numbers that also knows the place of each. Lookups take no search; an edit moves the
/// later numbers, 4 bytes each, and allocates only to grow.
struct SlotSequence: Sendable {
  private(set) var slots: [UInt32] = []
  /// By slot; holds `Self.absent` for one that is not in the sequence.
  private var indices: [UInt32] = []
  private static let absent = UInt32.max

  var count: Int { slots.count }

  init() {}

  init(_ slots: [UInt32]) {
    self.slots = slots
    makeRoom(for: slots)
    reindex(from: 0)
  }

  subscript(index: Int) -> UInt32 { slots[index] }

  func index(of slot: UInt32) -> Int? {
    guard Int(slot) < indices.count, indices[Int(slot)] != Self.absent else { return nil }
    return Int(indices[Int(slot)])
  }

  mutating func reserveCapacity(_ count: Int) {
    slots.reserveCapacity(count)
    indices.reserveCapacity(count)
  }

  mutating func append(_ slot: UInt32) {
    slots.append(slot)
    makeRoom(for: [slot])
    reindex(from: slots.count - 1)
  }

  mutating func insert(_ new: [UInt32], at index: Int) {
    slots.insert(contentsOf: new, at: index)
    makeRoom(for: new)
    reindex(from: index)
  }

  mutating func remove(_ range: Range<Int>) {
    for slot in slots[range] { indices[Int(slot)] = Self.absent }
    slots.removeSubrange(range)
    reindex(from: range.lowerBound)
  }

  /// Removes all of these in one pass.
  mutating func remove(slots gone: Set<UInt32>) {
    guard let first = slots.firstIndex(where: gone.contains) else { return }
    for slot in gone where Int(slot) < indices.count { indices[Int(slot)] = Self.absent }
    slots.removeAll(where: gone.contains)
    reindex(from: first)
  }

  mutating func removeAll() {
    slots.removeAll()
    indices.removeAll()
  }

  /// - Parameter destination: where the range begins afterwards.
  mutating func move(_ range: Range<Int>, to destination: Int) {
    if range.count == 1 { return move(range.lowerBound, to: destination) }
    let moved = Array(slots[range])
    slots.removeSubrange(range)
    slots.insert(contentsOf: moved, at: destination)
    let low = min(range.lowerBound, destination)
    reindex(from: low, to: max(range.upperBound, destination + moved.count))
  }

  private mutating func move(_ index: Int, to destination: Int) {
    let step = destination > index ? 1 : -1
    var place = index
    var span = slots.mutableSpan
    while place != destination {
      span.swapAt(place, place + step)
      place += step
    }
    reindex(from: min(index, destination), to: max(index, destination) + 1)
  }

  mutating func swap(_ a: Int, _ b: Int) {
    slots.swapAt(a, b)
    indices[Int(slots[a])] = UInt32(a)
    indices[Int(slots[b])] = UInt32(b)
  }

  /// Puts the same slots in another sequence from `start` on.
  mutating func rearrange(_ sequence: [UInt32], at start: Int) {
    slots.replaceSubrange(start..<start + sequence.count, with: sequence)
    reindex(from: start, to: start + sequence.count)
  }

  private mutating func makeRoom(for new: [UInt32]) {
    guard let last = new.max(), Int(last) >= indices.count else { return }
    indices.append(contentsOf: repeatElement(Self.absent, count: Int(last) + 1 - indices.count))
  }

  private mutating func reindex(from start: Int, to end: Int? = nil) {
    let (slots, end) = (slots, end ?? slots.count)
    var indices = indices.mutableSpan
    for index in start..<end { indices[Int(slots[index])] = UInt32(index) }
  }
}
