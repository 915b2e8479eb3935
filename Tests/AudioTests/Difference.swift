/// Where two sequences of samples part: their first difference, or the shorter one's end.
func firstDifference<Sample: Equatable>(_ a: [Sample], _ b: [Sample]) -> Int? {
  for i in 0..<min(a.count, b.count) where a[i] != b[i] { return i }
  return a.count == b.count ? nil : min(a.count, b.count)
}
