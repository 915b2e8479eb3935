import Client
import Glibc
import Linux

/// The progress of an import: prints results as they come, and after an interruption what is done and what isn't. Any
/// thread.
final class ImportProgress: Sendable {
  private struct State {
    var imported: [Imported] = []
    /// The file that is being imported.
    var file: String?
    var isSent = false
    var isOver = false
    /// Why a result could not be written.
    var unwritten: Errno?
  }

  private let state = Guarded(State())
  private let json: Bool

  init(json: Bool) { self.json = json }

  /// The exit status that shells report for a program ended by SIGINT: 128 and its number.
  private static let interrupted: Int32 = 130

  func begin(_ file: String) { state.withLock { state in (state.file, state.isSent) = (file, false) } }

  /// Sends the command that imports the file. An interruption comes before or after that.
  func send(_ words: [String], _ connection: Connection) throws(Failure) {
    let failure = state.withLock { state -> Failure? in
      do throws(Failure) { try connection.send(words) } catch { return error }
      state.isSent = true
      return nil
    }
    if let failure { throw failure }
  }

  /// Prints the result of the file.
  func finish(_ result: Imported) {
    state.withLock { state in
      state.imported.append(result)
      state.file = nil
      guard !json else { return }
      Page.print(lines: ImportText.lines(result))
      // A failed write is reported at the end: the other files are imported all the same.
      state.unwritten = state.unwritten ?? StandardOutput.flush()
    }
  }

  /// Says so and ends the program where a result could not be written.
  func requireOutput() {
    if let code = state.withLock({ $0.unwritten }) { OutputEnd.end(code) }
  }

  /// Prints the summary.
  /// - Returns: the playlists that were made.
  @discardableResult
  func end() -> [String] {
    state.withLock { state in
      state.isOver = true
      if !state.imported.isEmpty { tell(state) }
      return state.imported.map(\.playlist)
    }
  }

  /// Says what is done and what isn't, and ends the program.
  func interrupt() {
    state.withLock { state in
      // The result is printed, and the program ends by itself.
      if state.isOver { return }
      Notice.tell(
        ImportText.interrupted(state.imported.map(\.playlist), in: state.file, isSent: state.isSent))
      // The reader of the output may have been interrupted as well.
      tell(state)
      _ = StandardOutput.flush()
      _exit(Self.interrupted)
    }
  }

  private func tell(_ state: State) {
    if json, let line = try? JSON.line(state.imported) { Page.print(line) }
  }
}
