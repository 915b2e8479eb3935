extension Connection {
  /// The answer to what may take long. Meanwhile a terminal shows that it is worked on, and how far it is where the
  /// jukebox tells.
  /// - Parameter isQuiet: whether nobody wants to see that.
  func answer(during work: String, isQuiet: Bool) throws(Failure) -> Answer {
    let line = ProgressLine()
    guard line.isShown, !isQuiet else { return try answer() }
    defer { line.clear() }
    return try answer(
      progress: { done, count in line.show("\(work): \(done) of \(count) songs") },
      waiting: { line.show("\(work) … \($0) s") })
  }
}
