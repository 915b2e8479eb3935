import ArgumentParser
import Support
import Testing

@testable import jukebox

/// `jukebox tag` of one and of several songs.
@Suite struct TagCommandTests {
  @Test func `names come first, and a path may have a sign of equality`() throws {
    let command = try TagCommand.parse(["A=B/1.flac", "C/d=e.flac", "title=a=b", "comment="])
    expectEqual(command.names, ["A=B/1.flac", "C/d=e.flac"])
    expectEqual(command.tags, ["title=a=b", "comment="])
    try expectEqual(TagCommand.parse(["--undo", "A", "B"]).names, ["A", "B"])
    for words in [
      ["A"], ["A", "B"], ["--undo", "A", "title=x"], ["--undo", "--from-path", "A"], ["A", "=x"],
    ] {
      #expect(throws: (any Error).self, "\(words)") { try TagCommand.parse(words) }
    }
  }

  @Test func `one refused song does not stop the others, and is named`() throws {
    let ended = try Program.run(
      ["tag", "A", "B/3.flac", "genre=Jazz"],
      [
        ["music_directory: /music"], ["file: A/1.flac", "file: A/2.aac"], ["file: B/3.flac"],
        ["tag: GENRE", "value: Jazz"],
        ["ACK [5@0] {tag} [not-tagged \"A/2.aac\"] The tags cannot be written: no"],
        ["tag: GENRE", "value: Jazz"],
      ])
    expectEqual(ended.status, 1)
    expectEqual(ended.output, "2 of 3 songs tagged\n")
    #expect(ended.errors.hasPrefix("A/2.aac: ") && ended.errors.contains("cannot be written"))
    #expect(
      ended.asked.suffix(3) == [
        #"tag "A/1.flac" "genre" "Jazz""#, #"tag "A/2.aac" "genre" "Jazz""#,
        #"tag "B/3.flac" "genre" "Jazz""#,
      ])
  }

  @Test func `an album is found by its name, unless several have it`() throws {
    let missing = ["ACK [50@0] {listall} [no-such-path \"Blue\"] No such directory"]
    let one = try Program.run(
      ["tag", "--undo", "Blue"],
      [
        ["music_directory: /music"], missing, [],
        ["file: A/1.flac", "AlbumArtist: X", "file: A/2.flac", "AlbumArtist: X"], ["tag: GENRE"],
        ["tag: GENRE"],
      ])
    #expect(one.status == 0 && one.output == "2 songs restored\n")
    #expect(one.asked.suffix(2) == [#"tag "undo" "A/1.flac""#, #"tag "undo" "A/2.flac""#])
    let two = try Program.run(
      ["tag", "Blue", "date=1959"],
      [
        ["music_directory: /music"], missing, [],
        ["file: A/1.flac", "AlbumArtist: X", "file: B/1.flac", "AlbumArtist: Y"],
      ])
    #expect(two.status == 1 && two.errors.contains("Give their folders: A, B."))
    #expect(!two.asked.contains { $0.hasPrefix("tag ") })
    let none = try Program.run(
      ["tag", "Blue", "date=1959"], [["music_directory: /music"], missing, [], []])
    expectEqual(none.status, 1)
  }

  @Test func `protected files end an edit at the first refusal`() throws {
    let ended = try Program.run(
      ["tag", "A", "genre=Jazz"],
      [
        ["music_directory: /music"], ["file: A/1.flac", "file: A/2.flac"],
        ["ACK [4@0] {tag} [files-protected] Music files are protected"],
      ])
    #expect(ended.status == 1 && ended.asked.last == #"tag "A/1.flac" "genre" "Jazz""#)
  }
}
