extension Collection<UInt8> {
  /// The index of the first occurrence of `part`; nil if there is none, or `part` is empty.
  public func firstOccurrence(of part: some Collection<UInt8>) -> Range<Index>? {
    guard !part.isEmpty else { return nil }
    var start = startIndex
    while start != endIndex {
      var (end, wanted) = (start, part.startIndex)
      while end != endIndex, wanted != part.endIndex, self[end] == part[wanted] {
        formIndex(after: &end)
        part.formIndex(after: &wanted)
      }
      if wanted == part.endIndex { return start..<end }
      if end == endIndex { return nil }
      formIndex(after: &start)
    }
    return nil
  }
}
