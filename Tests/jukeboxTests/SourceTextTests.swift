import Client
import Support
import Testing

@testable import jukebox

@Suite struct SourceTextTests {
  @Test func `folders are listed with what the library has of them`() {
    let folders = SourceFolder.all(
      Answer(
        "directory: ", "excluded: 0", "songs: 22", "playtime: 90",
        "directory: Speech", "rule: exclude", "excluded: 1", "songs: 2", "playtime: 9",
        "directory: Speech/Own", "rule: include", "excluded: 0", "songs: 1", "playtime: 9",
        "directory: Noise", "rule: exclude", "excluded: 1", "songs: 0", "playtime: 0"
      ))
    expectEqual(
      SourceText.lines(folders),
      [
        "/           22 songs", "Speech      excluded, 2 songs included below",
        "Speech/Own  included, 1 song",
        "Noise       excluded",
      ])
  }
}
