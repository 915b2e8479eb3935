/// Ends the fuzzer with `words` where something doesn't hold; unlike precondition(_:_:) it says them in a release
/// build too.
public func demand(_ holds: Bool, _ words: String) {
  if !holds { fatalError(words) }
}
