import ArgumentParser
import ClientSupport
import Support
import Testing

@testable import Client
@testable import jukebox

/// What is said to those who ask for what can't be done, and that nothing is done then.
@Suite struct RefusalTests {
  private func command<Command: ConnectedCommand>(_ type: Command.Type, _ words: String...) throws -> Command
  {
    try Command.parsed(words)
  }

  @Test(arguments: [[], ["--replace"], ["--append"]])
  func `an empty queue is not kept, so that it empties no playlist`(options: [String]) throws {
    let words = ["playlist", "save", "Tonight"] + options
    let save = try PlaylistSaveCommand.parsed(words)
    let jukebox = try ScriptedJukebox(["state: stop", "playlistlength: 0"])
    let failure = #expect(throws: Failure.self) { try save.save(jukebox.connection) }
    #expect(failure?.kind == .refused && failure?.description.contains("`jukebox playlist clear`") == true)
    #expect(
      failure?.description.hasPrefix(
        "The queue is empty: nothing to save as Tonight. `jukebox playlist clear` empties a playlist.")
        == true)
    try expectEqual(jukebox.asked(), ["status"])
  }

  @Test func `a queue that holds something is kept`() throws {
    let save = try command(PlaylistSaveCommand.self, "playlist", "save", "Tonight", "--replace")
    let jukebox = try ScriptedJukebox(["playlistlength: 2"], ["playlist: Tonight"], [], ["songs: 2"])
    try expectEqual(save.save(jukebox.connection), "Tonight now has 2 songs")
    #expect(try jukebox.asked()[2...] == [#"save "Tonight" "replace""#, #"playlistlength "Tonight""#])
  }

  @Test(arguments: [
    ["playlist", "add", "two\nlines", "Miles"], ["playlist", "save", "a\tb"],
    ["playlist", "rename", "P", "a\u{1}"],
    ["import", "a.m3u", "--name", "a\u{7F}"], ["playlist", "folder", "make", "a\nb"],
    ["playlist", "folder", "rename", "a", "a\nb"], ["playlist", "set", "P", "--folder", "a\r\nb"],
  ])
  func `no name is given with control characters, which would be left out or refused bare`(words: [String]) {
    let error = #expect(throws: (any Error).self) { try JukeboxCommand.parseAsRoot(words) }
    #expect(error.map { JukeboxCommand.message(for: $0).contains("another control character") } == true)
  }

  @Test func `a path that begins with the first folder's name is corrected`() throws {
    let volumes = ["volume: Müsic", "uri: ", "path: /m", "volume: STICK", "uri: STICK", "path: /s"]
    let jukebox = try ScriptedJukebox(
      ["ACK [50@0] {add} [no-such-path] No such directory"], volumes,
      ["ACK [50@0] {add} [no-such-path] No such directory"], volumes,
      ["ACK [50@0] {add} [no-such-path] No such directory"], volumes,
      ["ACK [50@0] {rm} [no-such-playlist] No such playlist"], [])
    func told(_ words: String...) throws -> String? {
      let failure = #expect(throws: Failure.self) { try jukebox.connection.asked(words) }
      return failure?.description
    }
    let why = "Müsic is the first music folder; its name is not part of paths"
    try expectEqual(told("add", "Müsic/a/b.mp3"), "\(why). Use a/b.mp3 instead of Müsic/a/b.mp3.")
    try expectEqual(
      told("add", "Müsic"), "\(why). `jukebox browse folders` lists its folders; use / for the whole library."
    )
    #expect(try told("add", "STICK/x")?.hasPrefix("There is no song or folder STICK/x. ") == true)
    #expect(try told("rm", "Müsic")?.hasPrefix("There is no playlist Müsic. ") == true)
  }

  @Test(
    arguments: [
      (["add", "A/x"], "no-such-path", "A/x"), (["rate", "A/x", "3"], #"no-such-song "A/x""#, "A/x"),
      (["import", "A/m.m3u8"], #"no-such-playlist "A/m.m3u8""#, "A/m.m3u8"),
      (["playlistput", "A", "uri", "b", "A/x"], #"no-such-path "A/x""#, "A/x"),
      (["playlistadd", "A", "A/x"], "no-such-path", "A/x"),
      (["browse", "folders", "A"], "no-such-path", "A"),
      (["browse", "songs", "(base \"A\")"], "no-such-path", nil),
      (["rm", "A"], "no-such-playlist", nil), (["play", "3"], "no-such-position", nil),
      (["browse", "songs"], "no-such-path", nil), (["cues", ""], "not-playing", nil),
    ] as [([String], String, String?)])
  func `the path that is not there is known`(words: [String], key: String, path: String?) {
    expectEqual(RefusalText.missingPath(CommandRefusal(key, to: words)), path)
  }

  @Test(arguments: [
    (["listening", ""], "no-such-song", "The song's path is empty. Omit it"),
    (["chapters", ""], "no-such-song", "The song's path is empty."),
    (["rate", "", "3"], "no-such-song", "The current song is not in the library."),
    (["playlistentries", ""], "no-such-playlist", "The name of the playlist is empty."),
    (["save", "", "create"], "bad-playlist-name", "The name of the playlist is empty."),
    (["backup", ""], "no-such-volume", "The name of the volume is empty. `jukebox volumes`"),
    (["mount", "B", "B"], "volume-mounted", "B is already mounted. `jukebox volumes` lists the volumes."),
    (
      ["playlistfolder", "make", "a\u{1}"], "bad-playlist-name",
      "Not a valid name for a playlist folder: "
    ),
    (
      ["importsent", "path", "/x/b.xspf"], "names-no-song] the file names no song: it is damaged",
      "/x/b.xspf: the file names no song: it is damaged. No playlist was created."
    ),
    (
      ["import", "S/a.cue"], "names-no-song] the file names no song",
      "S/a.cue: the file names no song. No playlist was created."
    ),
    (
      ["importsent", "path", "/Import"], "names-no-song] the file names no song", "The file names no song. No"
    ),
  ])
  func `refusals are explained with their subject`(words: [String], key: String, told: String) {
    let text = RefusalText.text(CommandRefusal(key, to: words))
    #expect(text?.hasPrefix(told) == true, "\(text ?? "nothing")")
  }

  @Test(arguments: [["--mount", ""], ["--unmount", ""]])
  func `a stick has a name`(words: [String]) {
    let error = #expect(throws: (any Error).self) { try VolumesCommand.parse(words) }
    #expect(
      error.map { VolumesCommand.message(for: $0).hasPrefix("The name of the stick is empty.") } == true)
  }

  @Test func `a sync or backup without a volume is a failure`() {
    for (command, words) in [("sync", "no volume to synchronise."), ("backup", "no volume to back up.")] {
      let failure = ExchangeText.failure(of: command, [])
      #expect(failure?.kind == .refused && failure?.description.contains(words) == true)
    }
  }

  @Test func `a known but absent folder is marked as such`() throws {
    let jukebox = try ScriptedJukebox(["ACK [50@0] {lsinfo} [no-such-path] No such directory"], [])
    // It is looked for among those that the first folder's name stands before.
    #expect(try jukebox.connection.answerUnlessRefused("lsinfo", "Solo") == nil)
    var folder = try #require(
      FolderResume.all(
        Answer("directory: Solo", "resumes: 1", "why: marked", "song: Solo/1.mp3", "elapsed: 9")
      ).first)
    folder.isAbsent = true
    expectEqual(
      ResumeText.lines([folder]),
      [
        "Solo  not available: its stick is not plugged in, or it was deleted; afterwards it resumes in 1.mp3 at 0:09: set by you"
      ])
    #expect(try JSON.line(folder).contains(#""isAbsent":true"#))
    let broken = try ScriptedJukebox()
    #expect(throws: Failure.self) { try broken.connection.answerUnlessRefused("lsinfo", "Solo") }
  }

  @Test(arguments: [
    ["seek", "--", "-3"], ["volume", "--", "-5"], ["volume", "-5"], ["seek", "-3"], ["volume"],
  ])
  func `steps may stand after two dashes`(words: [String]) throws {
    _ = try JukeboxCommand.parseAsRoot(words)
  }

  @Test func `two dashes alone are no step`() {
    #expect(throws: (any Error).self) { try JukeboxCommand.parseAsRoot(["seek", "--"]) }
    #expect(throws: (any Error).self) { try JukeboxCommand.parseAsRoot(["volume", "--", "--", "-5"]) }
  }
}
