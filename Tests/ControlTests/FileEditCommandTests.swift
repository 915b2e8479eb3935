import Model
import Support
import Testing

@testable import Control

/// Music files are changed, removed and copied, by commands.
@Suite struct FileEditCommandTests {
  private let fake = FakeBackend()
  private let conversation: Conversation

  init() { conversation = Conversation(fake) }

  @Test func `tags are written with names in any case, and several values`() {
    #expect(
      conversation.ask(#"tag a/01.flac artist "A B" Track 3 ARTIST C album "" "#)
        == ["tag: ARTIST", "value: A B", "value: C", "tag: TRACKNUMBER", "value: 3", "tag: ALBUM", "OK"])
    expectEqual(fake.fileEdits.tagged.map(\.uri), ["a/01.flac"])
    expectEqual(conversation.ask("tag path a/01.flac"), ["tag: TITLE", "value: Of the path", "OK"])
    expectEqual(conversation.ask("tag undo a/01.flac"), ["tag: COMMENT", "value: two lines", "OK"])
    expectEqual(fake.fileEdits.tagged.map(\.request).suffix(2), [.fromPath, .undo])
  }

  @Test(arguments: [
    ("tag", #"ACK [2@0] {tag} too few arguments for "tag""#),
    ("tag a/01.flac artist", "ACK [2@0] {tag} Unknown tag a/01.flac: path or undo expected"),
    ("tag a/01.flac artist X album", "ACK [2@0] {tag} tag takes URI and pairs of KEY VALUE"),
    (
      "tag a/01.flac a=b X",
      "ACK [2@0] {tag} Not a tag's name: 1 to 64 letters, digits and signs without = expected"
    ),
    (
      "tag a/01.flac ä X",
      "ACK [2@0] {tag} Not a tag's name: 1 to 64 letters, digits and signs without = expected"
    ),
    (
      "tag http://x/y.mp3 artist X",
      "ACK [2@0] {tag} Unsupported URI scheme: only http:// and https:// URLs can be played; this command may take files alone"
    ),
    ("trash", #"ACK [2@0] {trash} too few arguments for "trash""#),
    ("trash burn", "ACK [2@0] {trash} Expected trash list, restore ITEM or empty [VOLUME]"),
    ("trash empty Other", "ACK [50@0] {trash} No such volume: Other"),
    ("trash restore 7", "ACK [50@0] {trash} No such item in the trash: 7"),
    ("remove ../x", "ACK [50@0] {remove} No such song: ../x"),
  ]) func `impossible edits of files are refused`(line: String, answer: String) {
    expectEqual(conversation.ask(line), [answer])
  }

  @Test func `too many values, and too long ones, are refused`() {
    let pairs = (0...TagEdit.mostKeys).map { "k\($0) v" }.joined(separator: " ")
    #expect(
      conversation.ask("tag a/01.flac \(pairs)")
        == ["ACK [51@0] {tag} At most 32 values can be written at once"])
    #expect(throws: Refusal.self) {
      try TagEdit.all([("TITLE", String(repeating: "x", count: TagEdit.mostValueBytes + 1))])
    }
    for text in ["a\u{0}b", "a\nb", "a\u{7F}", "a\u{FFFD}"] {
      #expect(throws: Refusal.self) { try TagEdit.all([("TITLE", text)]) }
    }
    #expect(throws: Refusal.self) { try TagEdit.all([("METADATA_BLOCK_PICTURE", "a")]) }
  }

  @Test func `songs go to the trash, are listed, restored and deleted`() {
    expectEqual(
      conversation.ask("remove a/01.flac b"),
      [
        "trash: 1700000000-1-00000000", "file: a/01.flac", "size: 5", "removed: 2023-11-14T22:13:20Z",
        "trash: 1700000000-1-00000001", "directory: b", "size: 5", "OK",
      ])
    expectEqual(conversation.ask("trash list").count, 8)
    #expect(
      conversation.ask("trash restore b 1700000000-1-00000009")
        == [
          "trash: 1700000000-1-00000001", "directory: b", "size: 5",
          "ACK [50@0] {trash} No such item in the trash: 1700000000-1-00000009",
        ])
    #expect(conversation.ask("trash empty Stick").contains("file: a/01.flac"))
    expectEqual(conversation.ask("trash list"), ["OK"])
  }

  @Test func `a copy reports its progress, and ends with its client`() {
    conversation.send("copy a b/01.flac Stick\n")
    _ = conversation.hear()
    #expect(
      fake.fileEdits.copies.map(\.volume) == ["Stick"]
        && fake.fileEdits.copies.first?.uris == ["a", "b/01.flac"])
    var report = CopyReport()
    (report.doneBytes, report.allBytes) = (1 << 20, 20 << 20)
    fake.fileEdits.reportCopy?(report)
    report.doneBytes = 10 << 20
    fake.fileEdits.reportCopy?(report)
    expectEqual(conversation.hear(), "progress: 10485760\nof: 20971520\n")
    (report.copied, report.known, report.doneBytes) = (2, 1, 20 << 20)
    fake.fileEdits.endCopy?(.success(report))
    expectEqual(conversation.hear(), "copied: 2\nknown: 1\nbytes: 20971520\nOK\n")
    #expect(!fake.fileEdits.isCopyCancelled)
    conversation.send("copy a Stick\n")
    _ = conversation.hear()
    // Other changes are carried out, though nobody waits for them.
    conversation.client.peerLeft()
    #expect(fake.fileEdits.isCopyCancelled)
  }

  @Test func `a refusal has its key`() {
    _ = conversation.ask("protocol enable error_keys")
    fake.fileEdits.refusal = .failed(.filesProtected, "Music files are protected")
    for line in ["tag undo a/01.flac", "remove a", "trash list", "copy a Stick"] {
      let name = line.prefix { $0 != " " }
      #expect(conversation.ask(line) == ["ACK [52@0] {\(name)} [files-protected] Music files are protected"])
    }
  }
}
