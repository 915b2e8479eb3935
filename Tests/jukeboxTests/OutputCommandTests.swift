import Support
import Testing

@testable import jukebox

@Suite("jukebox output")
struct OutputCommandTests {
  private static let outputs = [
    "outputid: 0", "outputname: hw:0", "plugin: alsa", "outputenabled: 1",
    "outputid: 1", "outputname: rooms", "plugin: snapcast", "outputenabled: 0", "attribute: volume=60",
  ]

  @Test func `each output is listed, and one is chosen by its name`() throws {
    let shown = try Program.run(["output"], [Self.outputs])
    expectEqual(shown.output, "hw:0 (alsa): on\nrooms (snapcast): off, volume 60\n")
    let missing = try Program.run(["output", "off", "garden"], [Self.outputs])
    expectEqual(missing.status, 1)
    #expect(missing.errors.contains("There is no output garden. `jukebox output` lists them."))
    let changed = try Program.run(
      ["output", "on", "rooms", "--volume", "50"], [Self.outputs, [], [], Self.outputs])
    let asked = ["outputs", "enableoutput \"1\"", "outputset \"1\" \"volume\" \"50\"", "outputs"]
    expectEqual(changed.asked, asked)
    for words in [["rooms"], ["on", "a", "b"], ["on", "--volume", "10"], ["rooms", "--volume", "101"]] {
      #expect(try Program.run(["output"] + words, into: "/dev/null").status == 64, "\(words)")
    }
  }
}
