/// The rows of a playlist's entries in their order, with their places: sparse numbers, as `SparseOrder` has them.
///
/// An edit costs what it touches, whatever the list's length, but for the shift of two arrays of numbers.
struct PlaylistRows {
  private(set) var rows: [Int64] = []
  private(set) var places: [Int64] = []

  var count: Int { rows.count }

  /// Takes in a row as read, in order of place.
  mutating func load(row: Int64, place: Int64) {
    rows.append(row)
    places.append(place)
  }

  /// Puts rows in, between those at `index - 1` and `index`.
  /// - Returns: what was renumbered to make room: indices of all rows, or of none.
  mutating func insert(_ new: [Int64], at index: Int) -> Range<Int> {
    if new.isEmpty { return 0..<0 }
    rows.insert(contentsOf: new, at: index)
    let left = index > 0 ? places[index - 1] : nil
    let right = index < places.count ? places[index] : nil
    if let free = SparseOrder.numbers(new.count, after: left, before: right) {
      places.insert(contentsOf: free, at: index)
      return 0..<0
    }
    places = rows.indices.map { Int64($0) * SparseOrder.spacing }
    return rows.indices
  }

  /// - Returns: the rows that are gone.
  mutating func remove(_ range: Range<Int>) -> [Int64] {
    let gone = Array(rows[range])
    rows.removeSubrange(range)
    places.removeSubrange(range)
    return gone
  }

  /// - Parameter target: where the range begins afterwards.
  /// - Returns: the indices of the rows whose places are new.
  mutating func move(_ range: Range<Int>, to target: Int) -> Range<Int> {
    let passed =
      target > range.lowerBound ? range.upperBound..<target + range.count : target..<range.lowerBound
    // The fewer rows go over the others.
    var (moving, target) = (range, target)
    if passed.count < range.count {
      (moving, target) = (passed, target > range.lowerBound ? range.lowerBound : target + range.count)
    }
    let renumbered = insert(remove(moving), at: target)
    return renumbered.isEmpty ? target..<target + moving.count : renumbered
  }

  /// Puts them in the order of `list`, which has each index once.
  /// - Returns: the indices of the rows whose places are new.
  mutating func reorder(_ list: [Int]) -> [Int] {
    var order = SparseOrder()
    order.reserve(count)
    for (index, place) in places.enumerated() { order.load(entry: UInt32(index), place: place) }
    let changed = order.become(list.map { UInt32($0) }).insertions.map(\.index)
    rows = list.map { rows[$0] }
    places = order.places
    return changed
  }

  /// Takes the numbers that rows got when they were written.
  mutating func replaceRows(at index: Int, by new: [Int64]) {
    rows.replaceSubrange(index..<index + new.count, with: new)
  }
}
