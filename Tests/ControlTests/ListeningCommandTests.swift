import Model
import Support
import Testing

@testable import Control

/// How songs were listened to, and folders that go on where they were left.
@Suite struct ListeningCommandTests {
  private func report() -> ListeningStatistics {
    var report = ListeningStatistics()
    report.plays = 5
    report.skips = 1
    report.seeksToEnd = 2
    report.playings = 8
    report.listened = .milliseconds(90_500)
    report.offered = .seconds(160)
    report.lastPlayed = 1_700_000_000
    report.sum = 2.415
    (report.parts.plays, report.parts.heard, report.parts.skips) = (2.5, 1.25, -0.75)
    (report.parts.seeksToEnd, report.parts.rest) = (-1, 0.415)
    report.rank = 3
    report.ranked = 120
    return report
  }

  @Test func `each known number of a song is listed`() {
    let conversation = Conversation()
    conversation.fake.people.reports = ["a/01.flac": report(), "a/02.flac": ListeningStatistics()]
    expectEqual(
      conversation.ask("listening a/01.flac"),
      [
        "file: a/01.flac", "plays: 5", "skips: 1", "seekstoend: 2", "playings: 8", "heard: 90.500",
        "offered: 160.000", "ratio: 0.566", "lastplayed: 2023-11-14T22:13:20Z", "sum: 2.415",
        "score: 54.700",
        "rank: 3", "ranked: 120", "lovely: 1", "sumplays: 2.500", "sumheard: 1.250", "sumskips: -0.750",
        "sumseeks: -1.000", "sumrest: 0.415", "OK",
      ])
    expectEqual(
      conversation.ask("listening a/02.flac"),
      [
        "file: a/02.flac", "plays: 0", "skips: 0", "seekstoend: 0", "playings: 0", "heard: 0.000",
        "offered: 0.000", "sum: 0.000", "score: 0.000", "ranked: 0", "lovely: 0",
        "sumplays: 0.000", "sumheard: 0.000", "sumskips: 0.000", "sumseeks: 0.000", "sumrest: 0.000", "OK",
      ])
    #expect(conversation.ask("listening a/09.flac") == ["ACK [50@0] {listening} No such song: a/09.flac"])
    #expect(conversation.ask("listening ../x") == ["ACK [50@0] {listening} No such song: ../x"])
  }

  @Test func `listening without a name shows the current song`() {
    let conversation = Conversation()
    conversation.fake.people.reports = ["a/01.flac": report()]
    #expect(conversation.ask("listening") == ["ACK [55@0] {listening} No current song"])
    conversation.fake.fillQueue()
    conversation.fake.status.current = PlaybackStatus.Place(position: 0, id: EntryID(rawValue: 1))
    expectEqual(conversation.ask("listening").first, "file: a/01.flac")
  }

  // MARK: Lists

  private func listed() -> Conversation {
    let conversation = Conversation()
    conversation.fake.people.lists = [
      .mostPlayed: ["a/03.flac", "a/01.flac", "a/02.flac"], .neverPlayed: ["a/04.flac"],
    ]
    return conversation
  }

  private func files(_ lines: [String]) -> [String] {
    lines.filter { $0.hasPrefix("file: ") || $0.hasPrefix("total: ") || $0.hasPrefix("ACK") }
  }

  @Test func `lists come in their order, a window at a time`() {
    let conversation = listed()
    expectEqual(
      files(conversation.ask("browse mostplayed")),
      ["total: 3", "file: a/03.flac", "file: a/01.flac", "file: a/02.flac"])
    expectEqual(files(conversation.ask("browse MOSTPLAYED window 1:2")), ["total: 3", "file: a/01.flac"])
    // No more is asked for than the window's end.
    expectEqual(conversation.fake.people.longest, 50)
    expectEqual(files(conversation.ask("browse neverplayed")), ["total: 1", "file: a/04.flac"])
    for kind in ["recentlyplayed", "forgotten", "ranking"] {
      expectEqual(conversation.ask("browse \(kind)"), ["total: 0", "OK"])
    }
  }

  @Test func `each song of a list has the value that orders it, also where a filter leaves others out`() {
    let conversation = listed()
    let listening = conversation.fake.people
    func told(_ line: String, _ keys: [String]) -> [String] {
      conversation.ask(line).filter { line in keys.contains { line.hasPrefix($0 + ": ") } }
    }
    listening.reasons[.mostPlayed] = [.plays(9), .plays(4), .plays(1)]
    expectEqual(
      told("browse mostplayed", ["file", "plays"]),
      [
        "file: a/03.flac", "plays: 9", "file: a/01.flac", "plays: 4", "file: a/02.flac", "plays: 1",
      ])
    expectEqual(told("browse mostplayed window 1:2", ["file", "plays"]), ["file: a/01.flac", "plays: 4"])
    expectEqual(
      told("browse mostplayed \"(Title == 'T2')\"", ["file", "plays"]), ["file: a/02.flac", "plays: 1"])
    for (list, reason, line) in [
      (ListeningList.ranking, ListedReason.score(33.3614), "score: 33.361"),
      (.ranking, .score(.nan), "score: 0.000"),
      (.forgotten, .unplayed(days: 73), "days: 73"),
      (.recentlyPlayed, .lastPlayed(0), "lastplayed: 1970-01-01T00:00:00Z"),
    ] {
      listening.lists[list] = ["a/01.flac"]
      listening.reasons[list] = [reason]
      expectEqual(conversation.ask("browse \(list)".lowercased()).dropLast().last, line)
    }
    listening.reasons[.recentlyPlayed] = [.lastPlayed(nil)]
    expectEqual(told("browse recentlyplayed", ["lastplayed"]), [])
  }

  @Test func `a filter leaves out of the list what does not match`() {
    let conversation = listed()
    expectEqual(
      files(conversation.ask("browse mostplayed \"(Title != 'T3')\" window 0:1")),
      [
        "total: 2", "file: a/01.flac",
      ])
    expectEqual(files(conversation.ask("browse mostplayed Title nothing")), ["total: 0"])
    #expect(
      conversation.ask("browse mostplayed group {Album}") == [
        "ACK [2@0] {browse} A template groups only songs"
      ])
  }

  @Test func `a list that can't be read is refused`() {
    let conversation = listed()
    conversation.fake.refusal = .system("broken")
    #expect(conversation.ask("browse mostplayed") == ["ACK [52@0] {browse} broken"])
  }

  // MARK: Folders

  @Test func `folders that resume are listed with their positions`() {
    let conversation = Conversation()
    conversation.fake.people.resumes = [
      "Books/Momo": ResumeReport(
        uri: "Books/Momo", resumes: true, reason: .tracks, song: "Books/Momo/2.mp3",
        elapsed: .milliseconds(61_250)),
      "Jazz": ResumeReport(uri: "Jazz", resumes: false, reason: .marked),
    ]
    let momo = [
      "directory: Books/Momo", "resumes: 1", "why: tracks", "song: Books/Momo/2.mp3", "elapsed: 61.250",
      "ended: 0",
    ]
    let jazz = ["directory: Jazz", "resumes: 0", "why: marked"]
    expectEqual(conversation.ask("resume"), momo + jazz + ["OK"])
    expectEqual(conversation.ask("resume Jazz"), jazz + ["OK"])
    #expect(conversation.ask("resume Rock") == ["ACK [50@0] {resume} No such directory: Rock"])
    expectEqual(conversation.ask("setresume Jazz on"), jazz + ["OK"])
    expectEqual(conversation.ask("setresume Jazz off"), jazz + ["OK"])
    expectEqual(conversation.ask("setresume Jazz auto"), jazz + ["OK"])
    expectEqual(conversation.fake.people.marks, ["Jazz true", "Jazz false", "Jazz auto"])
    #expect(
      conversation.ask("setresume Jazz maybe") == [
        "ACK [2@0] {setresume} Unknown word maybe: on, off or auto expected"
      ])
    #expect(conversation.ask("setresume Rock on") == ["ACK [50@0] {setresume} No such directory: Rock"])
    expectEqual(conversation.fake.people.marks.count, 4)
  }
}
