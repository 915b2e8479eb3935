import CLinux
import Linux
import Support

@testable import Audio

/// Plays files one after the other through an engine on a loop, as the daemon does, and notes the reports.
final class Playlist {
  let loop: EventLoop
  private(set) var engine: Engine?
  private(set) var reports: [EngineReport] = []
  private var paths: [String]
  private var given = 0
  private var queued: EntrySerial?

  init(_ paths: [String], _ settings: EngineSettings) throws {
    self.paths = paths
    loop = try EventLoop()
    engine = try Engine.start(on: loop, settings) { [weak self] in self?.take($0) }
  }

  deinit { engine?.close() }

  /// An entry that opens a file.
  static func entry(_ serial: Int, _ path: String) -> EngineEntry {
    EngineEntry(serial: EntrySerial(rawValue: UInt32(serial))) { () throws(SystemError) in
      Descriptor(
        owning: try systemCall("open", path: path) { unsafe clinux_open(path, O_RDONLY | O_CLOEXEC, 0) })
    }
  }

  func start() {
    guard let engine, let first = nextEntry() else { return }
    engine.play(first)
    giveNext()
  }

  /// Turns the loop until a report satisfies `condition`.
  /// - Returns: false where it did not come within half a minute.
  func turn(until condition: (EngineReport) -> Bool) throws -> Bool {
    let deadline = Instant.now() + .seconds(30)
    var looked = 0
    while Instant.now() < deadline {
      while looked < reports.count {
        if condition(reports[looked]) { return true }
        looked += 1
      }
      try loop.turn(waitingAtMost: .milliseconds(100))
    }
    return false
  }

  func close() {
    engine?.close()
    engine = nil
  }

  private func nextEntry() -> EngineEntry? {
    guard given < paths.count else { return nil }
    given += 1
    return Self.entry(given, paths[given - 1])
  }

  private func giveNext() {
    let entry = nextEntry()
    queued = entry?.serial
    engine?.setNext(entry)
  }

  private func take(_ report: EngineReport) {
    reports.append(report)
    if case .started(let serial, _) = report, serial == queued { giveNext() }
  }
}
