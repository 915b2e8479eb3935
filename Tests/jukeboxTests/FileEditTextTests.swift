import Client
import Support
import Testing

@testable import jukebox

/// Changes of music files, as the command shows them.
@Suite struct FileEditTextTests {
  @Test(arguments: [
    (0, "0 bytes"), (999, "999 bytes"), (1000, "1.0 kB"), (9999, "9.9 kB"), (10_000, "10 kB"),
    (999_999, "999 kB"),
    (1_000_000, "1.0 MB"), (53_687_091, "53 MB"), (1_500_000_000, "1.5 GB"), (2_000_000_000_000, "2.0 TB"),
  ]) func `sizes are short`(bytes: Int, text: String) { expectEqual(FileEditText.size(bytes), text) }

  @Test func `tags are shown with their values, or as removed`() {
    let answer = Answer("tag: ARTIST", "value: A", "value: B", "tag: ALBUM")
    expectEqual(FileEditText.lines(tags: WrittenTag.all(answer)), ["ARTIST: A; B", "ALBUM: (removed)"])
    #expect(WrittenTag.all(Answer("value: lost")).isEmpty)
  }

  @Test func `the trash is listed with dates and sizes`() {
    let items = TrashedItem.all(
      Answer(
        "trash: 1700000000-1-0123abcd", "file: STICK/a.flac", "size: 5", "removed: 2023-11-14T22:13:20Z",
        "trash: 0-2-0123abcd", "directory: STICK/A", "size: 20000000"))
    expectEqual(
      FileEditText.lines(trash: items),
      [
        "1700000000-1-0123abcd  2023-11-14  5 bytes  STICK/a.flac",
        "0-2-0123abcd  no date     20 MB  STICK/A/",
      ])
    expectEqual(FileEditText.lines(trash: []), ["The trash is empty."])
    expectEqual(FileEditText.lines(removed: items).last, "`jukebox trash restore PATH` brings it back.")
    expectEqual(FileEditText.lines(deleted: items), ["2 deleted: 20 MB are free again"])
    expectEqual(FileEditText.line(copied: 1, known: 0, bytes: 1000), "1 file copied (1.0 kB)")
    expectEqual(
      FileEditText.line(copied: 2, known: 3, bytes: 0), "2 files copied (0 bytes); 3 were there already")
  }
}
