import Client
import Linux

/// Where `jukebox watch` writes: one line that is redrawn, or a line per change.
final class WatchScreen {
  private let json: Bool
  private let isLive: Bool
  private var last = ""

  init(json: Bool, isLive: Bool) {
    self.json = json
    self.isLive = isLive
  }

  func show(_ status: Status) {
    if isLive {
      Page.redraw(StatusText.line(status, columns: Terminal.columns - 1))
    } else {
      guard let line = json ? try? JSON.line(status) : StatusText.line(status, columns: 120), line != last
      else {
        return
      }
      last = line
      Page.print(line)
    }
    OutputEnd.flush()
  }

  func end() {
    if isLive { Page.print("") }
  }
}
