import Foundation
import Support
import Testing

/// Mixes as files.
@Suite struct RenderTests {
  @Test func `a cue sheet or a stem that is there already is not written over`() throws {
    let folder = try TemporaryFolder()
    let output = try folder.write("output", "")
    for (name, words) in [("mix.cue", [String]()), ("mix 2.flac", ["--stems"])] {
      let path = try folder.write(name, "mine")
      let ended = try Program.run(
        ["render", "Party", "-o", "\(folder.path)/mix.flac"] + words, into: output,
        [["playlist: Party"]] + (words.isEmpty ? [] : [["songs: 2", "playtime: 9"]]))
      #expect(ended.status != 0)
      #expect(ended.errors.contains("\(path) exists already") && ended.errors.contains("--force"))
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
