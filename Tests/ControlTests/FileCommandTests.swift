import Model
import Support
import Testing

@testable import Control

@Suite struct FileCommandTests {
  private func conversation(_ files: Int) -> Conversation {
    let fake = FakeBackend()
    fake.files["a"] = (0..<files).map { FileReport(name: "\($0).txt", size: Int64($0), modified: 86_400) }
    return Conversation(fake)
  }

  @Test func `all files of a folder are listed with size and time, folders with their time`() {
    let conversation = conversation(2)
    conversation.fake.files[""] = [
      FileReport(name: "STICK", size: nil, modified: nil), FileReport(name: "b c", size: nil, modified: 0),
    ]
    for line in ["listfiles", "listfiles /", "listfiles \"\""] {
      expectEqual(
        conversation.ask(line),
        [
          "directory: STICK", "directory: b c", "Last-Modified: 1970-01-01T00:00:00Z", "OK",
        ])
    }
    expectEqual(
      conversation.ask("listfiles a"),
      [
        "file: 0.txt", "size: 0", "Last-Modified: 1970-01-02T00:00:00Z", "file: 1.txt", "size: 1",
        "Last-Modified: 1970-01-02T00:00:00Z", "OK",
      ])
  }

  @Test func `a long listing is asked for and written in windows`() {
    let conversation = conversation(5000)
    conversation.send("listfiles a\n")
    #expect(conversation.client.output.count < 48 * 1024)
    #expect(conversation.hear().split(separator: "\n").filter { $0.hasPrefix("file: ") }.count == 5000)
    expectEqual(conversation.fake.widestWindow, Limits().windowSongs)
  }

  @Test(arguments: [
    ("listfiles nosuch", "50@0] {listfiles} No such directory"),
    ("listfiles ../x", "50@0] {listfiles} No such directory"),
    ("listfiles nfs://host/x", "2@0] {listfiles} Unrecognized storage URI"),
    ("listfiles a b", "2@0] {listfiles} too many arguments for \"listfiles\""),
    ("readcomments", "2@0] {readcomments} wrong number of arguments for \"readcomments\""),
    ("readcomments nosuch", "50@0] {readcomments} No such file"),
    ("readcomments a//b", "50@0] {readcomments} No such file"),
    (
      "readcomments http://host/x",
      "2@0] {readcomments} Unsupported URI scheme: only http:// and https:// URLs can be played; this command may take files alone"
    ),
    ("readcomments notes.txt", "50@0] {readcomments} Failed to load file"),
    // As MPD answers where it was built without the library that makes fingerprints.
    ("getfingerprint a/01.flac", "5@0] {} unknown command \"getfingerprint\""),
  ])
  func `impossible requests for files are refused in MPD's words`(line: String, answer: String) {
    let conversation = conversation(1)
    conversation.fake.comments["notes.txt"] = .failure(.unreadableFile)
    expectEqual(conversation.ask(line), ["ACK [" + answer])
  }

  @Test func `comments are sent unchanged, except those that would break a line or a name`() {
    let conversation = conversation(1)
    conversation.fake.comments["a/01.flac"] = .success([
      ("TITLE", "T1"), ("Replaygain_track_gain", "-6.5 dB"), ("X-Y", "ä: b"), ("ALBUM ARTIST", "spaced"),
      ("R128_TRACK_GAIN", "with digits"), ("_X", "x"), ("", "empty"), ("LYRICS", "one\ntwo"), ("OK", ""),
    ])
    expectEqual(
      conversation.ask("readcomments a/01.flac"),
      [
        "TITLE: T1", "Replaygain_track_gain: -6.5 dB", "X-Y: ä: b", "OK: ", "OK",
      ])
  }

  @Test func `a song's chapters are listed in order`() {
    let conversation = conversation(1)
    conversation.fake.chapters["a/01.flac"] = [
      Chapter(start: .zero, end: .milliseconds(62_500), title: "Öne: 1", performer: "Ann"),
      Chapter(start: .milliseconds(62_500)),
    ]
    conversation.fake.chapters["a/02.flac"] = []
    expectEqual(
      conversation.ask("chapters a/01.flac"),
      [
        "chapter: 1", "time: 0.000", "end: 62.500", "title: Öne: 1", "performer: Ann", "chapter: 2",
        "time: 62.500", "OK",
      ])
    expectEqual(conversation.ask("chapters a/02.flac"), ["OK"])
    #expect(conversation.ask("chapters a/09.flac") == ["ACK [50@0] {chapters} No such song: a/09.flac"])
    #expect(conversation.ask("chapters ../x") == ["ACK [50@0] {chapters} No such song: ../x"])
  }

  @Test func `a song's lyrics come line by line, with times where they are known`() {
    let conversation = conversation(1)
    conversation.fake.lyrics["a/01.flac"] = [
      LyricsLine(time: .zero, "Öne: 1"), LyricsLine(time: .milliseconds(62_500), ""), LyricsLine("Two"),
    ]
    conversation.fake.lyrics["a/02.flac"] = []
    expectEqual(
      conversation.ask("lyrics a/01.flac"),
      ["line: Öne: 1", "time: 0.000", "line: ", "time: 62.500", "line: Two", "OK"])
    _ = conversation.ask("protocol enable error_keys")
    for (uri, answer) in [
      ("a/02.flac", "50@0] {lyrics} [no-lyrics \"a/02.flac\"] No lyrics: a/02.flac"),
      ("a/09.flac", "50@0] {lyrics} [no-such-song \"a/09.flac\"] No such song: a/09.flac"),
      ("../x", "50@0] {lyrics} [no-such-song \"../x\"] No such song: ../x"),
    ] {
      #expect(conversation.ask("lyrics \(uri)") == ["ACK [\(answer)"])
    }
    #expect(conversation.ask("lyrics http://host/x").first?.contains("[not-of-streams") == true)
  }

  @Test func `many chapters come as the client reads them`() {
    let conversation = conversation(1)
    conversation.fake.chapters["a/01.flac"] = (0..<1000).map {
      Chapter(start: .seconds($0), title: String(repeating: "x", count: 100))
    }
    conversation.send("chapters a/01.flac\n")
    #expect(conversation.client.output.count < 48 * 1024)
    #expect(conversation.hear().split(separator: "\n").filter { $0.hasPrefix("chapter: ") }.count == 1000)
  }

  @Test func `a volume that leaves while a folder is listed ends the answer with an error`() {
    let conversation = conversation(5000)
    conversation.fake.holdsAnswers = true
    conversation.send("listfiles a\n")
    conversation.fake.refusal = .volumeGone
    conversation.fake.answerNext()
    conversation.fake.holdsAnswers = false
    #expect(conversation.hear() == "ACK [52@0] {listfiles} The volume is not plugged in\n")
  }

  @Test func `sticks are unmounted and mounted, each answered at its end`() {
    let conversation = conversation(1)
    conversation.fake.holdsAnswers = true
    expectEqual(conversation.ask("unmount STICK"), [])
    conversation.fake.answerNext()
    expectEqual(conversation.hear(), "OK\n")
    conversation.fake.holdsAnswers = false
    expectEqual(conversation.ask("listneighbors"), ["neighbor: /media/sda1", "name: STICK", "OK"])
    expectEqual(conversation.ask("mount STICK /media/sda1"), ["OK"])
    expectEqual(conversation.ask("listneighbors"), ["OK"])
    #expect(conversation.ask("unmount nosuch") == ["ACK [2@0] {unmount} Not a mount point"])
    let bad = "ACK [2@0] {mount} Unrecognized storage URI"
    expectEqual(conversation.ask("mount x nfs://y"), [bad])
  }

  @Test func `mounts and files need all permissions`() {
    let remote = Conversation(FakeBackend(), password: "word", isLocal: false)
    for line in ["mount a b", "unmount STICK", "listfiles", "readcomments a/01.flac"] {
      #expect(
        remote.ask(line)[0].hasPrefix("ACK [4@0] {\(line.prefix { $0 != " " })} you don't have permission"))
    }
  }

  @Test func `too many scans are refused as MPD does`() {
    let conversation = conversation(1)
    conversation.fake.refusal = .updateQueueFull
    #expect(conversation.ask("update") == ["ACK [54@0] {update} Update queue is full"])
  }
}
