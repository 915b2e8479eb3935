import Support
import Testing

@testable import Configuration

/// The sections `[output NAME]`.
@Suite struct OutputTests {
  @Test func `each section is an output, in the order of the file`() throws {
    let settings = try read(
      """
      [output rooms]
      type = snapcast
      [output tape]
      type = pipe
      path = /run/tape
      format = 48000:24:2
      [output kitchen tablet]
      type = http
      listen = [::]:8000
      clients = 3
      """)
    expectEqual(settings.outputs.map(\.name), ["rooms", "tape", "kitchen tablet"])
    expectEqual(settings.outputs.map(\.kind), [.snapcast, .pipe, .http])
    expectEqual(settings.outputs.map(\.path), [nil, "/run/tape", nil])
    expectEqual(settings.outputs.map(\.format.description), ["44100:16:2", "48000:24:2", "44100:16:2"])
    expectEqual(settings.outputs[2].listen, NetworkAddress(host: "::", port: 8000))
    expectEqual(settings.outputs[2].clients, 3)
    try expectEqual(read(settings.text), settings)
  }

  @Test(arguments: [
    ("[output a]", "box.ini:1: [output a] has no type; expected `type = ` with snapcast, pipe or http"),
    (
      "[output a]\ntype = pipe", "box.ini:1: [output a] has no path; expected `path = ` with an absolute path"
    ),
    (
      "[output a]\ntype = http",
      "box.ini:1: [output a] has no listen; expected `listen = ` with HOST:PORT, such as 0.0.0.0:8000"
    ),
    ("[output a]\ntype = tape", "box.ini:2: type = tape; expected snapcast, pipe or http"),
    (
      "[output a]\ntype = snapcast\nformat = 44100:16",
      "box.ini:3: format = 44100:16; expected RATE:BITS:2, such as 44100:16:2, with 16, 24 or 32 bits"
    ),
    (
      "[output a]\ntype = http\nlisten = 0.0.0.0:1\nformat = 44100:32:2",
      "box.ini:1: [output a] has format = 44100:32:2, which FLAC cannot hold; expected 16 or 24 bits"
    ),
    (
      "[output a]\ntype = pipe\npath = /run/b\n[output c]\ntype = pipe\npath = /run/b",
      "box.ini:4: [output c] has path = /run/b, as has [output a]; expected another path"
    ),
    (
      "[output a]\ntype = snapcast\n[output b]\ntype = snapcast",
      "box.ini:3: [output b] has path = /run/jukebox-rooms, as has [output a]; expected another path"
    ),
    (
      "[output a]\ntype = http\nlisten = 0.0.0.0:8000\n[output b]\ntype = http\nlisten = 0.0.0.0:8000",
      "box.ini:4: [output b] has listen = 0.0.0.0:8000, as has [output a]; expected another listen"
    ),
    (
      "[output a]\ntype = snapcast\n[output a]\ntype = snapcast",
      "box.ini:3: [output a] is already set in line 1; expected it once"
    ),
  ])
  func `a mistake of an output is named with its line`(text: String, expected: String) {
    expectEqual(message(text), expected)
  }

  @Test func `the ninth output is refused`() {
    let text = (1...9).map { "[output \($0)]\ntype = pipe\npath = /\($0)\n" }.joined()
    expectEqual(message(text), "box.ini:25: too many outputs; expected at most 8")
  }

  @Test(arguments: ["44100:16:1", "44100:20:2", "7999:16:2", "44100:16:2:2", "", "x:16:2", "192001:16:2"])
  func `a format has a rate, bits and two channels`(text: String) { #expect(OutputFormat(text) == nil) }

  @Test func `settings that have no effect together are named`() throws {
    let rooms = "[output rooms]\ntype = snapcast\n"
    try expectEqual(read(rooms).warnings, [])
    try expectEqual(
      read("[audio]\noutput = file:/tmp/a.wav\n" + rooms).warnings,
      [
        "[output rooms] has no effect with [audio] output = file:/tmp/a.wav"
      ])
    try expectEqual(
      read("[audio]\nthis-room = snapcast\n").warnings,
      [
        "[audio] this-room = snapcast is silent without an [output NAME] of type = snapcast; see `jukebox rooms`"
      ])
    try expectEqual(
      read("[audio]\nmixer = hardware\n" + rooms).warnings,
      [
        "[output rooms] does not follow the volume, which [audio] mixer = hardware sets on the card"
      ])
  }

  @Test func `a key that the type does not use is named`() throws {
    let settings = try read(
      """
      [output a]
      type = http
      listen = 0.0.0.0:1
      path = /a
      [output b]
      type = snapcast
      listen = 0.0.0.0:1
      """)
    expectEqual(
      settings.warnings,
      [
        "[output a] path has no effect with type = http",
        "[output b] listen has no effect with type = snapcast",
      ])
  }

  @Test func `the card is left to a Snapcast client in this room`() throws {
    let settings = try read("[audio]\nthis-room = snapcast\n[output rooms]\ntype = snapcast\n")
    expectEqual(settings.audio.ownOutput, .null)
    expectEqual(settings.warnings, [])
    try expectEqual(read("").audio.ownOutput, .alsa)
    try expectEqual(read("[audio]\nthis-room = snapcast\noutput = file:/a").audio.ownOutput, .file("/a"))
  }

  @Test func `a changed output takes effect at the next start`() throws {
    let (old, new) = (
      try read("[output a]\ntype = snapcast"), try read("[output a]\ntype = pipe\npath = /b")
    )
    expectEqual(
      old.changes(to: new).map(\.description), ["[output a] changed and takes effect at the next start"])
  }
}
