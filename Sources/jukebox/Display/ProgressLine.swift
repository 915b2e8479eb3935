import Linux

/// A line that tells how far work is, and is gone when the work is done. Where nobody looks there is none.
struct ProgressLine {
  let isShown = Terminal.showsProgress

  func show(_ text: String) {
    write("\r" + Page.harmless(Columns.fit(text, Terminal.columns - 1)) + "\u{1B}[K")
  }

  func clear() { write("\r\u{1B}[K") }

  private func write(_ text: String) {
    if isShown { Notice.write(text) }
  }
}
