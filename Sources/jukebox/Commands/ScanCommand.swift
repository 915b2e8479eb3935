import ArgumentParser
import Foundation
import Linux

struct ScanCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scan", abstract: "Look for new, changed and vanished music.",
    discussion: """
      A stick is scanned by itself when it is plugged in; this is for files that
      changed in place. Where a scan is going on, this shows how far it is.

      EXAMPLES
        jukebox scan            everything
        jukebox scan Miles      a folder
        jukebox scan --all      also what seems unchanged
        jukebox scan --json
      """)

  @OptionGroup var connection: ConnectionOptions
  @Flag(help: "Open every file again, also those that seem unchanged.") var all = false
  @Flag(help: "Don't wait for the end.") var background = false
  @Flag(help: "Print progress as lines of JSON.") var json = false
  @Argument(help: "A folder; everything where none is given.") var folder: String?

  /// How often the progress is asked for, in microseconds.
  private static let pause: UInt32 = 100_000

  func run() throws {
    try connection.withConnection { connection in
      let words = [all ? "rescan" : "update"] + (folder.map { [$0] } ?? [])
      try connection.send(words)
      _ = try connection.answer()
      if background { return }
      let isLive = !json && Terminal.isInteractive
      var last: ScanState?
      while true {
        let state = ScanState(try connection.ask("scan"))
        if state != last { show(state, isLive: isLive) }
        last = state.isRunning ? state : last
        if !state.isRunning { break }
        usleep(Self.pause)
      }
      if isLive { print("\r\u{1B}[K", terminator: "") }
      let songs = try connection.ask("stats")["songs"].flatMap { Int($0) } ?? 0
      if !json { print("\(StatusText.count(songs, "song")) in the library") }
    }
  }

  private func show(_ state: ScanState, isLive: Bool) {
    if json {
      if let line = try? JSON.line(state) { print(line) }
    } else if isLive {
      print("\r\u{1B}[K" + ScanText.line(state, columns: Terminal.columns - 1), terminator: "")
    }
    fflush(nil)
  }
}
