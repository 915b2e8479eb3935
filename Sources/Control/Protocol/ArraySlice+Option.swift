extension ArraySlice<String> {
  /// Takes `NAME VALUE` off the end, where it stands there.
  /// - Parameter rest: how many words have to be before it.
  /// - Returns: the place of the value; nil where it doesn't stand there.
  mutating func takeOption(_ name: String, behind rest: Int = 0) -> Int? {
    guard count >= rest + 2, self[endIndex - 2] == name else { return nil }
    defer { removeLast(2) }
    return endIndex - 1
  }
}
