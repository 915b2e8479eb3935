import Model
import Support
import Testing

@testable import Control

@Suite struct DatabaseCommandTests {
  private static let listing = (1...4).flatMap { number in
    [
      "file: a/0\(number).flac", "Last-Modified: 2026-11-21T02:24:48Z", "Format: 44100:16:2",
      "Title: T\(number)",
      "Artist: x y", "Album: Al", "Track: \(number)", "Time: 20", "duration: 20.000",
    ]
  }

  @Test(arguments: ["lsinfo", "lsinfo /", "lsinfo \"\""])
  func `the root shows folders with their times, and playlists`(line: String) {
    expectEqual(
      Conversation().ask(line),
      [
        "directory: a", "Last-Modified: 1970-01-01T00:00:00Z", "playlist: list.m3u", "OK",
      ])
  }

  @Test func `playlists are hidden in the root where a client wants that`() {
    let conversation = Conversation()
    expectEqual(conversation.ask("protocol enable hide_playlists_in_root"), ["OK"])
    expectEqual(conversation.ask("lsinfo"), ["directory: a", "Last-Modified: 1970-01-01T00:00:00Z", "OK"])
  }

  @Test func `a folder and a song are listed with their tags`() {
    let conversation = Conversation()
    expectEqual(conversation.ask("lsinfo a"), Self.listing + ["OK"])
    expectEqual(conversation.ask("lsinfo a/01.flac"), Self.listing[..<9] + ["OK"])
    expectEqual(conversation.ask("listallinfo a/02.flac"), Self.listing[9..<18] + ["OK"])
  }

  @Test(arguments: ["listall", "listall /"])
  func `everything can be listed by name alone`(line: String) {
    expectEqual(
      Conversation().ask(line),
      [
        "directory: a", "file: a/01.flac", "file: a/02.flac", "file: a/03.flac", "file: a/04.flac", "OK",
      ])
  }

  @Test func `a folder listed with all levels comes first itself, a song does not`() {
    expectEqual(Conversation().ask("listall a").prefix(2), ["directory: a", "file: a/01.flac"])
    expectEqual(Conversation().ask("listallinfo a").prefix(2), ["directory: a", "file: a/01.flac"])
    expectEqual(Conversation().ask("listall a/02.flac"), ["file: a/02.flac", "OK"])
  }

  @Test(arguments: [
    ("lsinfo nosuch", "50@0] {lsinfo} No such directory"),
    ("lsinfo ../x", "50@0] {lsinfo} No such directory"),
    ("lsinfo a/", "50@0] {lsinfo} No such directory"),
    ("listall nosuch", "50@0] {listall} No such directory"),
    ("listallinfo //", "50@0] {listallinfo} No such directory"),
    ("update ../a", "2@0] {update} Malformed path"),
    ("rescan a//b", "2@0] {rescan} Malformed path"),
    ("lsinfo a b", "2@0] {lsinfo} too many arguments for \"lsinfo\""),
  ])
  func `a bad path is refused`(line: String, answer: String) {
    expectEqual(Conversation().ask(line), ["ACK [" + answer])
  }

  @Test func `scans have numbers, and show their progress`() {
    let conversation = Conversation()
    expectEqual(conversation.ask("scan"), ["OK"])
    expectEqual(conversation.ask("update"), ["updating_db: 1", "OK"])
    expectEqual(conversation.ask("rescan a"), ["updating_db: 2", "OK"])
    conversation.fake.progress = [
      ("STICK", ScanProgress(found: 10, examined: 4, opened: 3)),
      (
        "B",
        ScanProgress(
          found: 10, examined: 4, opened: 3, unreadable: 1, expected: 12, rate: 99.6, isWalkOver: true)
      ),
    ]
    expectEqual(
      conversation.ask("scan"),
      [
        "updating_db: 2", "volume: STICK", "found: 10", "examined: 4", "opened: 3", "unreadable: 0",
        "rate: 0", "complete: 0", "volume: B", "found: 10", "examined: 4", "opened: 3", "unreadable: 1",
        "expected: 12", "rate: 100", "seconds_left: 1", "complete: 1", "OK",
      ])
  }

  @Test func `results of scans are listed after their end`() {
    let conversation = Conversation()
    var silent = ScanProgress(found: 10, opened: 3)
    silent.notPlayed = UnplayedFiles(["12 wma", "300 m4a"])
    conversation.fake.outcomes = [
      ("STICK", ScanOutcome(job: 1, progress: silent)),
      (
        "B",
        ScanOutcome(
          job: 2, progress: ScanProgress(found: 10, opened: 3, unreadable: 1, notRead: 2, forbidden: 3),
          problems: ["/b/x.mp3: not a sound file", "/b/y: Input/output error"], error: "/b: No such device")
      ),
    ]
    expectEqual(
      conversation.ask("scan"),
      [
        "scanned: STICK", "job: 1", "found: 10", "opened: 3", "unreadable: 0", "not_read: 0", "forbidden: 0",
        "not_played: 300 m4a", "not_played: 12 wma",
        "scanned: B", "job: 2", "found: 10", "opened: 3", "unreadable: 1", "not_read: 2", "forbidden: 3",
        "problem: /b/x.mp3: not a sound file", "problem: /b/y: Input/output error",
        "error: /b: No such device", "OK",
      ])
  }

  @Test func `a scan shows its remaining time as soon as it can be estimated`() {
    func left(found: Int, expected: Int?, rate: Double, isWalkOver: Bool) -> Int? {
      ScanProgress(
        found: found, examined: 40, expected: expected, rate: rate, isWalkOver: isWalkOver
      ).secondsLeft
    }
    #expect(left(found: 100, expected: nil, rate: 10, isWalkOver: false) == nil)
    expectEqual(left(found: 100, expected: nil, rate: 10, isWalkOver: true), 6)
    expectEqual(left(found: 50, expected: 100, rate: 10, isWalkOver: false), 6)
    expectEqual(left(found: 200, expected: 100, rate: 10, isWalkOver: false), 16)
    expectEqual(left(found: 50, expected: 100, rate: 10, isWalkOver: true), 1)
    expectEqual(left(found: 40, expected: 10, rate: 0, isWalkOver: false), 0)
    for rate in [0, -1, Double.nan, 1e-12] {
      #expect(left(found: 100, expected: 100, rate: rate, isWalkOver: true) == nil)
    }
    expectEqual(left(found: 100, expected: 100, rate: .infinity, isWalkOver: true), 0)
  }

  @Test func `volumes are listed as mounts and by their own command`() {
    let conversation = Conversation()
    conversation.fake.reports[0].isIndexed = true
    conversation.fake.reports[1].notPlayed.add("m4a")
    expectEqual(
      conversation.ask("listmounts"),
      [
        "mount: ", "storage: /music", "mount: STICK", "storage: /media/sda1", "OK",
      ])
    expectEqual(conversation.ask("listneighbors"), ["OK"])
    expectEqual(
      conversation.ask("volumes"),
      [
        "volume: music", "uri: ", "path: /music", "kind: folder", "read_only: 0", "indexed: 1",
        "songs: 4", "free: 1000", "size: 3000", "volume: STICK", "uri: STICK", "path: /media/sda1",
        "kind: stick", "read_only: 1",
        "indexed: 0", "not_played: 1 m4a",
        "OK",
      ])
    conversation.fake.reports = []
    conversation.fake.unused = [("/nope", "/nope: No such file or directory")]
    expectEqual(
      conversation.ask("volumes"), ["unused: /nope", "reason: /nope: No such file or directory", "OK"])
    expectEqual(conversation.ask("listmounts"), ["mount: ", "storage: /music", "OK"])
  }

  @Test func `statistics are listed as MPD does`() {
    expectEqual(
      Conversation().ask("stats"),
      [
        "uptime: 47", "playtime: 2", "artists: 1", "albums: 1", "songs: 4", "db_playtime: 80",
        "db_update: 1795227889", "OK",
      ])
  }

  @Test func `a long listing is asked for and written in windows, as the client takes it`() {
    var limits = Limits()
    limits.outputBytes = 1000
    let conversation = Conversation(FakeBackend(songCount: 99), limits: limits)
    conversation.send("listallinfo\n")
    #expect((1...2000).contains(conversation.client.output.count))
    #expect(!conversation.client.wantsInput)
    let lines = conversation.hear().split(separator: "\n")
    #expect(lines.filter { $0.hasPrefix("file: ") }.count == 99)
    expectEqual(lines.last, "OK")
  }

  @Test func `a client that waits for the library does not delay another`() {
    let first = Conversation()
    let second = Conversation(beside: first)
    first.fake.holdsAnswers = true
    expectEqual(first.ask("listall"), [])
    expectEqual(second.ask("status").last, "OK")
    #expect(!first.client.wantsInput)
    first.fake.answerNext()
    #expect(first.hear().hasSuffix("OK\n"))
  }

  @Test func `a volume that leaves in the middle ends the answer with an error`() {
    let fake = FakeBackend()
    fake.refusal = .volumeGone
    #expect(Conversation(fake).ask("listall") == ["ACK [52@0] {listall} The volume is not plugged in"])
  }

  @Test func `a disconnect cancels what was asked`() {
    let conversation = Conversation()
    conversation.fake.holdsAnswers = true
    _ = conversation.ask("listall")
    conversation.client.disconnected()
    expectEqual(conversation.fake.cancellations, 1)
    conversation.fake.answerNext()
    expectEqual(conversation.hear(), "")
  }
}
