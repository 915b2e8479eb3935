import ClientSupport
import Support
import Testing

@testable import Client
@testable import jukebox

/// `jukebox play NAME`.
@Suite struct NamedMusicTests {
  private let none: [[String]] = [[], [], []]

  /// - Parameter answers: of `playlists`, `stations` and `browse albums`, then of what else is asked.
  private func find(_ name: String, _ answers: [[String]]) throws -> [NamedMusic] {
    let jukebox = try ScriptedJukebox(answers: answers)
    return try NamedMusic.find(name, jukebox.connection)
  }

  @Test func `a playlist, a station and an album are found by their names, in any case`() throws {
    let answers = [
      ["playlist: Party", "playlist: party mix"], ["station: PARTY", "file: http://a/b"],
      ["total: 1", "Album: party", "AlbumArtist: X"],
    ]
    try expectEqual(
      find("Party", answers),
      [
        NamedMusic(kind: .playlist, name: "Party"),
        NamedMusic(kind: .station, name: "PARTY", uri: "http://a/b"),
        NamedMusic(kind: .album, name: "party", artist: "X"),
      ])
  }

  @Test func `an album of a folder is played and chosen by its folder`() throws {
    let answer = ["total: 1", "Album: Mix", "AlbumArtist: ", "AlbumFolder: a b"]
    let found = try find("Mix", [[], [], answer])
    expectEqual(found, [NamedMusic(kind: .album, name: "Mix", artist: "", folder: "a b")])
    expectEqual(found.first?.commandLine, "jukebox add --replace --play --album Mix --folder 'a b'")
    expectEqual(
      NamedMusic.filter(album: "Mix", artist: "", folder: "a b"),
      "((Album eq_ci \"Mix\") AND (AlbumFolder == \"a b\"))")
  }

  @Test func `the exact name wins among playlists that differ in case alone`() throws {
    let answers = [["playlist: party", "playlist: Party"], [], ["total: 0"]]
    try expectEqual(find("Party", answers).map(\.name), ["Party"])
  }

  @Test func `a name that no list has means a path, then a title, then words`() throws {
    let refused = ["ACK [50@0] {lsinfo} [no-such-path] No such directory"]
    try expectEqual(find("a/b", none + [[], ["directory: a/b/c"]]).map(\.kind), [.path])
    let titled = try find("So What", none + [[], refused, ["file: x.mp3", "Title: So What"]])
    expectEqual(titled, [NamedMusic(kind: .song, name: "So What", uri: "x.mp3")])
    let album = ["file: 1.mp3", "Album: Blue", "AlbumArtist: M", "file: 2.mp3", "Album: Blue", "Artist: M"]
    try expectEqual(
      find("blue", none + [[], refused, [], album]),
      [
        NamedMusic(kind: .album, name: "Blue", artist: "M")
      ])
    #expect(try find("blue", none + [[], refused, [], []]).isEmpty)
  }

  @Test func `an album without an artist plays under its name alone`() {
    expectEqual(NamedMusic(kind: .album, name: "1989", artist: "").text, "playing the album 1989")
    expectEqual(NamedMusic(kind: .album, name: "Blue", artist: "M").text, "playing the album Blue by M")
  }

  @Test func `songs of several albums are listed one by one`() {
    let songs = [Answer("file: 1", "Album: A"), Answer("file: 2", "Album: B")].compactMap { Song($0) }
    expectEqual(NamedMusic.matches(of: songs).map(\.uri), ["1", "2"])
  }

  @Test func `a choice shows command lines, each of which plays one of them`() {
    let found = [
      NamedMusic(kind: .playlist, name: "Greatest Hits"),
      NamedMusic(kind: .station, name: "S", uri: "http://a"),
      NamedMusic(kind: .album, name: "It's", artist: "A B"),
      NamedMusic(kind: .song, name: "T", uri: "a b.mp3"),
    ]
    let lines = NamedMusic.choice("x", found).description.split(separator: "\n").dropFirst()
    expectEqual(
      lines,
      [
        "  jukebox playlist play 'Greatest Hits'", "  jukebox station play S",
        "  jukebox add --replace --play --album 'It'\\''s' --artist 'A B'",
        "  jukebox add --replace --play 'a b.mp3'",
      ])
    let many = Array(repeating: found[3], count: 12)
    #expect(NamedMusic.choice("x y", many).description.hasSuffix("… and 2 more: jukebox search x y"))
  }

  @Test func `songs that replace the queue are added before it is emptied`() throws {
    let jukebox = try ScriptedJukebox(
      ["playlistlength: 2"], ["ACK [50@0] {add} [no-such-path] No such directory"], [])
    let addition = QueueAddition(place: .replacing, plays: true)
    #expect(throws: Failure.self) { try addition.add([["add", "x"]], jukebox.connection) }
    #expect(try !jukebox.asked().contains { $0.hasPrefix("delete") || $0.hasPrefix("clear") })
    let second = try ScriptedJukebox(
      ["playlistlength: 2"], [], ["playlistlength: 5"], ["file: x"], [], ["state: play"], [])
    try expectEqual(addition.add([["add", "x"]], second.connection), 3)
    #expect(
      try second.asked() == [
        "status", #"add "x""#, "status", #"playlistinfo "2""#, #"play "2""#, "status", #"delete "0:2""#,
      ])
  }

  @Test(arguments: [
    (["play", "3"], ["playlistinfo \"2\""]), (["play"], ["status"]), (["play", "./3"], ["playlists"]),
    (
      ["play", "Kind", "of", "Blue"],
      ["playlists", "stations", #"browse "albums" "(Album eq_ci "Kind of Blue")""#]
    ),
  ])
  func `a bare number is a place in the queue, other words are a name`(words: [String], asked: [String])
    throws
  {
    let ended = try Program.run(words, [[], [], [], [], [], [], []])
    #expect(ended.asked.prefix(asked.count).map { $0.replacing("\\", with: "") } == asked)
  }
}
