import Model
import Support
import Testing

@testable import Control

/// Keys of errors: in each `ACK` for those who asked for them, and for nobody else.
@Suite struct ErrorKeyTests {
  @Test func `an error has its key for those alone who asked for it`() {
    let talk = Conversation()
    let other = Conversation(beside: talk)
    expectEqual(talk.ask("protocol enable error_keys"), ["OK"])
    #expect(talk.ask("play 99") == ["ACK [2@0] {play} [no-such-position] Bad song index"])
    #expect(talk.ask("nonsense") == [#"ACK [5@0] {} [unknown-command] unknown command "nonsense""#])
    #expect(other.ask("play 99") == ["ACK [2@0] {play} Bad song index"])
    expectEqual(talk.ask("protocol disable error_keys"), ["OK"])
    #expect(talk.ask("play 99") == ["ACK [2@0] {play} Bad song index"])
    expectEqual(other.ask("protocol all"), ["OK"])
    #expect(other.ask("play 99") == ["ACK [2@0] {play} Bad song index"])
  }

  @Test func `a command list puts the key after the place`() {
    let talk = Conversation()
    _ = talk.ask("protocol enable error_keys")
    #expect(
      talk.ask("command_list_begin\nping\nplayid 99\ncommand_list_end") == [
        "ACK [50@1] {playid} [no-such-song] No such song"
      ])
  }

  @Test func `the subject of an error stands in quotes after its key`() {
    let talk = Conversation()
    _ = talk.ask("protocol enable error_keys")
    talk.fake.playlists.outcome = .failure(.noSuchPlaylist)
    #expect(
      talk.ask(#"import "a \"b\".m3u""#) == [
        #"ACK [50@0] {import} [no-such-playlist "a \"b\".m3u"] No such playlist: a "b".m3u"#
      ])
    talk.fake.playlists.outcome = .failure(.failed(.noSuchVolume, "It lies elsewhere", about: #"a\b"#))
    #expect(talk.ask("import a") == [#"ACK [50@0] {import} [no-such-volume "a\\b"] It lies elsewhere"#])
  }

  @Test func `every refusal has a key, and MPD's number`() {
    let refusals: [Refusal] = [
      .badSongIndex, .noSuchSong, .noSuchDirectory, .noSuchFile, .unreadableFile, .noSuchCue,
      .behindSongEnd(.seconds(1)), .noSuchOutput, .noCurrentSong, .notPlaying, .plays, .noSuchPlaylist,
      .playlistFile("a"), .playlistExists, .badPlaylistName, .badRange, .badPosition, .playlistFull,
      .tooManyPlaylists, .badPlaylistField, .emptyPreset("a"), .overtaken, .noSuchPlaylistFolder,
      .playlistFolderExists, .tooManyPlaylistFolders, .queueFull, .updateQueueFull, .noSuchVolume,
      .volumeGone,
      .unsupported("a"), .failed(.noBackup, "a"), .system("a"),
    ]
    for refusal in refusals {
      for error in [refusal.commandError, refusal.commandError(of: "S/a")] {
        #expect(error.key.code == error.code, "\(refusal)")
        #expect(error.bracketed.hasPrefix("[\(refusal.key.rawValue)"))
      }
    }
    for key in ErrorKey.allCases where key.rawValue.contains(where: { !$0.isLowercase && $0 != "-" }) {
      Issue.record("\(key)")
    }
  }

  @Test func `the page lists every key with its number`() throws {
    let page = try Repository.text(of: "docs/protocol-errors.md")
    let section = try #require(page.components(behind: "## Errors by key\n", upTo: "\n## "))
    let rows = section.split(separator: "\n").filter { $0.hasPrefix("| `") }.map { row in
      row.split(separator: "|").map { $0.drop { $0 == " " || $0 == "`" }.prefix { $0 != " " && $0 != "`" } }
    }
    #expect(
      rows.map { "\($0[0]) \($0[2])" } == ErrorKey.allCases.map { "\($0.rawValue) \($0.code.rawValue)" })
  }
}

extension String {
  /// What stands between two texts.
  fileprivate func components(behind start: String, upTo end: String) -> Substring? {
    guard let start = firstRange(of: start) else { return nil }
    let rest = self[start.upperBound...]
    return rest[..<(rest.firstRange(of: end)?.lowerBound ?? rest.endIndex)]
  }
}
