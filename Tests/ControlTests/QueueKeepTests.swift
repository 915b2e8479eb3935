import Linux
import Model
import Support
import Testing

@testable import Control

/// The queue comes back after it was replaced.
@Suite struct QueueKeepTests {
  private func conversation(_ state: TransportState = .play) -> Conversation {
    let fake = FakeBackend()
    fake.fillQueue()
    fake.snapshot.entries[1].priority = 7
    fake.snapshot.entries[3].priority = 7
    fake.snapshot.entries[2].priority = 9
    fake.status.state = state
    fake.status.current = .init(position: 2, id: fake.snapshot.entries[2].id)
    fake.status.elapsed = state == .stop ? nil : .seconds(12)
    fake.status.modes.random = true
    fake.status.lastLoaded = "Mix"
    return Conversation(fake)
  }

  private func shown(_ conversation: Conversation) -> [String] {
    conversation.fake.snapshot.entries.map { "\(FakeBackend.uri($0.track)) \($0.priority)" }
  }

  private static let playing: [Event] = [
    .setRandom(true), .playPosition(2), .seekPosition(2, to: .seconds(12)),
  ]

  static let rows: [(TransportState, [Event])] = [
    (.play, playing), (.pause, playing + [.setPaused(true)]), (.stop, [.setRandom(true)]),
  ]

  @Test(arguments: rows)
  func `a copy restores the queue`(state: TransportState, performed: [Event]) {
    let conversation = conversation(state)
    let before = shown(conversation)
    expectEqual(conversation.ask("queuekeep"), ["kept: 1", "OK"])
    expectEqual(conversation.ask("clear\nadd a/01.flac\nrandom 0").last, "OK")
    let count = conversation.fake.performed.count
    expectEqual(conversation.ask("queueback 1"), ["OK"])
    expectEqual(shown(conversation), before)
    expectEqual(Array(conversation.fake.performed[count...]), performed)
    expectEqual(conversation.fake.status.lastLoaded, "Mix")
    // Again, by another client and within a list.
    let other = Conversation(beside: conversation)
    expectEqual(other.ask("command_list_begin\nclear\nqueueback 1\ncommand_list_end"), ["OK"])
    expectEqual(shown(other), before)
  }

  @Test func `entries of a copy come into the queue`() {
    let conversation = conversation()
    let before = shown(conversation)
    expectEqual(
      conversation.ask("command_list_ok_begin\nqueuekeep\ndelete 1:3\ncommand_list_end"),
      ["kept: 1", "list_OK", "list_OK", "OK"])
    expectEqual(conversation.ask("queueback 1 1:3 1"), ["OK"])
    expectEqual(shown(conversation), before)
    expectEqual(conversation.ask("queueback 1 3:"), ["OK"])
    expectEqual(shown(conversation), before + [before[3]])
    #expect(conversation.ask("queueback 1 0:1 9").last?.hasPrefix("ACK [2@0] {queueback}") == true)
  }

  @Test func `an empty queue comes back too`() {
    let conversation = Conversation()
    expectEqual(conversation.ask("queuekeep"), ["kept: 1", "OK"])
    expectEqual(conversation.ask("add a\nqueueback 1").last, "OK")
    #expect(conversation.fake.snapshot.entries.isEmpty)
  }

  @Test func `a queue that is not stored cannot be restored`() {
    let conversation = conversation()
    _ = conversation.ask("protocol enable error_keys")
    for line in ["queueback 1", "queueback 99 0:1"] {
      #expect(conversation.ask(line).last?.hasPrefix("ACK [50@0] {queueback} [nothing-to-undo") == true)
    }
    #expect(conversation.fake.edits.isEmpty)
    #expect(conversation.ask("queueback x").last?.hasPrefix("ACK [2@0] {queueback}") == true)
  }

  @Test func `copies end by themselves, and the oldest makes room`() {
    var kept = KeptQueues()
    let start = Instant(nanoseconds: 0)
    let numbers = (0...KeptQueues.most).map {
      kept.keep([], PlaybackStatus(), at: start + .seconds(Int64($0)))
    }
    expectEqual(numbers, Array(1...KeptQueues.most + 1))
    #expect(kept.copy(1, at: start) == nil)
    #expect(kept.copy(2, at: start + .seconds(60)) != nil)
    #expect(kept.copy(2, at: start + .seconds(61)) == nil)
    kept.forgetOld(at: start + .seconds(67))
    expectEqual(kept.copies.map(\.number), [9])
  }

  @Test func `a removed playlist comes back`() {
    let conversation = Conversation()
    _ = conversation.ask("protocol enable error_keys\nplaylistadd Mix a")
    let before = conversation.ask("listplaylist Mix")
    #expect(before.count > 2)
    expectEqual(conversation.ask("playlistremove Mix"), ["OK"])
    #expect(
      conversation.ask("listplaylist Mix").last?.hasPrefix("ACK [50@0] {listplaylist} [no-such-playlist")
        == true)
    expectEqual(conversation.ask("playlistrestore Mix"), ["OK"])
    expectEqual(conversation.ask("listplaylist Mix"), before)
    #expect(
      conversation.ask("playlistrestore Mix").last?.hasPrefix("ACK [50@0] {playlistrestore} [nothing-to-undo")
        == true)
    #expect(
      conversation.ask("playlistremove None").last?.hasPrefix("ACK [50@0] {playlistremove} [no-such-playlist")
        == true)
  }
}
