import Model
import Support
import Testing

@testable import Control

@Suite struct QueueReadingTests {
  private func conversation(_ limits: Limits = Limits()) -> Conversation {
    let fake = FakeBackend()
    fake.fillQueue()
    fake.snapshot.entries[2].priority = 9
    return Conversation(fake, limits: limits)
  }

  private func positions(_ answer: [String]) -> [String] {
    answer.filter { $0.hasPrefix("Pos:") || $0.hasPrefix("cpos:") }
  }

  @Test(arguments: [
    ("playlistinfo", ["0", "1", "2", "3"]), ("playlistinfo -1", ["0", "1", "2", "3"]),
    ("playlistinfo 1", ["1"]),
    ("playlistinfo 1:3", ["1", "2"]), ("playlistinfo 2:", ["2", "3"]),
    ("playlistinfo 0:99", ["0", "1", "2", "3"]),
    ("playlistinfo 0:0", []), ("playlistinfo 4:", []), ("playlistid", ["0", "1", "2", "3"]),
    ("playlistid 3", ["2"]),
    ("plchanges 0", ["0", "1", "2", "3"]), ("plchanges 2", []), ("plchanges 99", ["0", "1", "2", "3"]),
    ("plchanges -1", ["0", "1", "2", "3"]), ("plchanges 1 1:3", ["1", "2"]),
    ("playlistfind title T2", ["1"]), ("playlistfind title t2", []),
    ("playlistsearch title t", ["0", "1", "2", "3"]),
    ("playlistsearch any t3", ["2"]), ("playlistfind \"(prio >= 5)\"", ["2"]),
    ("playlistfind artist \"x y\" window 1:3", ["1", "2"]), ("playlistfind artist \"x y\" window 4:9", []),
    ("playlistfind \"(prio >= 0)\" window 1:3", ["1", "2"]),
    ("playlistfind artist \"x y\" sort -Title", ["3", "2", "1", "0"]),
    ("playlistfind artist \"x y\" sort -Track window 0:2", ["3", "2"]),
    ("playlistfind artist \"x y\" sort -prio", ["2", "0", "1", "3"]),
    ("playlistfind artist \"x y\" sort Last-Modified", ["0", "1", "2", "3"]),
    ("playlistfind \"(Title =~ 'T[23]')\"", ["1", "2"]),
    ("playlistsearch \"(Title !~ 't[23]')\"", ["0", "3"]),
  ])
  func `places of the queue are listed`(line: String, expected: [String]) {
    var narrow = Limits()
    narrow.windowSongs = 2
    narrow.windowLines = 2
    for limits in [Limits(), narrow] {
      let answer = conversation(limits).ask(line)
      #expect(positions(answer) == expected.map { "Pos: \($0)" })
      expectEqual(answer.last, "OK")
    }
  }

  @Test(arguments: ["playlistinfo", "playlist", "playlistid 1", "plchanges 0"])
  func `the name and password of a URL are not listed`(line: String) {
    let fake = FakeBackend()
    fake.fillQueue(["http://user:secret@host/live"])
    let answer = Conversation(fake).ask(line)
    #expect(answer.contains { $0.hasSuffix("file: http://host/live") }, "\(answer)")
    #expect(!answer.contains { $0.contains("secret") })
  }

  @Test(arguments: [
    ("playlistfind file a/02.flac", [1, 70, 80]),
    ("playlistfind \"((file == 'a/02.flac') AND (prio >= 5))\"", [70]),
    ("playlistfind \"(Title == 'T2')\"", [1, 70, 80]),
    ("playlistfind \"((Title == 'T2') AND (prio >= 5))\"", [70]),
    ("playlistfind file away.flac", [81]), ("playlistfind file nosuch", []),
    ("playlistfind \"(!(file == 'a/02.flac'))\" window 0:2", [0, 2]),
  ])
  func `a song is found in a long queue by its path, title and priority, present or away`(
    line: String, expected: [Int]
  ) {
    let fake = FakeBackend()
    let names = (0..<80).map { [1, 70].contains($0) ? "a/02.flac" : "a/01.flac" }
    fake.fillQueue(names + ["a/02.flac", "away.flac"])
    fake.snapshot.entries[70].priority = 9
    #expect(positions(Conversation(fake).ask(line)) == expected.map { "Pos: \($0)" })
  }

  @Test(arguments: ["playlistfind %", "playlistsearch % sort Title"])
  func `an endless regular expression ends in a refusal`(command: String) {
    let conversation = conversation()
    conversation.fake.songs["a/02.flac"]?.tags = [.init(.title, String(repeating: "a", count: 90) + "b")]
    let line = command.split(separator: "%", omittingEmptySubsequences: false)
      .joined(separator: #""(Title =~ '(a+)+$')""#)
    #expect(conversation.ask(line).last?.hasSuffix("The regular expression takes too long") == true)
  }

  @Test func `a place's priority and number are shown`() {
    expectEqual(
      conversation().ask("playlistinfo 2"),
      [
        "file: a/03.flac", "Last-Modified: 2026-11-21T02:24:48Z", "Format: 44100:16:2", "Artist: x y",
        "Album: Al", "Title: T3", "Track: 3", "Time: 20", "duration: 20.000", "Pos: 2", "Id: 3", "Prio: 9",
        "OK",
      ])
  }

  @Test func `changes are listed with numbers alone, or by URI`() {
    let conversation = conversation()
    expectEqual(conversation.ask("plchangesposid 0 1:3"), ["cpos: 1", "Id: 2", "cpos: 2", "Id: 3", "OK"])
    expectEqual(conversation.ask("plchangesposid 2"), ["OK"])
    expectEqual(conversation.ask("playlist").first, "0:file: a/01.flac")
  }

  @Test func `a version that is no longer known is answered with everything`() {
    let conversation = conversation()
    conversation.fake.snapshot.oldestKnownVersion = 2
    conversation.fake.snapshot.entries[0].changedInVersion = 0
    expectEqual(positions(conversation.ask("plchanges 1")).count, 4)
  }

  @Test(arguments: [
    ("playlistfind artist", "Incorrect number of filter arguments"),
    ("playlistfind foo bar", "Unknown filter type"),
    ("playlistfind artist x sort foo", "Unknown sort tag"),
    ("playlistfind artist x window 3:1", "Malformed range: 3:1"),
    ("plchanges 0 x", "Integer or range expected: x"),
  ])
  func `bad words are refused`(line: String, message: String) {
    let name = line.prefix { $0 != " " }
    #expect(conversation().ask(line) == ["ACK [2@0] {\(name)} \(message)"])
  }

  @Test func `a long answer shows the queue of the time of the request`() {
    var limits = Limits()
    limits.windowLines = 2
    let fake = FakeBackend(songCount: 9)
    fake.fillQueue()
    fake.holdsAnswers = true
    let conversation = Conversation(fake, limits: limits)
    conversation.send("playlistinfo\n")
    fake.answerNext()
    fake.snapshot.entries.removeAll()
    while fake.heldCount > 0 { fake.answerNext() }
    let answer = conversation.hear().split(separator: "\n").map(String.init)
    expectEqual(positions(answer).count, 9)
    expectEqual(fake.widestWindow, 2)
  }
}
