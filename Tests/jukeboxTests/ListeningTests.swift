import ArgumentParser
import Support
import Testing

@testable import Client
@testable import jukebox

@Suite struct ListeningTests {
  @Test func `each number of a song stands with what it means`() throws {
    let song = try #require(
      SongStatistics(
        Answer(
          "file: Miles/So What.flac", "plays: 5", "skips: 1", "seekstoend: 2", "playings: 8", "heard: 90.500",
          "offered: 160.000", "ratio: 0.566", "lastplayed: 2023-11-14T22:13:20Z", "sum: 2.414",
          "score: 54.689", "rank: 3", "ranked: 120", "lovely: 1")))
    expectEqual(
      StatisticsText.lines(song),
      [
        "Miles/So What.flac",
        "  score       54.7 of 100  number 3 of the 120 songs with a score on its volume",
        "  sum         2.41         from its plays and skips, halved every 90 days; 2 is a score of 50",
        "  plays       5            half of it, or four minutes, were heard, last on 2023-11-14 22:13:20 UTC",
        "  skips       1            left before that",
        "  to the end  2            jumps to its end",
        "  listened    57 %         1:30 of 2:40, begun 8 times",
        "  lovely      yes          needs a score of 50 or more, 3 plays or more, and no dislike",
      ])
    #expect(try JSON.line(song).contains(#""score":54.689"#))
  }

  @Test func `the parts of a sum stand below it`() throws {
    let song = try #require(
      SongStatistics(
        Answer(
          "file: a.mp3", "sum: 1.512", "score: 43.052", "rank: 1", "ranked: 1", "sumplays: 1.000",
          "sumheard: 0.902", "sumskips: -0.350", "sumseeks: 0.000", "sumrest: -0.040")))
    let lines = StatisticsText.lines(song)[2...6].map { $0.split(separator: " ").joined(separator: " ") }
    #expect(
      lines.map { $0.prefix(12) } == [
        "sum 1.51 fro", "+1.00 from p", "+0.90 from t", "-0.35 from s", "-0.04 decay,",
      ])
    #expect(try JSON.line(song).contains(#""parts":{"heard":0.902,"#))
  }

  @Test(arguments: [
    (50.1, 3, true), (49.9, 3, false), (50.1, 2, false),
  ])
  func `a song that only a dislike excludes from the lovely ones is explained`(
    score: Double, plays: Int, isDisliked: Bool
  ) throws {
    let song = try #require(
      SongStatistics(Answer("file: a.flac", "plays: \(plays)", "score: \(score)", "lovely: 0")))
    try expectEqual(#require(StatisticsText.lines(song).last).hasSuffix("but it is disliked"), isDisliked)
  }

  @Test func `a song that was never heard has no numbers`() throws {
    let song = try #require(SongStatistics(Answer("file: a.flac", "sum: -0.050", "score: 0.000")))
    let lines = StatisticsText.lines(song)
    expectEqual(lines[1], "  score       none   not heard yet")
    let skipped = try #require(
      SongStatistics(Answer("file: a.flac", "playings: 2", "sum: -0.4", "score: 0.000")))
    #expect(
      StatisticsText.lines(skipped)[1].hasSuffix("  skips outweigh plays"))
    for (fields, reason) in [
      (["playings: 1"], "plays and skips are balanced"),
      (["plays: 3"], "the heard time of these plays is unknown"),
    ] {
      let song = try #require(
        SongStatistics(Answer(lines: ["file: a.flac", "sum: 0.000", "score: 0.000"] + fields)))
      #expect(StatisticsText.lines(song)[1].hasSuffix("  " + reason))
    }
    #expect(lines[2].hasPrefix("  sum         -0.05"))
    expectEqual(lines[6], "  listened    -      begun 0 times; a playing counts when it is over")
    #expect(lines[7].hasPrefix("  lovely      no"))
    #expect(SongStatistics(Answer("plays: 1")) == nil)
  }

  @Test func `numbers that no jukebox sends do no harm`() throws {
    let song = try #require(SongStatistics(Answer("file: a", "sum: nan", "score: 1e300", "plays: x")))
    expectEqual(StatisticsText.lines(song).count, 8)
  }

  @Test func `folders are listed with their positions and reasons`() throws {
    let folders = FolderResume.all(
      Answer(
        "directory: Books/Momo", "resumes: 1", "why: tracks", "song: Books/Momo/2.mp3", "elapsed: 61.250",
        "ended: 0", "directory: B", "resumes: 1", "why: marked", "song: B/1.mp3", "elapsed: 9.000",
        "ended: 1",
        "directory: C", "resumes: 1", "why: above", "directory:", "resumes: 0", "why: tracks"))
    expectEqual(
      ResumeText.lines(folders),
      [
        "Books/Momo  resumes in 2.mp3 at 1:01: its tracks are long speech",
        "B           resumes after 1.mp3: set by you",
        "C           resumes: set by you for a parent folder; no position saved yet",
        "/           starts from the beginning: its tracks are music or short",
      ])
    let volumes = Volume.all(Answer("volume: music", "uri: ", "volume: STICK", "uri: STICK"))
    #expect(ResumeCommand.top(of: volumes) == "music" && ResumeCommand.top(of: [volumes[0]]) == nil)
    expectEqual(
      ResumeText.lines([folders[3]], top: "music"),
      [
        "/  (only volume music) starts from the beginning: its tracks are music or short"
      ])
    #expect(
      try JSON.line([folders[2]]) == #"[{"resumes":true,"uri":"C","why":"above"}]"#)
  }

  @Test func `the resuming subfolders of a folder without tracks are named`() throws {
    var folder = FolderResume(uri: "Stories", resumes: false, why: "tracks")
    folder.hasTracks = false
    expectEqual(ResumeText.lines([folder]), ["Stories  has no tracks; its subfolders:"])
    for (why, resumes, words) in [
      ("marked", true, "you set it to on"),
      ("above", false, "you set a parent folder to off"),
    ] {
      (folder.why, folder.resumes) = (why, resumes)
      expectEqual(ResumeText.lines([folder]), ["Stories  has no tracks, and \(words); its subfolders:"])
    }
    let answers = [
      "resume S/A": Answer("directory: S/A", "resumes: 0", "why: tracks"),
      "lsinfo S/A": Answer("directory: S/A/1", "directory: S/A/2"),
      "resume S/A/1": Answer("directory: S/A/1", "resumes: 1", "why: tracks"),
      "lsinfo S/A/1": Answer("file: S/A/1/x.mp3"), "lsinfo S/B": Answer("file: S/B/x.mp3"),
      "resume S/B": Answer("directory: S/B", "resumes: 1", "why: marked"),
    ]
    // S/A/2 holds playlist files alone.
    let below = try ResumeCommand.resuming(below: Answer("directory: S/A", "directory: S/B")) {
      (words) throws(Failure) in
      guard let answer = answers[words.joined(separator: " ")] else { throw .refused("No such directory.") }
      return answer
    }
    #expect(below.folders.map(\.uri) == ["S/A/1", "S/B"] && below.isWhole)
    #expect(
      ResumeText.lines(below: below.folders, isWhole: true).map { $0.prefix(10) } == [
        "  S/A/1  r", "  S/B    r",
      ])
    expectEqual(ResumeText.lines(below: [], isWhole: true), ["  no folder that resumes"])
    expectEqual(ResumeText.lines(below: [], isWhole: false).count, 1)
    var asked = 0
    let deep = try ResumeCommand.resuming(below: Answer("directory: d")) { (words) throws(Failure) in
      asked += 1
      return words[0] == "resume" ? Answer() : Answer("directory: d")
    }
    #expect(!deep.isWhole && asked == 2 * ResumeCommand.mostBelow)
  }

  @Test(arguments: [
    "stats", "stats Miles/1.flac --json", "resume", "resume Books --json", "resume Books on",
    "resume Books auto", "browse most-played", "browse recently-played --limit 5 --json",
    "browse never-played --genre Jazz", "browse forgotten", "browse ranking --offset 10",
  ])
  func `a command is understood`(line: String) throws {
    _ = try JukeboxCommand.parseAsRoot(line.split(separator: " ").map(String.init))
  }

  @Test func `songs of a list are printed with the values that order them`() throws {
    let answer = Answer(
      "total: 5", "file: a.mp3", "Title: One", "Album: Long", "duration: 60", "plays: 12", "file: b.mp3",
      "duration: 5",
      "plays: 1", "file: c.mp3", "score: 33.361", "file: d.mp3", "lastplayed: 2026-11-21T02:24:48Z",
      "file: e.mp3",
      "days: 73", "file: f.mp3")
    let songs = ListenedSong.all(answer)
    expectEqual(
      SearchText.lines(songs),
      [
        "One    Long  1:00  12 plays", "b.mp3  0:05        1 play", "c.mp3  –:––        score 33.4",
        "d.mp3  –:––        last on 2026-11-21", "e.mp3  –:––        not played for 73 days", "f.mp3  –:––",
      ])
    #expect(try JSON.line(songs[1]) == #"{"duration":5,"plays":1,"uri":"b.mp3"}"#)
    #expect(try JSON.line(songs[2]) == #"{"score":33.361,"uri":"c.mp3"}"#)
    #expect(try JSON.line(songs[3]) == #"{"lastPlayed":"2026-11-21T02:24:48Z","uri":"d.mp3"}"#)
    #expect(try JSON.line(songs[4]) == #"{"days":73,"uri":"e.mp3"}"#)
    let listened = BrowseCommand.What.allCases.filter(\.areListened)
    expectEqual(listened, [.recentlyPlayed, .mostPlayed, .neverPlayed, .forgotten, .ranking])
  }

  @Test(arguments: ["resume Books maybe", "browse played", "stats a b"])
  func `arguments that are not valid are refused`(line: String) {
    #expect(throws: (any Error).self) {
      _ = try JukeboxCommand.parseAsRoot(line.split(separator: " ").map(String.init))
    }
  }

  @Test(arguments: [
    (BrowseCommand.What.recentlyPlayed, "recentlyplayed"), (.mostPlayed, "mostplayed"),
    (.neverPlayed, "neverplayed"), (.albumArtists, "albumartists"), (.ranking, "ranking"),
  ])
  func `kinds of lists have their names in the protocol`(what: BrowseCommand.What, kind: String) {
    expectEqual(what.kind, kind)
  }
}
