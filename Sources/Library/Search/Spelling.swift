/// How far two words are apart.
enum Spelling {
  /// How many letters of a word of this length may be wrong for it to be taken for another.
  static func tolerance(ofLength count: Int) -> Int { count < 3 ? 0 : count < 6 ? 1 : 2 }

  /// How many single letters have to be put in, left out, replaced or swapped with their neighbour to make `b` of `a`
  /// (optimal string alignment distance); nil for more than `most`.
  static func distance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar], most: Int) -> Int? {
    guard abs(a.count - b.count) <= most, let distances = distances(a, b, most: most),
      let distance = distances.last, distance <= most
    else { return nil }
    return distance
  }

  /// The same to what `b` begins with: to that beginning of it which is nearest to `a`.
  static func distance(_ a: [Unicode.Scalar], toBeginningOf b: [Unicode.Scalar], most: Int) -> Int? {
    guard b.count >= a.count - most,
      let distance = distances(a, Array(b.prefix(a.count + most)), most: most)?.min(), distance <= most
    else { return nil }
    return distance
  }

  /// Returns the distances of `a` to each beginning of `b`, from the empty one to the whole; nil if all exceed `most`.
  private static func distances(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar], most: Int) -> [Int]? {
    var beforeLast: [Int] = []
    var last = Array(0...b.count)
    for i in a.indices {
      var row = [i + 1]
      row.reserveCapacity(b.count + 1)
      for j in b.indices {
        var best = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { best = min(best, beforeLast[j - 1] + 1) }
        row.append(best)
      }
      // No later row falls below the least of this one and the one before by more than nothing.
      if min(row.min() ?? 0, last.min() ?? 0) > most { return nil }
      (beforeLast, last) = (last, row)
    }
    return last
  }
}
