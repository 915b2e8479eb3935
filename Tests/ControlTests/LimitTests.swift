import Model
import Support
import Testing

@testable import Control

/// What a hostile or careless client can't have.
@Suite struct LimitTests {
  private var limits: Limits {
    var limits = Limits()
    limits.lineBytes = 100
    limits.listBytes = 1000
    limits.allListBytes = 1500
    limits.arguments = 4
    return limits
  }

  @Test func `a line may be as long as the limit, and no longer`() {
    let conversation = Conversation(limits: limits)
    #expect(
      conversation.ask("add " + String(repeating: "x", count: 96)) == ["ACK [50@0] {add} No such directory"])
    #expect(conversation.ask("add " + String(repeating: "x", count: 97)) == ["ACK [5@0] {} Line is too long"])
    #expect(conversation.client.isClosing)
  }

  @Test func `a line without an end is not collected for ever`() {
    let conversation = Conversation(limits: limits)
    conversation.send(String(repeating: "x", count: 101))
    #expect(conversation.hear() == "ACK [5@0] {} Line is too long\n")
    #expect(conversation.client.isClosing)
  }

  @Test func `a list is bounded, and all lists together`() {
    let first = Conversation(limits: limits)
    let second = Conversation(beside: first)
    let line = "add " + String(repeating: "x", count: 95) + "\n"
    first.send("command_list_begin\n" + String(repeating: line, count: 10))
    expectEqual(first.hear(), "")
    second.send("command_list_begin\n" + String(repeating: line, count: 6))
    #expect(second.hear() == "ACK [2@0] {} Command list is too large\n")
    #expect(second.client.isClosing)
    first.send(line)
    #expect(first.hear() == "ACK [2@0] {} Command list is too large\n")
    expectEqual(first.hub.held.lists, 0)
  }

  @Test func `a list's room is given back however it ends`() {
    let conversation = Conversation(limits: limits)
    for _ in 0..<5 {
      _ = conversation.ask("command_list_begin\nping\nplay 99\ncommand_list_end")
      _ = conversation.ask("command_list_begin\nping\ncommand_list_end")
    }
    expectEqual(conversation.hub.held.lists, 0)
    conversation.send("command_list_begin\nping\n")
    expectEqual(conversation.hub.held.lists, 5)
    conversation.client.disconnected()
    expectEqual(conversation.hub.held.lists, 0)
  }

  @Test func `words of a line are bounded`() {
    #expect(
      Conversation(limits: limits).ask("tagtypes enable a b c d") == ["ACK [2@0] {} Too many arguments"])
  }

  @Test func `a client whose answers aren't taken is not answered further`() {
    var limits = Limits()
    limits.outputBytes = 500
    let conversation = Conversation(limits: limits)
    conversation.send(String(repeating: "status\n", count: 100))
    #expect(conversation.client.output.count < 1000)
    #expect(!conversation.client.wantsInput)
    #expect(conversation.hear().split(separator: "\n").filter { $0 == "OK" }.count == 100)
    #expect(conversation.client.wantsInput)
  }

  @Test(arguments: [
    "lsinfo folder", "find title y", "find title y sort Title", "lookup y", "playlistinfo", "browse songs",
  ])
  func `songs with tags of any length close no connection`(_ question: String) {
    let conversation = Conversation()
    let long = String(repeating: "y", count: 60_000)
    conversation.fake.songs = [:]
    for number in 10..<40 {
      conversation.fake.add(Song(uri: "folder/\(number)", tags: [.init(.title, "y"), .init(.artist, long)]))
    }
    conversation.fake.fillQueue()
    conversation.send(question + "\n")
    #expect(conversation.client.output.count < 200_000)
    let answer = conversation.hear()
    #expect(!conversation.client.isClosing && answer.hasSuffix("OK\n"))
    #expect(answer.split(separator: "\n").count { $0.hasPrefix("file: ") } == 30)
  }

  @Test func `a client with much to do lets others in between`() {
    var limits = Limits()
    limits.stepsPerTurn = 8
    let busy = Conversation(limits: limits)
    let other = Conversation(beside: busy)
    busy.send("command_list_begin\n" + String(repeating: "setvol 1\n", count: 100) + "command_list_end\n")
    #expect(busy.fake.performed.count < 8)
    #expect(!busy.client.wantsInput)
    #expect(busy.hub.hasUnfinished)
    other.send("stop\n")
    expectEqual(busy.fake.performed.last, .stop)
    expectEqual(busy.hear(), "OK\n")
    expectEqual(busy.fake.performed.count, 101)
    #expect(busy.client.wantsInput)
  }

  @Test func `an answer beyond every bound closes the connection`() {
    var limits = Limits()
    limits.outputBytes = 1000
    limits.outputCeilingBytes = 2000
    let fake = FakeBackend(songCount: 0)
    fake.add(Song(uri: "x.mp3", tags: [.init(.title, String(repeating: "x", count: 5000))]))
    fake.fillQueue()
    let conversation = Conversation(fake, limits: limits)
    conversation.send("playlistinfo\nping\n")
    #expect(conversation.client.isClosing)
  }

  @Test func `input that arrives byte by byte is the same`() {
    let conversation = Conversation(limits: limits)
    for byte in "command_list_ok_begin\nping\ncommand_list_end\nstop\n".utf8 {
      conversation.client.receive([byte].span)
    }
    expectEqual(conversation.hear(), "list_OK\nOK\nOK\n")
  }
}
