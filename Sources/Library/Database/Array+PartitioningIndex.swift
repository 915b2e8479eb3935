extension Array {
  /// The first place whose element is in the second part of an array of which `isInSecond` is false, then true: its count
  /// where none is. A binary search.
  func partitioningIndex(where isInSecond: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isInSecond(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
