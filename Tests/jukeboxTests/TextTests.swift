import ArgumentParser
import Foundation
import Model
import Support
import Testing

@testable import Client
@testable import jukebox

@Suite struct TextTests {
  private var status: Status {
    Status(
      status: Answer(
        "volume: 40", "repeat: 1", "random: 0", "single: oneshot", "consume: 0", "playlistlength: 3",
        "state: play",
        "elapsed: 65.500", "duration: 200.000"),
      song: Answer(
        "file: a/b.flac", "Title: So: What", "Artist: Miles", "Album: Blue", "Date: 1959",
        "duration: 200.000", "Pos: 1",
        "Id: 7"))
  }

  @Test func `control characters are shown as signs, and unchanged for programs`() throws {
    let name = "a\u{1B}[31m\u{7}\u{7F}\u{9B}b\tc\n é 🎈"
    let shown = "a\u{241B}[31m\u{2407}\u{2421}\u{FFFD}b\tc\n é 🎈"
    expectEqual(ControlCharacters.shown(name), shown)
    expectEqual(Failure.refused(name).description, shown)
    #expect(Answer("file: a\u{92}s.mp3")["file"] == "a\u{92}s.mp3")
    let json = try JSON.line([name])
    #expect(json == #"["a\u001b[31m\u0007\u007f\u009bb\tc\n é 🎈"]"#)
    try expectEqual(JSONDecoder().decode([String].self, from: Data(json.utf8)), [name])
  }

  @Test func `the status is printed in words`() {
    expectEqual(
      StatusText.lines(status),
      [
        "Miles – So: What", "Blue (1959)", "a/b.flac", "playing, 2 of 3, 1:05 / 3:20",
        "volume 40, repeat, single (once)",
      ])
    expectEqual(
      StatusText.lines(Status(status: Answer("state: stop", "playlistlength: 1"), song: Answer())),
      [
        "stopped, 1 song in the queue", "volume –",
      ])
  }

  @Test func `a muted status shows the volume that comes back`() throws {
    var answer = Answer("volume: 0", "muted: 1", "unmutedvolume: 40", "repeat: 1", "state: play")
    let muted = Status(status: answer, song: Answer("file: a.mp3"))
    expectEqual(StatusText.lines(muted).last, "muted (volume 40 when unmuted), repeat")
    #expect(StatusText.line(muted, columns: 60).hasSuffix(" muted"))
    #expect(
      try JSON.line(muted).contains(#""muted":true"#) && JSON.line(muted).contains(#""unmutedVolume":40"#))
    answer.pairs.removeAll { $0.key == "unmutedvolume" }
    expectEqual(StatusText.lines(Status(status: answer, song: Answer())).last, "muted, repeat")
  }

  @Test func `failed volumes are named, and the others printed`() {
    let all = ExchangeResult.all(
      Answer(
        "volume: A", "error: Sync/mixboard-playlists.json: byte 2: no string",
        "error_key: bad-mixboard-file", "volume: B", "written: P",
        "volume: C", "error: the disk is full", "error_key: system"))
    expectEqual(ExchangeText.lines(sync: all), ["B:", "  P: exported to the file"])
    let lines = ExchangeText.failure(of: "sync", all)?.description.split(separator: "\n") ?? []
    expectEqual(lines.count, 2)
    #expect(
      lines.first?.hasPrefix(
        "A: Sync/mixboard-playlists.json: byte 2: no string. It is not a valid MixBoard file, so nothing was changed. Repair it, or delete it so that it is written again."
      ) == true
    )
    expectEqual(lines.last, "C: The disk is full.")
    #expect(ExchangeText.failure(of: "sync", [all[1]]) == nil)
    expectEqual(ExchangeText.lines(backup: [all[0]]), [])
    expectEqual(ExchangeText.failure(of: "backup", [all[2]])?.kind, .refused)
  }

  @Test func `a restore prints the number of missing songs`() throws {
    let all = ExchangeResult.all(Answer("volume: S", "rows: 7", "missing: 1"))
    expectEqual(
      ExchangeText.lines(restore: all),
      [
        "S: restored 7 entries: playlists, favourites, ratings, notes, play counts, cues and stickers",
        "The previous data is in .jukebox/before-restore.json.",
        "1 song missing: data is kept until a scan finds the files.",
      ])
    expectEqual(
      ExchangeText.lines(restore: ExchangeResult.all(Answer("volume: S", "rows: 7", "missing: 0"))).count, 2)
    #expect(
      try JSON.line(all.map(RestoreCommand.report))
        == #"[{"before":".jukebox/before-restore.json","missing":1,"rows":7,"volume":"S"}]"#)
  }

  @Test func `every word of a sync's result is in its JSON`() throws {
    let all = ExchangeResult.all(
      Answer(
        "volume: S", "written: w", "taken: t", "removed: r", "dropped: d", "conflict: c", "other: c 2",
        "unmatched: u.mp3", "left: Long", "reason: too_long", "left: ", "reason: unreadable", "read_only: 1"))
    let lines = ExchangeText.lines(sync: all)
    #expect(lines.contains("    Long: here: too long for the file"))
    #expect(lines.contains("    (no name): in the file: it has no name or is too long to import"))
    let head = #"[{"conflicts":[{"other":"c 2","playlist":"c"}],"dropped":["d"],"isReadOnly":true,"#
    let left = #""left":["Long",""],"reasons":["too_long","unreadable"],"#
    let rest = left + #""removed":["r"],"taken":["t"],"unmatched":["u.mp3"],"volume":"S","#
    #expect(try JSON.line(all.map(SyncCommand.report)) == head + rest + #""written":["w"]}]"#)
  }

  @Test(arguments: [
    ("image/jpeg", 999, "embedded", "JPEG, 999 bytes, in the song's file"),
    ("image/png", 40_250, "folder", "PNG, 40 KB, Miles/cover.png"),
    ("image/webp", 999_499, "folder", "WebP, 999 KB, Miles/cover.png"),
    ("image/bmp", 999_500, "folder", "BMP, 1.0 MB, Miles/cover.png"),
    ("image/gif", 16_777_216, "folder", "GIF, 16.8 MB, Miles/cover.png"),
  ])
  func `a picture is printed in words`(type: String, size: Int, source: String, line: String) throws {
    let picture = try #require(
      Picture(Answer("size: \(size)", "type: \(type)", "source: \(source)", "file: Miles/cover.png")))
    expectEqual(PictureText.line(picture), line)
    #expect(Picture(Answer()) == nil)
  }

  @Test func `volumes are printed in columns`() {
    let volumes = Volume.all(
      Answer(
        "volume: music", "uri: ", "path: /srv/music", "kind: folder", "read_only: 0", "songs: 1",
        "volume: STICK", "uri: STICK", "path: /media/sda1", "kind: stick", "read_only: 1"))
    expectEqual(volumes.map(\.uri), ["", "STICK"])
    expectEqual(
      VolumeText.lines(volumes),
      [
        "music  /srv/music   folder, 1 song, paths without prefix",
        "STICK  /media/sda1  stick, path prefix STICK/, full or read-only: changes are stored in the jukebox",
      ])
    let answer = Answer(
      "volume: music", "uri: ", "unused: /nope", "reason: No such file", "unused: /b", "reason: c")
    expectEqual(Volume.all(answer).map(\.name), ["music"])
    expectEqual(VolumeText.lines(unused: answer), ["/nope: not used: No such file", "/b: not used: c"])
  }

  @Test(arguments: [20, 40, 80, 200])
  func `the live line fits the terminal`(columns: Int) {
    #expect(Columns.width(StatusText.line(status, columns: columns)) <= columns)
  }

  @Test func `the live line shows the share that has sounded`() {
    expectEqual(
      StatusText.line(status, columns: 79),
      "▶ Miles – So: What                         [█████░░░░░░░░░░░░░] 1:05 / 3:20 40%")
  }

  @Test func `time passes for a playing song, up to its end`() {
    expectEqual(status.later(by: .seconds(10)).elapsed, 75.5)
    expectEqual(status.later(by: .seconds(1000)).elapsed, 200)
    var paused = status
    paused.state = "pause"
    expectEqual(paused.later(by: .seconds(10)).elapsed, 65.5)
  }

  @Test func `JSON is one line with sorted keys`() throws {
    #expect(
      try JSON.line(status) == """
        {"consume":"off","duration":200,"elapsed":65.5,"muted":false,"queueLength":3,"random":false,"randomAlbums":false,"repeat":true,\
        "single":"oneshot","song":{"album":"Blue","artist":"Miles","date":"1959","duration":200,"id":7,"position":1,\
        "title":"So: What","uri":"a/b.flac"},"state":"play","volume":40}
        """)
  }

  @Test func `a bar is filled from the left`() {
    expectEqual(Bar.text(0.5, width: 6), "[██░░]")
    expectEqual(Bar.text(7, width: 6), "[████]")
    expectEqual(Bar.text(.nan, width: 6), "[····]")
    expectEqual(Bar.text(nil, width: 3), "")
  }

  @Test func `wide characters take two columns`() {
    expectEqual(Columns.width("日本"), 4)
    expectEqual(Columns.fit("日本語", 5), "日本…")
    expectEqual(Columns.pad("ab", 4), "ab  ")
    expectEqual(Columns.pad("abcde", 4), "abcde")
    #expect(Columns.widest([]) == 0 && Columns.widest(["a", "abc", "日本"]) == 4)
    let long = String(repeating: "long ", count: 600)
    expectEqual(Columns.widest(["a", long]), 60)
    let lines = SearchText.lines([long, "short"].compactMap { Song(Answer("file: x", "Title: \($0)")) })
    #expect(lines[0].hasPrefix(long) && lines[1] == Columns.pad("short", 60) + "  –:––")
    expectEqual(Columns.fit("abc", 0), "")
  }

  @Test func `times are read like a clock`() {
    expectEqual(Clock.text(65.9), "1:05")
    expectEqual(Clock.text(3723), "1:02:03")
    expectEqual(Clock.text(nil), "–:––")
    expectEqual(Clock.text(.infinity), "–:––")
    expectEqual(Clock.text(-1), "0:00")
  }

  @Test func `the queue is a list with the current song marked`() {
    let songs = Answer(
      "file: a/1.mp3", "Pos: 0", "Id: 4", "Time: 9", "file: b.mp3", "Title: B", "Pos: 1", "Id: 5",
      "file: s/c.mp3", "Pos: 2", "Id: 6", "absent: 1", "guest: Ann"
    )
    .items(beginningWith: "file").compactMap { Song($0) }
    expectEqual(
      QueueText.lines(songs, current: 5),
      [
        "  1  1.mp3  0:09", "▶ 2  B  –:––", "  3  c.mp3  (not available)  for Ann",
      ])
  }

  @Test func `a scan's line has counts, and a bar once its end is in sight`() {
    var state = ScanState(
      Answer("updating_db: 1", "volume: S", "found: 10", "examined: 5", "opened: 2", "complete: 0"))
    #expect(state.isRunning)
    expectEqual(ScanText.line(state, columns: 44), "[··················] 5 of 10 files, 2 opened")
    #expect(state.share == nil)
    state.volumes[0].expected = 20
    expectEqual(state.share, 0.25)
    state.volumes[0].expected = 2
    #expect(state.share == 0.5, "there are more than before")
    state.volumes[0].expected = 20
    state.volumes[0].isWalkOver = true
    #expect(state.share == 0.5, "there are fewer than before")
    (state.volumes[0].unreadable, state.volumes[0].rate) = (1, 250)
    #expect(ScanText.line(state, columns: 60).hasSuffix("] 5 of 10 files, 2 opened, 1 unreadable, 250/s"))
    state.volumes[0].secondsLeft = 75
    #expect(
      ScanText.line(state, columns: 70).hasSuffix("] 5 of 10 files, 2 opened, 1 unreadable, 250/s, 1:15 left")
    )
    state.volumes.append(state.volumes[0])
    state.volumes[1].secondsLeft = 80
    expectEqual(state.secondsLeft, 80)
    state.volumes[1].secondsLeft = nil
    #expect(state.secondsLeft == nil && !ScanText.line(state, columns: 70).contains("left"))
  }

  @Test func `inputs are a list, and their actions are printed`() {
    let inputs = Input.all(
      Answer(
        "input: next", "kind: button", "place: gpiochip0 line 17", "works: 1", "actions: 0", "input: knob",
        "kind: encoder", "place: gpiochip0 lines 5, 6", "works: 0", "trouble: busy", "actions: 0",
        "input: eye", "kind: led", "place: gpiochip0 line 22", "works: 1", "look: lit"))
    expectEqual(
      InputText.lines(inputs),
      [
        "button   next  gpiochip0 line 17     no action yet",
        "encoder  knob  gpiochip0 lines 5, 6  not available: busy",
        "led      eye   gpiochip0 line 22     lit",
      ])
    expectEqual(InputText.news(inputs, since: inputs), [])
    var later = inputs
    (later[0].actions, later[0].lastAction) = (1, "next")
    (later[1].trouble, later[1].actions, later[1].lastAction) = (nil, 3, "volume +2")
    later[2].look = "dark"
    expectEqual(
      InputText.news(later, since: inputs),
      [
        "button next: next", "encoder knob: volume +2 (3 actions)", "led eye: dark",
      ])
    #expect(InputText.lines(later)[1].hasSuffix("3 actions, last volume +2"))
  }

  @Test func `a path of this machine becomes the jukebox's own`() {
    expectEqual(AddCommand.uri("/music/a/b.mp3", musicDirectory: "/music"), "a/b.mp3")
    expectEqual(AddCommand.uri("/music/a/", musicDirectory: "/music/"), "a")
    expectEqual(AddCommand.uri("/music", musicDirectory: "/music"), "/")
    expectEqual(AddCommand.uri("/musical/a", musicDirectory: "/music"), "/musical/a")
    expectEqual(AddCommand.uri("a/b", musicDirectory: "/music"), "a/b")
    expectEqual(AddCommand.uri("/", musicDirectory: nil), "/")
  }

  @Test func `found songs stand in columns, and an empty result has the reason`() throws {
    let songs = [
      Song(Answer("file: a.mp3", "Title: One", "Artist: Ann", "Album: First", "duration: 61.0")),
      Song(Answer("file: b/c.mp3")),
    ].compactMap { $0 }
    expectEqual(SearchText.lines(songs), ["Ann – One  First  1:01", "c.mp3      –:––"])
    let guessed = Song(Answer("file: d.mp3", "duration: 61.000", "durationEstimated: 1"))
    #expect(guessed?.time == "~1:01" && guessed?.durationIsEstimated == true)
    #expect(songs[0].durationIsEstimated == nil)
    let volume = Volume(
      name: "MUSIC", uri: "MUSIC", path: "/m", kind: "stick", isReadOnly: false, isIndexed: true)
    var filling = volume
    filling.isIndexed = false
    expectEqual(SearchText.nothing(suggestion: nil, volumes: [volume]), ["Nothing found."])
    expectEqual(
      SearchText.nothing(suggestion: "beatles", volumes: [filling]),
      [
        "Nothing found. Did you mean: beatles",
        "MUSIC: the search index is not complete yet. Try again in a moment.",
      ])
  }

  @Test func `volumes and scans show files that are not played`() {
    let volumes = Volume.all(
      Answer(
        "volume: S", "uri: S", "path: /media/s", "kind: stick", "read_only: 0", "indexed: 1", "songs: 0",
        "not_played: 300 m4a", "not_played: 12 wma", "volume: M", "uri: M", "path: /m", "kind: folder",
        "songs: 2"))
    let told = "312 files not played: 300 m4a, 12 wma"
    let lines = VolumeText.lines(volumes)
    #expect(lines.map { $0.contains(told) } == [true, false] && !lines[1].contains("not played"))
    let state = ScanState(
      Answer("scanned: S", "job: 1", "found: 0", "not_played: 300 m4a", "not_played: 12 wma"))
    expectEqual(ScanText.lines(state.scanned), ["S: \(told)"])
    expectEqual(UnplayedFiles(["1 ape", "x", "0 wma", "-1 m4a", "2 a b"]).text, "1 file not played: 1 ape")
  }

  @Test func `chapters are listed with their times, and the one that sounds is marked`() {
    let chapters = Chapter.all(
      Answer(
        "chapter: 9", "time: 0.000", "end: 62.500", "title: One", "chapter: 10", "time: 62.500",
        "title: Two: x", "performer: Ann", "chapter: 11", "time: 3700.000"))
    expectEqual(
      ChapterText.lines(chapters, elapsed: 100),
      [
        "  9     0:00  One", ">10     1:02  Ann – Two: x", " 11  1:01:40",
      ])
    #expect(ChapterText.lines(chapters).allSatisfy { $0.hasPrefix(" ") })
    #expect(chapters[0].end == 62.5 && chapters[2].end == nil)
    expectEqual(Chapter.all(Answer()), [])
  }

  @Test func `lyrics are printed with their times, and the line of the moment is marked`() {
    let lyrics = LyricsLine.all(
      Answer("line: One", "time: 0.500", "line: ", "time: 62.500", "line: Two: x", "time: 62.500"))
    expectEqual(LyricsText.lines(lyrics, elapsed: 100), [" 0:00  One", " 1:02", ">1:02  Two: x"])
    expectEqual(LyricsText.lines(lyrics), [" 0:00  One", " 1:02", " 1:02  Two: x"])
    expectEqual(LyricsText.lines(lyrics, elapsed: 100, isText: true), ["One", "", "Two: x"])
    expectEqual(LyricsText.lines(LyricsLine.all(Answer("line: a", "line: ")), elapsed: 1), ["a", ""])
  }

  @Test func `shelves stand with what is on them`() throws {
    let albums = Shelf.all(
      Answer(
        "total: 2", "Album: Blue", "AlbumArtist: Joni", "Date: 1971", "songs: 10", "playtime: 2160",
        "Album: Solo", "AlbumArtist: ", "songs: 1", "playtime: 61"))
    expectEqual(
      ShelfText.lines(albums), ["Joni – Blue (1971)  10 songs, 36:00", "Solo                1 song, 1:01"])
    let artists = Shelf.all(Answer("total: 1", "Artist: Joni", "albums: 1", "songs: 10", "playtime: 3600"))
    expectEqual(ShelfText.lines(artists), ["Joni  1 album, 10 songs, 1:00:00"])
    expectEqual(Shelf.all(Answer("total: 0")), [])
    let grouped = Answer("total: 2", "group: Blue", "file: a.mp3", "file: b.mp3", "group: ", "file: c.mp3")
    expectEqual(
      SearchText.groupedLines(grouped), ["Blue", "  a.mp3  –:––", "  b.mp3  –:––", "", "  c.mp3  –:––"])
  }

  @Test(arguments: [
    (0, 1, "0.0", "0"), (-1.25, 2, "-1.25", "-1.25"), (3.04, 2, "3.04", "3.04"), (12.5, 3, "12.500", "12.5"),
    (0.96, 1, "1.0", "1"), (-0.001, 2, "0.00", "0"), (.infinity, 1, "0.0", "0"), (7, 0, "7", "7"),
  ])
  func `a number has as many decimal places as were asked for`(
    value: Double, places: Int, text: String, trimmed: String
  ) {
    expectEqual(Decimals.text(value, places: places), text)
    expectEqual(Decimals.text(value, places: places, isTrimmed: true), trimmed)
  }

  @Test func `a command that takes all words itself wants one value`() throws {
    try expectEqual(CommandWords.value([], VolumeChange.init, "a volume."), nil)
    try expectEqual(CommandWords.value(["--", "-5"], VolumeChange.init, "a volume."), .relative(-5))
    for words in [["x"], ["1", "2"]] {
      let error = #expect(throws: ValidationError.self) {
        try CommandWords.value(words, VolumeChange.init, "a volume.")
      }
      expectEqual(error?.message, "“\(words.joined(separator: " "))” is not a volume.")
    }
  }
}
