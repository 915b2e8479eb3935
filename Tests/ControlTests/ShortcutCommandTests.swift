import Model
import Support
import Testing

@testable import Control

@Suite struct ShortcutCommandTests {
  private let fake = FakeBackend()

  @Test func `the current song goes into a slot's playlist, and the answer has the result`() {
    let conversation = Conversation(fake)
    #expect(conversation.ask("mix 1") == ["ACK [55@0] {mix} Not playing"])
    fake.mixed = .success(MixOutcome(playlist: "Mix 2", uri: "a/01.flac", step: .added))
    expectEqual(conversation.ask("mix 2"), ["playlist: Mix 2", "file: a/01.flac", "done: added", "OK"])
    fake.mixed = .success(MixOutcome(playlist: "Mix 2", uri: "a/01.flac", step: .removed))
    #expect(conversation.ask("mix 2").contains("done: removed"))
    expectEqual(fake.asked, ["mix 1", "mix 2", "mix 2"])
    fake.mixed = .success(
      MixOutcome(playlist: "Mix 1", uri: "a/01.flac", step: .kept, taken: .existing))
    expectEqual(
      conversation.ask("mix 1"),
      [
        "playlist: Mix 1", "file: a/01.flac", "done: kept", "taken: existing", "OK",
      ])
  }

  @Test func `slots and presets are listed with their playlists`() {
    let conversation = Conversation(fake)
    fake.playlists.lists = ["a": [], "b": []]
    var report = PlaylistReport("b", modified: nil)
    report.slot = 3
    fake.playlists.reports["b"] = report
    expectEqual(conversation.ask("mixes"), ["slot: 3", "playlist: b", "OK"])
    #expect(conversation.ask("presetset 1 a") == ["OK"] && conversation.ask("presetset 9 b") == ["OK"])
    expectEqual(conversation.ask("presetset 4 \"Audiobooks/Robin Hood\""), ["OK"])
    expectEqual(
      conversation.ask("presets"),
      [
        "preset: 1", "playlist: a", "present: 1", "preset: 4", "path: Audiobooks/Robin Hood", "present: 0",
        "preset: 9", "playlist: b", "present: 0", "OK",
      ])
    #expect(
      conversation.ask("presetset 1") == ["OK"] && conversation.ask("presetset 4") == ["OK"]
        && fake.bound == [9: "b"])
    fake.shortcutRefusal = .noSuchPlaylist
    #expect(conversation.ask("presetset 2 x") == ["ACK [50@0] {presetset} No such playlist: x"])
    fake.shortcutRefusal = nil
    #expect(conversation.ask("preset 9") == ["OK"] && fake.asked == ["preset(9)"])
    #expect(
      conversation.ask("playname \"Robin Hood\"") == ["OK"] && fake.asked.last == "named(\"Robin Hood\")")
    fake.shortcutRefusal = .emptyPreset("No playlist is bound to it")
    #expect(conversation.ask("preset 9") == ["ACK [50@0] {preset} No playlist is bound to it"])
  }

  @Test(arguments: ["mix 0", "mix 4", "preset 0", "preset 1000", "presetset 0 a", "presetset 1000"])
  func `numbers that there are not are refused`(line: String) {
    let answer = Conversation(fake).ask(line)
    #expect(answer.count == 1 && answer[0].hasPrefix("ACK [2@0]") && answer[0].contains(" expected: "))
  }
}
