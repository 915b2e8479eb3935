import Model
import Support
import Testing

@testable import Control

/// What part of a song sounds, with MPD's words.
@Suite struct QueueRangeCommandTests {
  private let fake = FakeBackend()

  private func conversation() -> Conversation {
    fake.fillQueue()
    return Conversation(fake)
  }

  @Test(arguments: [
    ("1.5:9", Region(start: .milliseconds(1500), end: .seconds(9))),
    ("1.5:", Region(start: .milliseconds(1500))),
    (":9", Region(end: .seconds(9))), (":", .whole), ("0:0", .whole), ("3:0", Region(start: .seconds(3))),
    // Songs here have 20 s: an end there is none.
    ("3:20", Region(start: .seconds(3))), ("3:99", Region(start: .seconds(3))),
  ])
  func `a range is set as MPD does`(range: String, region: Region) {
    expectEqual(conversation().ask("rangeid 2 \(range)"), ["OK"])
    expectEqual(fake.edits, [.setRegion(EntryID(rawValue: 2), region)])
  }

  @Test(arguments: [
    ("rangeid 2 5", "[2@0] {rangeid} Bad range"), ("rangeid 2 5:4", "[2@0] {rangeid} Bad range"),
    ("rangeid 2 5:5", "[2@0] {rangeid} Bad range"), ("rangeid 2 -1:5", "[2@0] {rangeid} Bad range"),
    ("rangeid 2 a:b", "[2@0] {rangeid} Bad range"), ("rangeid 2 1:2:3", "[2@0] {rangeid} Bad range"),
    ("rangeid 2 nan:", "[2@0] {rangeid} Bad range"), ("rangeid 2 1e300:", "[2@0] {rangeid} Bad range"),
    ("rangeid 2 21:", "[2@0] {rangeid} Invalid start offset"),
    ("rangeid 99 1:2", "[50@0] {rangeid} No such song"),
    ("rangeid x 1:2", "[2@0] {rangeid} Integer expected: x"),
    ("rangeid 1 1:2", "[4@0] {rangeid} Access denied"),
  ])
  func `impossible ranges are refused`(line: String, answer: String) {
    let conversation = conversation()
    fake.status.current = .init(position: 0, id: fake.snapshot.entries[0].id)
    expectEqual(conversation.ask(line), ["ACK \(answer)"])
  }

  @Test func `the queue shows ranges, and their lengths`() {
    let conversation = conversation()
    expectEqual(conversation.ask("rangeid 2 1.5:9.25"), ["OK"])
    let told = conversation.ask("playlistid 2").filter { !$0.contains("Title") }
    expectEqual(Array(told.prefix(2)), ["file: a/02.flac", "Range: 1.500-9.250"])
    #expect(told.contains("Time: 8") && told.contains("duration: 7.750"))
    expectEqual(conversation.ask("rangeid 2 4:"), ["OK"])
    #expect(conversation.ask("playlistinfo 1").contains("Range: 4.000-"))
    #expect(!conversation.ask("playlistinfo 0").contains { $0.hasPrefix("Range") })
  }

  @Test func `a playlist's parts go into the queue and back`() {
    let conversation = conversation()
    let track = FakeBackend.track("a/01.flac")
    let region = Region(start: .seconds(2), gain: -3, crossfade: .seconds(4))
    fake.playlists.lists["p"] = [track, track]
    fake.playlists.described["p"] = [1: PlaylistEntry(track, region, notes: "n")]
    #expect(conversation.ask("clear") == ["OK"] && conversation.ask("load p") == ["OK"])
    expectEqual(fake.edits.last, .addItems([QueueItem(track), QueueItem(track, region)], at: .position(0)))
    let told = conversation.ask("playlistinfo 1")
    #expect(told.contains("Range: 2.000-") && told.contains("Gain: -3") && told.contains("Crossfade: 4.000"))
    expectEqual(conversation.ask("save q"), ["OK"])
    let entries = [PlaylistEntry(track), PlaylistEntry(track, region)]
    expectEqual(fake.playlists.changes, ["q: \(PlaylistChange.write(entries, .create, []))"])
  }
}
