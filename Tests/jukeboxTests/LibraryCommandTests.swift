import ArgumentParser
import Model
import Support
import Testing

@testable import Client
@testable import jukebox

/// What is said to those who look for music otherwise than meant.
@Suite struct LibraryCommandTests {
  /// What the parser says to these words.
  private func refusal<Command: ParsableArguments>(_ type: Command.Type, _ words: String...) -> String? {
    do {
      _ = try type.parse(words)
      return nil
    } catch {
      return type.message(for: error)
    }
  }

  @Test(arguments: [
    (["artists", "Miles", "Davis"], "browse albums --artist 'Miles Davis'"),
    (["album-artists", "X"], "browse songs --album-artist 'X'"),
    (["albums", "X"], "browse songs --album 'X'"),
    (["genres", "Jazz"], "browse artists --genre 'Jazz'"),
    (["years", "1959"], "browse albums --year '1959'"),
    (["folders", "a b"], "browse folders --folder 'a b'"),
    (["songs", "Don't"], "jukebox search 'Don'\\''t'"),
    (["recent", "x"], "jukebox search 'x'"),
  ])
  func `a name after a list is refused with the option for it`(words: [String], way: String) {
    let message =
      words.count == 3
      ? refusal(BrowseCommand.self, words[0], words[1], words[2])
      : refusal(BrowseCommand.self, words[0], words[1])
    #expect(message?.contains("takes no name") == true && message?.contains(way) == true, "\(message ?? "-")")
    #expect(refusal(BrowseCommand.self, words[0]) == nil)
  }

  @Test func `options that contradict each other are refused`() {
    #expect(refusal(VolumesCommand.self, "--mount", "a", "--unmount", "b")?.contains("not both") == true)
    #expect(
      refusal(VolumesCommand.self, "--json", "--unmount", "b")?.contains(
        "--json works only without --mount and --unmount.") == true)
    #expect(
      refusal(VolumesCommand.self, "--mount", "a") == nil && refusal(VolumesCommand.self, "--json") == nil)
  }

  @Test func `--version prints the version of the project`() {
    expectEqual(JukeboxCommand.configuration.version, "jukebox \(ProgramVersion.current)")
    // It goes to the parser.
    #expect(CommandWords.unknown(["--version"]) == nil)
  }

  @Test func `a name that does not exist is refused`() {
    let failure = ScanText.nowhere("nope")
    #expect(failure.kind == .refused && failure.description.contains("no file or folder nope"))
  }

  @Test func `the result of a scan is printed if there is anything to print, and whether it was complete`() {
    let state = ScanState(
      Answer(
        "scanned: A", "job: 3", "found: 9", "opened: 1", "unreadable: 0", "not_read: 0", "scanned: B",
        "job: 3", "found: 2", "opened: 2", "unreadable: 1", "not_read: 1", "problem: /b/x.mp3: no sound",
        "problem: /b/y: Input/output error", "error: /b: No such device", "scanned: C", "job: 3",
        "not_read: 0", "unreadable: 0", "forbidden: 2", "problem: /c: 1 link is not followed: z"))
    #expect(!state.isRunning && state.volumes.isEmpty && state.scanned.map(\.name) == ["A", "B", "C"])
    expectEqual(state.scanned.map(\.isIncomplete), [false, true, false])
    expectEqual(
      ScanText.lines(state.scanned),
      [
        "B: the scan was aborted: /b: No such device",
        "B: 1 file or folder could not be read; their library entries are kept",
        "B: 1 file cannot be played", "  /b/x.mp3: no sound", "  /b/y: Input/output error",
        "C: 2 files and folders skipped: the user `jukebox` has no permission to read them",
        "  /c: 1 link is not followed: z",
      ])
    #expect(ScanText.failure(left: [], []) == nil)
    let failure = ScanText.failure(left: ["Z"], state.scanned.filter(\.isIncomplete))
    expectEqual(failure?.kind, .refused)
    #expect(
      failure?.description.hasPrefix("Z was removed during the scan, and B was scanned only in part.") == true
    )
  }

  @Test func `songs found by a search can be played`() throws {
    let command = try SearchCommand.parse(["--play", "-m", "1", "so", "what"])
    #expect(command.play && command.most == 1 && command.words == ["so", "what"])
  }
}
