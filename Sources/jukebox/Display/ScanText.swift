/// A scan's progress as one line with a bar.
enum ScanText {
  /// Why a name is not scanned.
  static func nowhere(_ name: String) -> Failure {
    .refused(
      """
      There is nothing called \(name), neither in the library nor on its volumes, so nothing was scanned.
      `jukebox browse folders` shows names; those of a stick begin with its own (`jukebox volumes`).
      """)
  }

  static func line(_ state: ScanState, columns: Int) -> String {
    var counts = "\(state.examined) of \(StatusText.count(state.found, "file")), \(state.opened) opened"
    if state.unreadable > 0 { counts += ", \(state.unreadable) unreadable" }
    if state.rate > 0 { counts += ", \(state.rate)/s" }
    if let left = state.secondsLeft, left > 0 { counts += ", \(Clock.text(Double(left))) left" }
    let width = min(40, max(0, columns - Columns.width(counts) - 1))
    return Columns.fit("\(Bar.text(state.share, width: width)) \(counts)", columns)
  }
}
