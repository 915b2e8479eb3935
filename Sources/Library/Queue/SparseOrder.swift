/// The stored order of a list whose rows carry sparse numbers, and the few changes that turn it into another.
///
/// An insertion takes a free number between its neighbours', so that an edit writes about as many rows as it
/// touches, whatever the list's length.
struct SparseOrder {
  /// Changes to the stored rows, in this order: delete, then insert.
  struct Changes: Equatable {
    /// Places to delete.
    var deletions: [Int64] = []
    /// Places to fill, with the index of what goes there in the new list.
    var insertions: [(place: Int64, index: Int)] = []
    /// Everything is to be deleted first (`deletions` is empty then).
    var startsOver = false

    static func == (a: Changes, b: Changes) -> Bool {
      a.deletions == b.deletions && a.startsOver == b.startsOver
        && a.insertions.elementsEqual(b.insertions, by: ==)
    }
  }

  /// Between neighbours when there is room: 2^31 appends before the numbers end, 32 halvings before a renumbering.
  static let spacing: Int64 = 1 << 32

  private(set) var entries: [UInt32] = []
  private(set) var places: [Int64] = []

  /// Makes room for rows about to be read.
  mutating func reserve(_ count: Int) {
    entries.reserveCapacity(count)
    places.reserveCapacity(count)
  }

  /// Takes in a row as read, in order of place.
  mutating func load(entry: UInt32, place: Int64) {
    entries.append(entry)
    places.append(place)
  }

  /// The changes that lead to `list`, which is the stored order from then on. No entry occurs twice in `list`.
  mutating func become(_ list: [UInt32]) -> Changes {
    var prefix = 0
    while prefix < entries.count, prefix < list.count, entries[prefix] == list[prefix] { prefix += 1 }
    var suffix = 0
    while suffix < entries.count - prefix, suffix < list.count - prefix,
      entries[entries.count - 1 - suffix] == list[list.count - 1 - suffix]
    { suffix += 1 }
    let oldMiddle = prefix..<(entries.count - suffix)
    let newMiddle = prefix..<(list.count - suffix)
    if oldMiddle.isEmpty, newMiddle.isEmpty { return Changes() }

    let stays = Self.staying(from: entries[oldMiddle], to: list[newMiddle])
    var changes = Changes()
    var newPlaces: [Int64?] = stays.map { $0.map { places[$0] } }
    let left = prefix > 0 ? places[prefix - 1] : nil
    let right = suffix > 0 ? places[places.count - suffix] : nil
    guard Self.fill(&newPlaces, after: left, before: right) else { return startOver(list) }

    var kept = Set<Int>()
    for index in stays { if let index { kept.insert(index) } }
    for index in oldMiddle where !kept.contains(index) { changes.deletions.append(places[index]) }
    var filled: [Int64] = []
    filled.reserveCapacity(newPlaces.count)
    for (offset, place) in newPlaces.enumerated() {
      guard let place else { fatalError("every place is filled") }
      filled.append(place)
      if stays[offset] == nil { changes.insertions.append((place, prefix + offset)) }
    }
    places.replaceSubrange(oldMiddle, with: filled)
    entries.replaceSubrange(oldMiddle, with: list[newMiddle])
    return changes
  }

  /// No number is left where one is needed: all rows get new ones.
  private mutating func startOver(_ list: [UInt32]) -> Changes {
    var changes = Changes(deletions: places)
    entries = list
    places = list.indices.map { Int64($0) * Self.spacing }
    changes.insertions = places.enumerated().map { ($1, $0) }
    return changes
  }

  /// For each of `new` the index in `old`'s base where it stays as it is: the longest run of entries that are in
  /// the same order in both (patience sorting).
  private static func staying(from old: ArraySlice<UInt32>, to new: ArraySlice<UInt32>) -> [Int?] {
    var result = [Int?](repeating: nil, count: new.count)
    if old.isEmpty || new.isEmpty { return result }
    var indexOf: [UInt32: Int] = [:]
    indexOf.reserveCapacity(old.count)
    for index in old.indices { indexOf[old[index]] = index }
    // tails[n]: where in `new` (by offset) a run of n + 1 ends with the smallest old index.
    var tails: [Int] = []
    var oldIndex = [Int](repeating: -1, count: new.count)
    var previous = [Int](repeating: -1, count: new.count)
    for (offset, entry) in new.enumerated() {
      guard let index = indexOf[entry] else { continue }
      oldIndex[offset] = index
      let place = tails.partitioningIndex { oldIndex[$0] >= index }
      if place > 0 { previous[offset] = tails[place - 1] }
      if place == tails.count { tails.append(offset) } else { tails[place] = offset }
    }
    var offset = tails.last ?? -1
    while offset >= 0 {
      result[offset] = oldIndex[offset]
      offset = previous[offset]
    }
    return result
  }

  /// Finds a number for each nil between its neighbours.
  /// - Returns: false where there is no room left.
  private static func fill(_ places: inout [Int64?], after left: Int64?, before right: Int64?) -> Bool {
    var before = left
    var index = 0
    while index < places.count {
      if let place = places[index] {
        before = place
        index += 1
        continue
      }
      var end = index
      while end < places.count, places[end] == nil { end += 1 }
      let after = end < places.count ? places[end] : right
      guard let run = numbers(end - index, after: before, before: after) else { return false }
      for (offset, number) in run.enumerated() { places[index + offset] = number }
      before = run.last
      index = end
    }
    return true
  }

  /// - Parameter count: 1 or more.
  /// - Returns: as many numbers between two places; nil where there is no room left.
  static func numbers(_ count: Int, after left: Int64?, before right: Int64?) -> [Int64]? {
    let steps = Int64(count) + 1
    let start: Int64
    let step: Int64
    switch (left, right) {
    case (nil, nil):
      (start, step) = (-spacing, spacing)
    case (let left?, nil):
      guard left < Int64.max - spacing * steps else { return nil }
      (start, step) = (left, spacing)
    case (nil, let right?):
      guard right > Int64.min + spacing * steps else { return nil }
      (start, step) = (right - spacing * steps, spacing)
    case (let left?, let right?):
      let (gap, overflow) = right.subtractingReportingOverflow(left)
      guard !overflow, gap > Int64(count) else { return nil }
      (start, step) = (left, gap / steps)
      guard step > 0 else { return nil }
    }
    return (1...Int64(count)).map { start + step * $0 }
  }
}
