import Model
import Support
import Testing

@testable import Control

@Suite struct PictureCommandTests {
  private static let digits = Array("0123456789".utf8)

  /// `a/01.flac` has a picture of ten bytes, or of `bytes`; the other songs have none.
  private func conversation(_ bytes: [UInt8] = digits, limits: Limits = Limits()) -> Conversation {
    let fake = FakeBackend()
    fake.artworks["a/01.flac"] = Artwork(
      size: bytes.count, mediaType: "image/png", isEmbedded: true, uri: "a/01.flac", content: "",
      bytes: bytes)
    return Conversation(fake, limits: limits)
  }

  @Test func `a picture comes with its size, its kind and its bytes`() {
    let conversation = conversation()
    conversation.send("readpicture a/01.flac 0\n")
    expectEqual(conversation.hear(), "size: 10\ntype: image/png\nbinary: 10\n0123456789\nOK\n")
    conversation.send("albumart a/01.flac 0\n")
    expectEqual(conversation.hear(), "size: 10\nbinary: 10\n0123456789\nOK\n")
    expectEqual(conversation.fake.pictureQuestions.map(\.first), [.song, .folder])
    #expect(conversation.fake.pictureQuestions.allSatisfy { $0.limit == 8192 })
  }

  @Test func `a part is asked for by where it begins, and at the end comes nothing`() {
    let conversation = conversation()
    expectEqual(conversation.ask("albumart a/01.flac 7"), ["size: 10", "binary: 3", "789", "OK"])
    conversation.send("readpicture a/01.flac 10\n")
    expectEqual(conversation.hear(), "size: 10\ntype: image/png\nbinary: 0\n\nOK\n")
  }

  @Test func `no answer holds more than the client takes`() {
    let bytes = (0..<100_000).map { UInt8(0x30 + $0 % 10) }
    let conversation = conversation(bytes)
    expectEqual(conversation.ask("binarylimit 64"), ["OK"])
    let part = String(decoding: bytes[10..<74], as: UTF8.self)
    expectEqual(conversation.ask("albumart a/01.flac 10"), ["size: 100000", "binary: 64", part, "OK"])
    // More than is ever sent at a time.
    expectEqual(conversation.ask("binarylimit 1000000"), ["OK"])
    expectEqual(conversation.ask("albumart a/01.flac 0")[1], "binary: 32768")
    expectEqual(
      conversation.ask("command_list_begin\nbinarylimit 64\nalbumart a/01.flac 10\ncommand_list_end").count, 4
    )
  }

  @Test func `bytes of every value are sent as they are`() {
    let conversation = conversation([0, 10, 13, 255, 0x4F, 0x4B, 10])
    conversation.send("readpicture a/01.flac 0\n")
    expectEqual(
      Array(conversation.client.pendingOutput),
      Array("size: 7\ntype: image/png\nbinary: 7\n".utf8) + [0, 10, 13, 255, 0x4F, 0x4B, 10]
        + Array("\nOK\n".utf8))
  }

  @Test func `a song without a picture is answered as MPD does`() {
    let conversation = conversation()
    expectEqual(conversation.ask("readpicture a/02.flac 0"), ["OK"])
    #expect(conversation.ask("albumart a/02.flac 0") == ["ACK [50@0] {albumart} No file exists"])
    expectEqual(conversation.ask("artwork a/02.flac"), ["OK"])
  }

  @Test func `a thumbnail is asked for once the picture is known, and is sent in parts`() {
    let conversation = conversation([UInt8](repeating: 0x30, count: 20_000))
    conversation.fake.artworks["a/01.flac"]?.content = "abc"
    conversation.fake.playlists.thumbnail = Array("0123456789".utf8)
    expectEqual(
      conversation.ask("thumbnail a/01.flac 320 4"),
      ["size: 10", "type: image/jpeg", "binary: 6", "456789", "OK"])
    expectEqual(conversation.fake.playlists.made, ["320: a/01.flac abc"])
    expectEqual(conversation.ask("thumbnail a/02.flac 320 0"), ["OK"])
    #expect(conversation.ask("thumbnail a/01.flac 320 11") == ["ACK [2@0] {thumbnail} Bad file offset"])
    #expect(
      conversation.ask("thumbnail a/01.flac 100 0") == [
        "ACK [2@0] {thumbnail} A thumbnail has 96, 320 or 1024 pixels: 100"
      ])
    #expect(conversation.ask("thumbnail http://a/b 96 0") == ["ACK [50@0] {thumbnail} No file exists"])
  }

  @Test func `a small picture is its own thumbnail, and so is one that cannot be decoded`() {
    let small = conversation()
    expectEqual(
      small.ask("thumbnail a/01.flac 96 7"), ["size: 10", "type: image/png", "binary: 3", "789", "OK"])
    expectEqual(small.fake.playlists.made, [])
    for (count, answer) in [
      (256 * 1024, ["size: 262144", "type: image/png", "binary: 2", "00", "OK"]), (256 * 1024 + 1, ["OK"]),
    ] {
      let conversation = conversation([UInt8](repeating: 0x30, count: count))
      conversation.fake.playlists.thumbnail = nil
      expectEqual(conversation.ask("thumbnail a/01.flac 1024 262142"), answer)
    }
  }

  @Test func `artwork answers the picture's size, type and source`() {
    let conversation = conversation()
    expectEqual(
      conversation.ask("artwork a/01.flac"),
      [
        "size: 10", "type: image/png", "source: embedded", "file: a/01.flac", "OK",
      ])
    conversation.fake.artworks["a/01.flac"]?.isEmbedded = false
    conversation.fake.artworks["a/01.flac"]?.uri = "a/cover.jpg"
    expectEqual(
      conversation.ask("artwork a/01.flac").suffix(3), ["source: folder", "file: a/cover.jpg", "OK"])
    expectEqual(conversation.fake.pictureQuestions.last?.limit, 0)
  }

  @Test(arguments: [
    ("albumart a/01.flac 11", "2@0] {albumart} Offset too large"),
    ("readpicture a/01.flac 11", "2@0] {readpicture} Bad file offset"),
    ("albumart a/09.flac 0", "50@0] {albumart} No file exists"),
    ("readpicture a/09.flac 0", "50@0] {readpicture} No such file"),
    ("artwork a/09.flac", "50@0] {artwork} No such song or folder"),
    ("albumart ../x 0", "50@0] {albumart} No file exists"),
    ("readpicture /etc/passwd 0", "50@0] {readpicture} No such file"),
    ("albumart http://x/y 0", "50@0] {albumart} No file exists"),
    ("readpicture https://x/y 0", "50@0] {readpicture} No file exists"),
    ("albumart a/01.flac", "2@0] {albumart} wrong number of arguments for \"albumart\""),
    ("readpicture a/01.flac x", "2@0] {readpicture} Integer expected: x"),
    ("readpicture a/01.flac -1", "2@0] {readpicture} Number too large: -1"),
    ("readpicture a/01.flac 4294967296", "2@0] {readpicture} Number too large: 4294967296"),
  ])
  func `a bad question is refused`(line: String, answer: String) {
    expectEqual(conversation().ask(line), ["ACK [" + answer])
  }

  @Test(arguments: ["albumart a/01.flac 0", "readpicture a/01.flac 0", "artwork a/01.flac"])
  func `a volume that leaves during a picture is reported`(line: String) {
    let conversation = conversation()
    conversation.fake.refusal = .volumeGone
    let name = line.prefix { $0 != " " }
    #expect(conversation.ask(line) == ["ACK [52@0] {\(name)} The volume is not plugged in"])
    conversation.fake.refusal = .system("/media/sda1/a.mp3: Input/output error (pread)")
    #expect(
      conversation.ask(line) == [
        "ACK [52@0] {\(name)} /media/sda1/a.mp3: Input/output error (pread)"
      ])
  }

  @Test func `a client that waits for a picture does not delay another`() {
    let first = conversation()
    let second = Conversation(beside: first)
    first.fake.holdsAnswers = true
    expectEqual(first.ask("readpicture a/01.flac 0"), [])
    expectEqual(second.ask("status").last, "OK")
    first.fake.answerNext()
    #expect(first.hear().hasSuffix("0123456789\nOK\n"))
    expectEqual(first.ask("albumart a/01.flac 0"), [])
    first.client.disconnected()
    expectEqual(first.fake.cancellations, 1)
  }
}
