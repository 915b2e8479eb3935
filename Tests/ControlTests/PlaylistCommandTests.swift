import Model
import Support
import Testing

@testable import Control

/// Stored playlists, with MPD's words.
@Suite struct PlaylistCommandTests {
  private let fake = FakeBackend()

  /// `mix` has songs 3, 1, 4, 1 and one that the library does not know.
  private func conversation(limits: Limits = Limits()) -> Conversation {
    fake.playlists.lists = [
      "mix": [3, 1, 4, 1].map { FakeBackend.track("a/0\($0).flac") } + [FakeBackend.track("gone.mp3")],
      "Empty one": [],
    ]
    fake.playlists.modified = ["mix": 1_795_227_888]
    return Conversation(fake, limits: limits)
  }

  private func files(_ line: String, limits: Limits = Limits()) -> [String] {
    conversation(limits: limits).ask(line).filter {
      !$0.hasPrefix("OK") && ($0.hasPrefix("file: ") || $0.hasPrefix("ACK"))
    }
    .map { String($0.dropFirst($0.hasPrefix("ACK") ? 0 : 6)) }
  }

  @Test func `playlists are listed with when they were changed, known or not`() {
    let lines = [
      // Nobody knew the time when it was made.
      "playlist: Empty one", "playlist: mix",
      "Last-Modified: 2026-11-21T02:24:48Z", "OK",
    ]
    expectEqual(conversation().ask("listplaylists"), lines)
    expectEqual(conversation().ask("lsinfo").suffix(4), lines)
    #expect(!conversation().ask("lsinfo a").contains("playlist: mix"))
    #expect(!conversation().ask("listall").contains("playlist: mix"))
    let quiet = conversation()
    expectEqual(quiet.ask("protocol enable hide_playlists_in_root"), ["OK"])
    #expect(!quiet.ask("lsinfo").contains("playlist: mix"))
  }

  @Test(arguments: [
    ("listplaylist mix", ["a/03.flac", "a/01.flac", "a/04.flac", "a/01.flac", "gone.mp3"]),
    ("listplaylist \"Empty one\"", []),
    ("listplaylist mix 1:3", ["a/01.flac", "a/04.flac"]),
    ("listplaylist mix 2", ["a/04.flac"]),
    ("listplaylist mix 3:", ["a/01.flac", "gone.mp3"]),
    ("listplaylist mix 3:99", ["a/01.flac", "gone.mp3"]),
    ("listplaylist mix 9:", []), ("listplaylist mix 5", []), ("listplaylist mix 2:2", []),
    ("listplaylist nosuch", ["ACK [50@0] {listplaylist} No such playlist"]),
    ("listplaylist nosuch 2:2", ["ACK [50@0] {listplaylist} No such playlist"]),
    ("listplaylist a/b", ["ACK [50@0] {listplaylist} No such playlist"]),
    ("listplaylist mix x", ["ACK [2@0] {listplaylist} Integer or range expected: x"]),
    ("listplaylist mix 3:1", ["ACK [2@0] {listplaylist} Malformed range: 3:1"]),
    ("listplaylistinfo mix 4:", ["gone.mp3"]),
    ("searchplaylist mix \"(title contains 't')\"", ["a/03.flac", "a/01.flac", "a/04.flac", "a/01.flac"]),
    ("searchplaylist mix \"(title == 't1')\"", ["a/01.flac", "a/01.flac"]),
    ("searchplaylist mix title T1 artist X", ["a/01.flac", "a/01.flac"]),
    ("searchplaylist mix title T1 window 1:2", ["a/01.flac"]),
    (
      "searchplaylist mix \"(artist == 'x y')\" 1:3",
      ["ACK [2@0] {searchplaylist} Incorrect number of filter arguments"]
    ),
    ("searchplaylist mix \"(artist == 'x y')\" window 0:1", ["a/03.flac"]),
    ("searchplaylist mix file gone", ["gone.mp3"]), ("searchplaylist mix title nosuch", []),
    ("searchplaylist mix title", ["ACK [2@0] {searchplaylist} Incorrect number of filter arguments"]),
    ("searchplaylist nosuch title x", ["ACK [50@0] {searchplaylist} No such playlist"]),
  ])
  func `entries are read in their order`(line: String, found: [String]) {
    expectEqual(files(line), found)
    var narrow = Limits()
    narrow.windowSongs = 2
    narrow.windowLines = 2
    fake.playlists.widestWindow = 0
    expectEqual(files(line, limits: narrow), found)
    #expect(fake.playlists.widestWindow <= 2)
  }

  @Test func `known songs are sent with their tags, and found ones with their places`() {
    expectEqual(
      conversation().ask("listplaylistinfo mix 3:"),
      [
        "file: a/01.flac", "Last-Modified: 2026-11-21T02:24:48Z", "Format: 44100:16:2", "Title: T1",
        "Artist: x y", "Album: Al", "Track: 1", "Time: 20", "duration: 20.000", "file: gone.mp3", "OK",
      ])
    #expect(
      conversation().ask("searchplaylist mix title T1").filter { $0.hasPrefix("Pos") } == [
        "Pos: 1", "Pos: 3",
      ])
  }

  @Test func `the length is of the songs that are known`() {
    fake.songs["a/04.flac"]?.duration = .milliseconds(600)
    expectEqual(conversation().ask("playlistlength mix"), ["songs: 5", "playtime: 61", "OK"])
    expectEqual(conversation().ask("playlistlength \"Empty one\""), ["songs: 0", "playtime: 0", "OK"])
    #expect(conversation().ask("playlistlength x") == ["ACK [50@0] {playlistlength} No such playlist"])
  }

  @Test(arguments: [
    ("playlistadd mix a/02.flac", "mix: add a/02.flac at the end"),
    ("playlistadd new a", "new: add a/01.flac a/02.flac a/03.flac a/04.flac at the end"),
    ("playlistadd mix a/02.flac 3", "mix: add a/02.flac at 3"),
    ("playlistclear mix", "mix: clear"), ("playlistdelete mix 1", "mix: delete 1..<2"),
    ("playlistdelete mix 1:3", "mix: delete 1..<3"),
    ("playlistdelete mix 2:", "mix: delete 2..<\(Int.max)"), ("playlistmove mix 0 3", "mix: move 0..<1 to 3"),
    ("playlistmove mix 2:4 0", "mix: move 2..<4 to 0"), ("rename mix \"b b\"", "mix: rename to b b"),
    ("rm mix", "mix: remove"), ("save new", "new: create a/02.flac"),
    ("save new create", "new: create a/02.flac"),
    ("save mix append", "mix: append a/02.flac"), ("save mix replace", "mix: replace a/02.flac"),
    ("searchaddpl new title T", "new: add a/01.flac a/02.flac a/03.flac a/04.flac at the end"),
    ("searchaddpl mix title t1 position 2", "mix: add a/01.flac at 2"),
    (
      "searchaddpl mix \"(title contains 'T')\" sort -Title window 1:3",
      "mix: add a/03.flac a/02.flac at the end"
    ),
    ("searchaddpl mix title nosuch", "mix: add  at the end"),
  ])
  func `a command changes one playlist`(line: String, change: String) {
    let conversation = conversation()
    fake.fillQueue(["a/02.flac"])
    expectEqual(conversation.ask(line), ["OK"])
    expectEqual(fake.playlists.changes, [change])
  }

  @Test func `songs that a list adds to one playlist are one change of it`() {
    let conversation = conversation()
    let lines = [
      "playlistadd mix a/02.flac", "playlistadd \"mix\" a/01.flac", "playlistadd new a/03.flac",
      "playlistadd mix a/04.flac 0",
    ]
    #expect(
      conversation.ask("command_list_ok_begin\n\(lines.joined(separator: "\n"))\ncommand_list_end")
        == ["list_OK", "list_OK", "list_OK", "list_OK", "OK"])
    expectEqual(
      fake.playlists.changes,
      [
        "mix: add a/02.flac a/01.flac at the end", "new: add a/03.flac at the end", "mix: add a/04.flac at 0",
      ])
  }

  @Test func `a command list that fails keeps the songs added before the wrong one`() {
    let conversation = conversation()
    let lines = ["nosuch", "a/02.flac", "a", "a/01.flac", "x/y", "a/03.flac"].map { "playlistadd new \($0)" }
    #expect(
      conversation.ask(
        "command_list_ok_begin\n\(lines.dropFirst().joined(separator: "\n"))\ncommand_list_end") == [
          "list_OK", "list_OK", "list_OK", "ACK [50@3] {playlistadd} No such directory",
        ])
    expectEqual(fake.playlists.lists["new"]?.count, 6)
    fake.playlists.refusal = .playlistFull
    #expect(
      conversation.ask("command_list_begin\n\(lines[1])\n\(lines[3])\ncommand_list_end")[0].hasPrefix(
        "ACK [51@0] {playlistadd} "))
  }

  @Test(arguments: [
    ("playlistmove nosuch 1 1"), ("playlistmove nosuch 2:2 0"),
  ])
  func `a move to the same place succeeds in any playlist`(line: String) {
    expectEqual(conversation().ask(line), ["OK"])
    expectEqual(fake.playlists.changes, [])
  }

  @Test(arguments: [
    ("playlistadd mix nosuch", "50@0] {playlistadd} No such directory"),
    ("playlistadd mix a/", "50@0] {playlistadd} No such directory"),
    (
      "playlistadd mix foo://bar",
      "2@0] {playlistadd} Unsupported URI scheme: only http:// and https:// URLs can be played; this command may take files alone"
    ),
    ("playlistadd mix a 99", "2@0] {playlistadd} Bad position"),
    ("playlistadd mix a -1", "2@0] {playlistadd} Number too large: -1"),
    ("playlistadd mix a z", "2@0] {playlistadd} Integer expected: z"),
    ("playlistclear nosuch", "50@0] {playlistclear} No such playlist"),
    ("playlistdelete nosuch 0", "50@0] {playlistdelete} No such playlist"),
    ("playlistdelete mix z", "2@0] {playlistdelete} Integer or range expected: z"),
    ("playlistdelete mix 2:1", "2@0] {playlistdelete} Malformed range: 2:1"),
    ("playlistmove mix 1: 0", "2@0] {playlistmove} Open-ended range not supported"),
    ("playlistmove mix 1 z", "2@0] {playlistmove} Integer expected: z"),
    ("playlistmove nosuch 1 0", "50@0] {playlistmove} No such playlist"),
    ("rename mix \"Empty one\"", "56@0] {rename} Playlist exists already"),
    ("rename nosuch x", "50@0] {rename} No such playlist"), ("rm nosuch", "50@0] {rm} No such playlist"),
    ("save mix", "56@0] {save} Playlist already exists"),
    ("save nosuch append", "50@0] {save} No such playlist"),
    (
      "save x y",
      "2@0] {save} Unrecognized save mode, expected one of 'create', 'append', 'replace'"
    ),
    ("searchaddpl mix foo bar", "2@0] {searchaddpl} Unknown filter type"),
    ("searchaddpl mix", "2@0] {searchaddpl} too few arguments for \"searchaddpl\""),
    ("load nosuch", "50@0] {load} No such playlist"), ("load mix 2:1", "2@0] {load} Malformed range: 2:1"),
    ("load mix 0:1 99", "2@0] {load} Number too large: 99"),
    ("load mix 0:1 +0", "55@0] {load} No current song"),
  ])
  func `impossible changes of playlists are answered as MPD does`(line: String, answer: String) {
    let conversation = conversation()
    expectEqual(conversation.ask(line), ["ACK [" + answer])
    #expect(fake.edits.isEmpty)
  }

  @Test(arguments: [
    (Refusal.badPlaylistName, "[2@0] {rm} Bad playlist name"), (.badSongIndex, "[2@0] {rm} Bad song index"),
    (.badRange, "[2@0] {rm} Bad range"), (.playlistFull, "[51@0] {rm} Stored playlist is too large"),
    (.tooManyPlaylists, "[51@0] {rm} Too many playlists"), (.system("no room"), "[52@0] {rm} no room"),
  ])
  func `a refusal of the library reaches the client`(refusal: Refusal, answer: String) {
    fake.playlists.refusal = refusal
    expectEqual(conversation().ask("rm mix"), ["ACK \(answer)"])
  }

  @Test(arguments: [
    (
      "load mix",
      Event.add(
        [3, 1, 4, 1].map { FakeBackend.track("a/0\($0).flac") } + [FakeBackend.track("gone.mp3")],
        at: .position(2))
    ),
    ("load mix 1:3", .add([1, 4].map { FakeBackend.track("a/0\($0).flac") }, at: .position(2))),
    ("load mix 2 0", .add([FakeBackend.track("a/04.flac")], at: .position(0))),
    ("load mix 4: +0", .add([FakeBackend.track("gone.mp3")], at: .position(1))),
  ])
  func `a playlist goes into the queue as one edit`(line: String, edit: Event) {
    var narrow = Limits()
    narrow.windowEntries = 2
    for limits in [Limits(), narrow] {
      let conversation = conversation(limits: limits)
      fake.snapshot.entries = []
      fake.edits = []
      fake.fillQueue(["a/02.flac", "a/03.flac"])
      fake.status.current = .init(position: 0, id: fake.snapshot.entries[0].id)
      expectEqual(conversation.ask(line), ["OK"])
      expectEqual(fake.edits, [edit])
    }
    #expect(conversation().ask("load \"Empty one\"") == ["OK"] && fake.edits.count == 1)
  }

  @Test func `a playlist that is longer than the queue takes is refused`() {
    let conversation = conversation()
    fake.maximumEntries = 3
    #expect(
      conversation.ask("load mix") == [
        "ACK [51@0] {load} Playlist is too large: the queue holds at most 65536 songs, and 16 MiB of paths"
      ])
    #expect(conversation.ask("status").contains("lastloadedplaylist: "))
  }

  @Test func `the status names the playlist loaded last, with or without songs`() {
    let conversation = conversation()
    for (line, name) in [
      ("load mix 1:2", "mix"), ("load \"Empty one\"", "Empty one"), ("load nosuch", "Empty one"),
      ("load mix 9:", "mix"),
    ] {
      _ = conversation.ask(line)
      #expect(conversation.ask("status").contains("lastloadedplaylist: \(name)"), "\(line)")
    }
  }

  /// Two parts of one file, as a cue sheet has them, and the file.
  private func sheet() -> Conversation {
    let conversation = conversation()
    let track = FakeBackend.track("a/01.flac")
    fake.playlists.lists["disc.cue"] = [track, track, track]
    fake.playlists.described["disc.cue"] = [
      0: PlaylistEntry(
        track, Region(end: .seconds(4)),
        told: [
          SourceMetadata(.title, "Eins"), SourceMetadata(.artist, "PA"), SourceMetadata(.album, "CA"),
          SourceMetadata(.track, "01"),
        ]),
      1: PlaylistEntry(track, Region(start: .seconds(4)), told: [SourceMetadata(.title, "Zwei")]),
    ]
    return conversation
  }

  private static let parts = [
    [
      "file: a/01.flac", "Range: 0.000-4.000", "Last-Modified: 2026-11-21T02:24:48Z", "Format: 44100:16:2",
      "Artist: PA", "Album: CA", "Title: Eins", "Track: 01", "Time: 4", "duration: 4.000",
    ],
    [
      "file: a/01.flac", "Range: 4.000-", "Last-Modified: 2026-11-21T02:24:48Z", "Format: 44100:16:2",
      "Artist: x y", "Album: Al", "Title: Zwei", "Track: 1", "Time: 16", "duration: 16.000",
    ],
  ]

  @Test func `parts are sent with the sheet's tags, their range and length`() {
    let conversation = sheet()
    expectEqual(conversation.ask("listplaylistinfo disc.cue 0:2"), Self.parts[0] + Self.parts[1] + ["OK"])
    #expect(conversation.ask("listplaylistinfo disc.cue 2").contains("Title: T1"))
    expectEqual(
      conversation.ask("searchplaylist disc.cue \"(Title == 'Zwei')\""), Self.parts[1] + ["Pos: 1", "OK"])
    #expect(conversation.ask("searchplaylist disc.cue title eins").contains("Pos: 0"))
    let entries = conversation.ask("playlistentries disc.cue")
    #expect(entries.filter { $0.hasPrefix("Title") } == ["Title: Eins", "Title: Zwei", "Title: T1"])
    #expect(entries.filter { $0.hasPrefix("duration") } == Array(repeating: "duration: 20.000", count: 3))
    let groups = conversation.ask("playlistgroups disc.cue {Title}")
    #expect(
      groups.filter { $0.hasPrefix("group") || $0.hasPrefix("Title") } == [
        "group: Eins", "Title: Eins", "group: T1", "Title: T1", "group: Zwei", "Title: Zwei",
      ])
  }

  @Test func `the queue keeps the tags of loaded parts, and so does a playlist saved from it`() {
    let conversation = sheet()
    expectEqual(conversation.ask("load disc.cue 0:2"), ["OK"])
    expectEqual(
      conversation.ask("playlistinfo"),
      Self.parts[0] + ["Pos: 0", "Id: 1"] + Self.parts[1] + [
        "Pos: 1", "Id: 2", "OK",
      ])
    expectEqual(conversation.ask("playlistfind title Zwei"), Self.parts[1] + ["Pos: 1", "Id: 2", "OK"])
    expectEqual(conversation.ask("playlistfind title T1"), ["OK"])
    #expect(
      conversation.ask("playlistsearch title i sort -Title").filter { $0.hasPrefix("Pos") } == [
        "Pos: 1", "Pos: 0",
      ])
    for isKnown in [true, false] {
      fake.knowsCurrentSong = isKnown
      fake.status.current = .init(position: 1, id: fake.snapshot.entries[1].id)
      expectEqual(conversation.ask("currentsong"), Self.parts[1] + ["Pos: 1", "Id: 2", "OK"])
    }
    expectEqual(conversation.ask("save kept"), ["OK"])
    #expect(fake.playlists.changes.last?.contains("\"Zwei\"") == true)
  }

  @Test func `a change is acknowledged only when it is durable`() {
    let conversation = conversation()
    fake.holdsAnswers = true
    expectEqual(conversation.ask("rm mix\nping"), [])
    fake.answerNext()
    expectEqual(conversation.hear(), "OK\nOK\n")
  }

  @Test func `changes in a command list are made in their order, up to the first that can't be`() {
    let conversation = conversation()
    #expect(
      conversation.ask(
        "command_list_ok_begin\nplaylistadd new a/01.flac\nrm mix\nrm mix\nrm new\ncommand_list_end")
        == ["list_OK", "list_OK", "ACK [50@2] {rm} No such playlist"])
    expectEqual(fake.playlists.lists.keys.sorted(), ["Empty one", "new"])
  }

  @Test func `a client with read permission only changes nothing`() {
    let conversation = conversation()
    conversation.client.restrict(to: .read)
    expectEqual(conversation.ask("listplaylists").last, "OK")
    for line in ["rm mix", "save x", "playlistadd mix a", "load mix", "searchaddpl mix title x"] {
      #expect(conversation.ask(line)[0].hasPrefix("ACK [4@0]"))
    }
    #expect(fake.playlists.changes == [] && fake.edits.isEmpty)
  }

  @Test func `a question whose asker hangs up is not answered`() {
    let conversation = conversation()
    fake.holdsAnswers = true
    expectEqual(conversation.ask("listplaylistinfo mix"), [])
    conversation.client.disconnected()
    expectEqual(fake.cancellations, 1)
  }
}
