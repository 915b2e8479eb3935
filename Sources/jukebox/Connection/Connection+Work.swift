extension Connection {
  /// The answer to what may take long. Meanwhile a terminal shows that it is worked on, and how far it is where the
  /// jukebox tells.
  /// - Parameter isQuiet: whether nobody wants to see that.
  func answer(during work: String, isQuiet: Bool) throws(Failure) -> Answer {
    let line = ProgressLine()
    guard line.isShown, !isQuiet else { return try answer() }
    defer { line.clear() }
    return try answer(
      progress: { done, count in line.show("\(done) of \(count) songs: \(work)") },
      waiting: { line.show("\($0) s: \(work)") })
  }
}
