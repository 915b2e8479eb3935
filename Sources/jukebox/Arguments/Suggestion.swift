/// What a mistyped word may have been meant for.
enum Suggestion {
  /// The name that `word` begins, or that is nearest to it; nil where none is near.
  static func nearest(to word: String, of names: [String]) -> String? {
    let word = word.lowercased()
    if word.count > 1, let longer = names.filter({ $0.hasPrefix(word) }).min(by: { $0.count < $1.count }) {
      return longer
    }
    let limit = min(2, max(1, word.count / 3))
    let near = names.map { (name: $0, distance: distance(word, $0)) }.filter { $0.distance <= limit }
    return near.min { $0.distance < $1.distance }?.name
  }

  /// How many letters have to be put in, left out, changed, or swapped with the next one.
  static func distance(_ first: String, _ second: String) -> Int {
    let (first, second) = (Array(first), Array(second))
    var before: [Int] = []
    var last = Array(0...second.count)
    for row in first.indices {
      var current = [row + 1]
      for column in second.indices {
        let changed = last[column] + (first[row] == second[column] ? 0 : 1)
        var best = min(changed, last[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, first[row] == second[column - 1], first[row - 1] == second[column] {
          best = min(best, before[column - 1] + 1)
        }
        current.append(best)
      }
      (before, last) = (last, current)
    }
    return last[second.count]
  }
}
