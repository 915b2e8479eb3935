import Model
import Support
import Testing

@testable import Control

/// Clients that add songs for a guest.
@Suite struct PartyCommandTests {
  private func conversation() -> Conversation {
    let fake = FakeBackend()
    fake.fillQueue()
    return Conversation(fake)
  }

  @Test func `a song of a guest has the guest's name, and no other place than the guest's turn`() throws {
    let conversation = conversation()
    let id = conversation.fake.snapshot.entries[1].id
    expectEqual(conversation.ask("guest \"Ana B\""), ["OK"])
    expectEqual(conversation.ask("add a/01.flac 0"), ["OK"])
    expectEqual(
      conversation.ask("command_list_begin\naddid a/01.flac\nadd a/01.flac\ncommand_list_end").last, "OK")
    expectEqual(conversation.ask("withdraw \(id.rawValue)"), ["OK"])
    conversation.fake.status.state = .play
    expectEqual(conversation.ask("vote \(id.rawValue)"), ["OK"])
    let track = try #require(conversation.fake.requests.first?.items.first?.track)
    expectEqual(FakeBackend.uri(track), "a/01.flac")
    expectEqual(
      conversation.fake.requests.map { "\($0.guest) \($0.items.count)" }, ["Ana B 1", "Ana B 1", "Ana B 1"])
    #expect(conversation.fake.performed.contains(.vote(id, guest: "Ana B")))
    #expect(conversation.fake.performed.contains(.withdraw(id, guest: "Ana B")))
  }

  @Test func `the queue names who asked for a song, a saved playlist does not`() {
    let conversation = conversation()
    let first = conversation.fake.snapshot.entries[0]
    conversation.fake.snapshot.entries[0] = QueueEntry(
      id: first.id, track: first.track, told: [SourceMetadata(.guest, "Ana")])
    let lines = conversation.ask("playlistinfo 0")
    #expect(lines.contains("guest: Ana") && lines.contains { $0.hasPrefix("Title: ") }, "\(lines)")
    #expect(!conversation.ask("playlistinfo 1").contains { $0.hasPrefix("guest") })
    expectEqual(conversation.ask("save Party"), ["OK"])
    // As tracks alone: nothing is kept of the entries.
    #expect(conversation.fake.playlists.changes.last?.hasPrefix("Party: create ") == true)
  }

  static let refusals = [
    ("guest \"\"", "ACK [2@0] {guest} A name of at most 64 bytes expected"),
    ("guest \"  \"", "ACK [2@0] {guest} A name of at most 64 bytes expected"),
    ("guest \(String(repeating: "x", count: 65))", "ACK [2@0] {guest} A name of at most 64 bytes expected"),
    ("vote 1", "ACK [4@0] {vote} Only guests do this: give a name with the command guest first"),
    ("withdraw 1", "ACK [4@0] {withdraw} Only guests do this: give a name with the command guest first"),
  ]

  @Test(arguments: refusals) func `a refusal says what to do`(line: String, answer: String) {
    expectEqual(conversation().ask(line), [answer])
  }

  @Test func `the rules and the votes are shown`() {
    let conversation = conversation()
    expectEqual(
      conversation.ask("party"), ["songseach: 3", "againafter: 60", "skipneeded: 3", "OK"])
    #expect(!conversation.ask("status").contains { $0.hasPrefix("skip") })
    (conversation.fake.status.skipVotes, conversation.fake.status.skipVotesNeeded) = (1, 3)
    let status = conversation.ask("status")
    #expect(status.contains("skipvotes: 1") && status.contains("skipneeded: 3"))
    expectEqual(conversation.ask("guest Ana\nvote 99").last, "ACK [50@0] {vote} No such song")
  }
}
