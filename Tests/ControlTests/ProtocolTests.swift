import Support
import Testing

@testable import Control

/// The lines around commands: greeting, quoting, errors, lists.
@Suite struct ProtocolTests {
  @Test func `a client is greeted with the protocol's version`() {
    let hub = Hub(backend: FakeBackend().backend)
    expectEqual(String(decoding: hub.connect(isLocal: true).pendingOutput, as: UTF8.self), "OK MPD 0.24.0\n")
  }

  @Test(arguments: [
    ("ping", "OK"), ("ping\t", "OK"), ("ping\r", "OK"),
    ("foo", "ACK [5@0] {} unknown command \"foo\""),
    ("foo bar", "ACK [5@0] {} unknown command \"foo\""),
    ("p1ng", "ACK [5@0] {} unknown command \"p1ng\""),
    ("ping x", "ACK [2@0] {ping} wrong number of arguments for \"ping\""),
    ("add", "ACK [2@0] {add} too few arguments for \"add\""),
    ("play 1 2", "ACK [2@0] {play} too many arguments for \"play\""),
    ("add \"abc", "ACK [5@0] {} Missing closing '\"'"),
    ("add \"abc\\", "ACK [5@0] {} Missing closing '\"'"),
    ("add \"abc\"d", "ACK [5@0] {} Space expected after closing '\"'"),
    ("add \"a\"\"b\"", "ACK [5@0] {} Space expected after closing '\"'"),
    ("add ab\"c", "ACK [5@0] {} Invalid unquoted character"),
    ("add 'x y'", "ACK [5@0] {} Invalid unquoted character"),
    ("command_list_end", "ACK [5@0] {} unknown command \"command_list_end\""),
  ])
  func `one line gets one answer`(line: String, answer: String) {
    expectEqual(Conversation().ask(line), [answer])
  }

  @Test(arguments: ["Play", " ping", "\tping", "", " ", "GET / HTTP/1.1", "\"ping\"", "\u{E9}"])
  func `a line that is not of the protocol closes the connection without a word`(line: String) {
    let conversation = Conversation()
    expectEqual(conversation.ask(line), [])
    #expect(conversation.client.isClosing)
  }

  @Test(arguments: ["ping\u{E9}", "foo\"x", "pi-ng"])
  func `a command with foreign characters is refused, then the connection closes`(line: String) {
    let conversation = Conversation()
    #expect(conversation.ask(line) == ["ACK [5@0] {} Invalid word character"])
    #expect(conversation.client.isClosing)
  }

  @Test func `a quoted argument may hold blanks, quotes and backslashes`() {
    let fake = FakeBackend(songCount: 0)
    fake.add(Song(uri: #"a b "c" \d.mp3"#))
    let conversation = Conversation(fake)
    #expect(conversation.ask(#"addid "a b \"c\" \\d.mp3""#) == ["Id: 1", "OK"])
  }

  @Test func `lines may come in pieces and several at once`() {
    let conversation = Conversation()
    conversation.send("pi")
    expectEqual(conversation.hear(), "")
    conversation.send("ng\nping\nfo")
    expectEqual(conversation.hear(), "OK\nOK\n")
    conversation.send("o\n")
    #expect(conversation.hear() == "ACK [5@0] {} unknown command \"foo\"\n")
  }

  @Test func `a list is answered once, and stops at the first error with its place`() {
    let conversation = Conversation()
    expectEqual(
      conversation.ask("command_list_begin\nping\nreplay_gain_status\ncommand_list_end"),
      [
        "replay_gain_mode: off", "OK",
      ])
    #expect(
      conversation.ask("command_list_begin\nping\nplay 99\nsetvol 7\ncommand_list_end") == [
        "ACK [2@1] {play} Bad song index"
      ])
    #expect(conversation.fake.performed.isEmpty)
    expectEqual(conversation.ask("ping"), ["OK"])
  }

  @Test func `a list with separate answers marks the end of each`() {
    let conversation = Conversation()
    #expect(
      conversation.ask("command_list_ok_begin\nping\nreplay_gain_status\nfoo\ncommand_list_end") == [
        "list_OK", "replay_gain_mode: off", "list_OK", "ACK [5@2] {} unknown command \"foo\"",
      ])
    expectEqual(conversation.ask("command_list_ok_begin\ncommand_list_end"), ["OK"])
  }

  @Test func `lists don't nest, and waiting has no place in one`() {
    let conversation = Conversation()
    #expect(
      conversation.ask("command_list_begin\ncommand_list_begin\ncommand_list_end") == [
        "ACK [5@0] {} unknown command \"command_list_begin\""
      ])
    #expect(
      conversation.ask("command_list_begin\nping\nidle\ncommand_list_end") == [
        "ACK [5@1] {idle} Not possible in a command list"
      ])
  }

  @Test func `a value can't forge an answer`() {
    let fake = FakeBackend(songCount: 0)
    fake.add(Song(uri: "x.mp3", tags: [.init(.title, "a\nOK\nfile: b\r\u{0}c")]))
    fake.fillQueue()
    expectEqual(
      Conversation(fake).ask("playlistinfo"),
      [
        "file: x.mp3", "Title: a OK file: b  c", "Pos: 0", "Id: 1", "OK",
      ])
  }

  @Test func `bytes that are no text don't disturb`() {
    let conversation = Conversation()
    conversation.client.receive([0x61, 0x64, 0x64, 0x20, 0xFF, 0xFE, 0x0A].span)
    #expect(conversation.hear() == "ACK [50@0] {add} No such directory\n")
  }
}
