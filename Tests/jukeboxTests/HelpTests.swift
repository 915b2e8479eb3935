import ArgumentParser
import Testing

@testable import jukebox

@Suite struct HelpTests {
  private var commands: [any ParsableCommand.Type] {
    let all: [any ParsableCommand.Type] = [JukeboxCommand.self]
    return all + JukeboxCommand.configuration.subcommands + PlaylistCommand.configuration.subcommands
      + CueCommand.configuration.subcommands
  }

  @Test func `no line of a help is broken on a terminal of 80 columns`() {
    for command in commands {
      let lines = command.configuration.discussion.split(separator: "\n")
      #expect(lines.filter { Columns.width(String($0)) >= 80 } == [], "\(command)")
    }
  }

  @Test(arguments: [
    "serach x", "playlists", "playlist Party", "playlist Party --json", "--socket /s version",
  ])
  func `a command that there isn't is called so`(line: String) throws {
    let words = CommandWords.ordered(line.split(separator: " ").map(String.init))
    let message = try #require(CommandWords.unknown(words))
    #expect(message.hasPrefix("There is no command '\(words[0])") && message.contains("--help"))
  }

  @Test(arguments: [
    "", "--json", "--help", "help search", "search x", "playlist", "playlist --json", "playlist show Party",
    "playlist help show", "--socket /s playlist list", "--socket /s", "--host kitchen",
  ])
  func `a command that there is goes to the parser`(line: String) {
    #expect(CommandWords.unknown(CommandWords.ordered(line.split(separator: " ").map(String.init))) == nil)
  }

  @Test(arguments: [
    (["add", "Mile"], "No such directory", "There is no song or folder Mile. "),
    (["playlistadd", "P", "Mile"], "No such directory", "There is no song or folder Mile. "),
    (["browse", "folders", "Mile"], "No such directory", "There is no song or folder Mile. "),
    (["browse", "songs", #"(base "Mile")"#], "No such directory", "There is no such folder. "),
    (["readpicture", "Mile", "0"], "No such song or folder", "There is no song or folder Mile. "),
    (["rate", "Mile", "3"], "No such song", "There is no song Mile. "),
    (["chapters", "Mile"], "No such song", "There is no song Mile. "),
    (["listening", "Mile"], "No such song", "There is no song Mile. "),
    (["resume", "Mile"], "No such directory", "There is no song or folder Mile. "),
    (["setresume", "Mile", "on"], "No such directory", "There is no song or folder Mile. "),
    (["play", "98"], "Bad song index", "The queue has no song 99. "),
    (["load", "Prty", "0:", "3"], "No such playlist", "There is no playlist Prty. "),
    (["playlistmove", "Party", "499:500", "0"], "Bad range", "Party has no such numbers: "),
    (["playlistadd", "Party", "Miles", "98"], "Bad position", "Party has fewer songs than that: "),
    (["rename", "Party", "Tonight"], "Playlist exists already", "There is a playlist Tonight already."),
    (["save", "a/b", "create"], "Bad playlist name", "A playlist can't be called that: "),
    (["unmount", "STIK"], "Not a mount point", "There is no stick STIK that could be let go. "),
    (["mount", "STIK", "STIK"], "Unrecognized storage URI", "No stick STIK was let go. "),
  ])
  func `a refusal names what was meant`(words: [String], message: String, told: String) {
    let failure = Failure.acknowledged("ACK [50@0] {\(words[0])} \(message)", to: words)
    #expect(failure.kind == .refused && failure.description.hasPrefix(told))
  }

  @Test func `what nobody can help is told in the jukebox's own words`() {
    #expect(
      Failure.acknowledged("ACK [5@0] {add} Too much", to: ["add", "Miles"]).description == "Too much.")
    #expect(
      Failure.acknowledged("ACK [2@0] {play} Bad song index", to: ["play"]).description == "Bad song index.")
  }

  @Test func `where nothing is shown, it is told where to look`() {
    func nothing(_ request: BrowseRequest, _ volumes: [Volume] = []) -> [String] {
      ShelfText.nothing(request, volumes: volumes)
    }
    #expect(nothing(BrowseRequest(kind: "albums", artist: "miles"))[0].contains("capitals"))
    #expect(
      nothing(BrowseRequest(kind: "folders", folder: "Miles")) == [
        "There are no folders in Miles. `jukebox browse songs` with the same --folder shows its songs."
      ])
    #expect(nothing(BrowseRequest(kind: "folders"))[0].contains("`jukebox volumes`"))
    let filling = Volume(
      name: "MUSIC", uri: "MUSIC", path: "/m", kind: "stick", isReadOnly: false, isIndexed: false)
    #expect(
      nothing(BrowseRequest(kind: "artists"), [filling]).last?.hasPrefix("MUSIC: not all songs") == true)
  }

  @Test func `what was added is told with the number that plays it`() {
    #expect(SearchText.added(3, length: 12) == "3 songs added; `jukebox play 10` begins there")
    #expect(SearchText.added(1, length: 1) == "1 song added; `jukebox play 1` begins there")
  }

  @Test func `a volume that is being scanned says so`() {
    let volume = Volume(
      name: "MUSIC", uri: "MUSIC", path: "/m", kind: "stick", isReadOnly: false, isIndexed: true, songs: 2)
    #expect(VolumeText.lines([volume], scanned: ["OTHER"]) == ["MUSIC  /m  stick, 2 songs"])
    #expect(
      VolumeText.lines([volume], scanned: ["MUSIC"]) == [
        "MUSIC  /m  stick, 2 songs, being scanned (see `jukebox scan`)"
      ])
    #expect(VolumeText.letGo("MUSIC").hasPrefix("MUSIC was let go and can be pulled; "))
  }
}
