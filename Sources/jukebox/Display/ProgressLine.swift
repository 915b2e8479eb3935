import Client
import Linux

/// A line that tells how far work is, and is gone when the work is done. Where nobody looks there is none.
struct ProgressLine {
  let isShown = Terminal.showsProgress

  func show(_ text: String) {
    write("\r" + ControlCharacters.shown(Columns.fit(text, Terminal.columns - 1)) + "\u{1B}[K")
  }

  func clear() { write("\r\u{1B}[K") }

  private func write(_ text: String) {
    if isShown { Notice.write(text) }
  }
}

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
