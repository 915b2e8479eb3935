import Foundation
import Support
import Testing

/// Mixes as files.
@Suite struct RenderTests {
  /// What each command asks before its file is written.
  private static let writers: [[String]] = [
    ["chords", "a.flac", "-o", "x.chordpro"], ["notes", "a.flac", "-o", "x.mid"],
    ["art", "a.flac", "-o", "x.jpg"],
    ["playlist", "cover", "P", "-o", "x.jpg"], ["export", "P", "-o", "x.m3u8"],
    ["record", "notes", "-o", "x.mid"],
    ["render", "P", "-o", "x.flac"], ["pad", "export", "bell", "-o", "x.wav"],
  ]

  @Test(arguments: writers)
  func `a file that exists is kept, and one that can't be written is refused before the work`(words: [String])
    throws
  {
    let folder = try TemporaryFolder()
    let name = try #require(words.last)
    let start = Array(words.dropLast())
    let lists = words[0] == "render" ? [["playlist: P"]] : []
    let path = try folder.write(name, "precious")
    let output = try folder.write("output", "")
    let kept = try Program.run(start + [path], into: output, lists)
    #expect(kept.status == 1 && kept.errors.contains("\(path) exists already"))
    expectEqual(kept.asked.count, lists.count)
    try expectEqual(String(contentsOfFile: path, encoding: .utf8), "precious")
    let nowhere = try Program.run(start + ["\(folder.path)/none/\(name)"], into: output, lists)
    #expect(nowhere.status == 1 && nowhere.errors.contains("Cannot write \(folder.path)/none/\(name)"))
    expectEqual(nowhere.asked.count, lists.count)
    // A picture's program first asks for longer parts, which a jukebox may refuse.
    let refusals = Array(repeating: ["ACK [52@0] {x} stopped here"], count: words[0] == "art" ? 2 : 1)
    let forced = try Program.run(start + [path, "--force"], into: output, lists + refusals)
    #expect(forced.asked.count > lists.count && !forced.errors.contains("exists already"))
    // A pipe or a device may be written.
    let pipe = "\(folder.path)/pipe.\(name.split(separator: ".").last ?? "")"
    expectEqual(unsafe mkfifo(pipe, 0o600), 0)
    let piped = try Program.run(start + [pipe], into: output, lists + refusals)
    #expect(piped.asked.count > lists.count)
  }

  @Test func `a playlist with a missing song names the song, and is not called unknown itself`() throws {
    let folder = try TemporaryFolder()
    let refused = #"ACK [50@0] {renderbegin} [no-such-song "Musik/Gone.mp3"] No such song"#
    let ended = try Program.run(
      ["render", "win", "-o", "\(folder.path)/mix.flac"], into: folder.write("output", ""),
      [["playlist: win"], [refused]])
    #expect(ended.status == 1 && ended.errors.contains("The song Musik/Gone.mp3 is missing"))
  }

  @Test func `a cue sheet or a stem that is there already is not written over`() throws {
    let folder = try TemporaryFolder()
    let output = try folder.write("output", "")
    for (name, words) in [("mix.flac", [String]()), ("mix.cue", []), ("mix 2.flac", ["--stems"])] {
      let path = try folder.write(name, "mine")
      let ended = try Program.run(
        ["render", "Party", "-o", "\(folder.path)/mix.flac"] + words, into: output,
        [["playlist: Party"]] + (words.isEmpty ? [] : [["songs: 2", "playtime: 9"]]))
      #expect(ended.status != 0)
      #expect(ended.errors.contains(path) && ended.errors.contains("exists already: choose another"))
      #expect(ended.errors.contains("--force") && ended.errors.contains("\(folder.path)/mix.flac"))
      #expect(!ended.asked.contains { $0.hasPrefix("renderbegin") })
      try FileManager.default.removeItem(atPath: path)
    }
    _ = try folder.write("mix.cue", "mine")
    let ended = try Program.run(
      ["render", "Party", "-o", "\(folder.path)/mix.flac", "--force"], into: output,
      [["playlist: Party"], ["ACK [52@0] {renderbegin} full"]])
    #expect(ended.asked.contains { $0.hasPrefix("renderbegin") })
  }
}
