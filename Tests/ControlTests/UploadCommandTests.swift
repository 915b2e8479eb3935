import Model
import Support
import Testing

@testable import Control

/// Files that clients send, by commands.
@Suite struct UploadCommandTests {
  @Test func `a file is begun, sent, continued and ended`() {
    let fake = FakeBackend()
    let conversation = Conversation(fake)
    #expect(
      conversation.ask(#"uploadcheck Stick "A B/s.flac" 6"#) == ["received: 0", "path: A B/s.flac", "OK"])
    #expect(
      conversation.ask(#"uploadbegin Stick "A B/s.flac" 6"#)
        == ["upload: 1", "received: 0", "path: A B/s.flac", "OK"])
    expectEqual(conversation.ask("uploadpart 1 0 Zm9v"), ["received: 3", "OK"])
    // Of another client, after the first one has left.
    let other = Conversation(beside: conversation)
    #expect(
      other.ask(#"uploadbegin Stick "A B/s.flac" 6"#)
        == ["upload: 1", "received: 3", "path: A B/s.flac", "OK"])
    expectEqual(other.ask("uploadpart 1 3 YmFy"), ["received: 6", "OK"])
    expectEqual(fake.uploads.files, [Array("foobar".utf8)])
    expectEqual(other.ask("uploadend 1"), ["file: Stick/A B/s.flac", "OK"])
    _ = other.ask("uploadbegin Stick t.flac 1")
    expectEqual(other.ask("uploadend 2"), ["file: Stick/t.flac", "known: 1", "OK"])
    expectEqual(other.ask("uploadstop 2"), ["OK"])
  }

  @Test(arguments: [
    ("uploadbegin Stick s.flac 0", "ACK [2@0] {uploadbegin} Bytes from 1 to 1125899906842624 expected: 0"),
    ("uploadpart 1 0 Zm9", "ACK [2@0] {uploadpart} Base64 expected"),
    ("uploadpart 1 -1 Zm9v", "ACK [2@0] {uploadpart} An offset from 0 to 1125899906842624 expected: -1"),
    ("uploadpart 7 0 Zm9v", "ACK [50@0] {uploadpart} No such upload"),
    ("uploadend x", "ACK [2@0] {uploadend} The number of an upload from 1 to 2147483647 expected: x"),
  ]) func `impossible uploads are refused`(line: String, answer: String) {
    expectEqual(Conversation().ask(line), [answer])
  }

  @Test func `bytes follow a line as they are`() {
    let conversation = Conversation()
    _ = conversation.ask("uploadbegin Stick s.flac 24")
    // Bytes that are a command, come in pieces, and are followed by one.
    conversation.send("uploadbytes 1 0 7\nclear\n")
    expectEqual(conversation.hear(), "")
    conversation.send("x")
    expectEqual(conversation.hear(), "received: 7\nOK\n")
    expectEqual(conversation.ask("uploadbytes 1 7 2\n\n\nping"), ["received: 9", "OK", "OK"])
    expectEqual(conversation.fake.uploads.files, [Array("clear\nx\n\n".utf8)])
    // Those of a refused command are no commands either.
    #expect(
      conversation.ask("uploadbytes 1 0 5\nclearping") == [
        "ACK [2@0] {uploadbytes} Continue elsewhere", "OK",
      ])
    #expect(
      conversation.ask("restrict read\nuploadbytes 1 9 5\nclearping") == [
        "OK", "ACK [4@0] {uploadbytes} you don't have permission for \"uploadbytes\"", "OK",
      ])
    #expect(conversation.fake.edits.isEmpty && conversation.fake.performed.isEmpty)
  }

  @Test(arguments: [
    "uploadbytes 1 0 0", "uploadbytes 1 0 x", "uploadbytes 1 0 65537", "uploadbytes", "uploadbytes 1 0 \"5",
    "command_list_begin\nuploadbytes 1 0 5\ncommand_list_end",
  ])
  func `an upload of unknown length ends the connection`(line: String) {
    let conversation = Conversation()
    let answer = conversation.ask(line + "\nclear")
    #expect(answer.count == 1 && answer[0].hasPrefix("ACK ["))
    #expect(conversation.client.isClosing && conversation.fake.edits.isEmpty)
  }

  @Test func `a client that leaves during its bytes sends nothing`() {
    let conversation = Conversation()
    _ = conversation.ask("uploadbegin Stick s.flac 24")
    conversation.send("uploadbytes 1 0 7\nabc")
    conversation.client.endOfInput()
    #expect(conversation.client.isClosing && conversation.fake.uploads.files == [[]])
  }

  @Test func `a file is its sender's, whom a local client names`() {
    let conversation = Conversation()
    _ = conversation.ask("uploadbegin Stick s.flac 24 192.0.2.7\nuploadbegin Stick t.flac 24")
    expectEqual(conversation.fake.uploads.senders, ["192.0.2.7", "this machine"])
    let remote = Conversation(isLocal: false)
    #expect(remote.ask("uploadbegin Stick s.flac 24 192.0.2.7").last?.hasPrefix("ACK [4@0]") == true)
  }

  @Test func `a refusal has its key`() {
    let fake = FakeBackend()
    let conversation = Conversation(fake)
    _ = conversation.ask("protocol enable error_keys")
    fake.uploads.refusal = .noSuchVolume
    #expect(
      conversation.ask("uploadbegin Stick s.flac 1")
        == [#"ACK [50@0] {uploadbegin} [no-such-volume "Stick"] No such volume: Stick"#])
  }
}
