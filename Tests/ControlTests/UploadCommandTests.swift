import Model
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
    #expect(conversation.ask("uploadpart 1 0 Zm9v") == ["received: 3", "OK"])
    // Of another client, after the first one has left.
    let other = Conversation(beside: conversation)
    #expect(
      other.ask(#"uploadbegin Stick "A B/s.flac" 6"#)
        == ["upload: 1", "received: 3", "path: A B/s.flac", "OK"])
    #expect(other.ask("uploadpart 1 3 YmFy") == ["received: 6", "OK"])
    #expect(fake.uploads.files == [Array("foobar".utf8)])
    #expect(other.ask("uploadend 1") == ["file: Stick/A B/s.flac", "OK"])
    _ = other.ask("uploadbegin Stick t.flac 1")
    #expect(other.ask("uploadend 2") == ["file: Stick/t.flac", "known: 1", "OK"])
    #expect(other.ask("uploadstop 2") == ["OK"])
  }

  @Test(arguments: [
    ("uploadbegin Stick s.flac 0", "ACK [2@0] {uploadbegin} Bytes from 1 to 1125899906842624 expected: 0"),
    ("uploadpart 1 0 Zm9", "ACK [2@0] {uploadpart} Base64 expected"),
    ("uploadpart 1 -1 Zm9v", "ACK [2@0] {uploadpart} An offset from 0 to 1125899906842624 expected: -1"),
    ("uploadpart 7 0 Zm9v", "ACK [50@0] {uploadpart} No such upload"),
    ("uploadend x", "ACK [2@0] {uploadend} The number of an upload from 1 to 2147483647 expected: x"),
  ]) func `what can't be sent is refused`(line: String, answer: String) {
    #expect(Conversation().ask(line) == [answer])
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
