import Model
import Support
import Testing

@testable import Control

/// Rendering by commands.
@Suite struct RenderCommandTests {
  @Test func `songs, playlists and pads are rendered, listed and read`() {
    let fake = FakeBackend()
    let conversation = Conversation(fake)
    _ = conversation.ask("playlistadd Mix a/02.flac")
    _ = conversation.ask("playlistadd Mix a/01.flac")
    expectEqual(
      conversation.ask("renderbegin format wav bits 24 eq 1 stem 2 uri a/03.flac playlist Mix"),
      ["job: 1", "songs: 3", "OK"])
    let request = fake.rendering.requests[0]
    #expect(request.container == .wav && request.bits == 24 && request.isShaped && request.stem == 1)
    expectEqual(
      conversation.ask("renderstatus 1"),
      [
        "state: done", "done: 3.000", "total: 3.000", "bytes: 10", "file: a/03.flac", "start: 0.000",
        "file: a/02.flac", "start: 1.000", "file: a/01.flac", "start: 2.000", "OK",
      ])
    expectEqual(conversation.ask("renderread 1 7"), ["binary: 3", "789", "OK"])
    _ = conversation.ask("padset Horn volume 50 speed 0.5 start 0.25 bass 3")
    expectEqual(conversation.ask("renderbegin pad Horn"), ["job: 2", "songs: 1", "OK"])
    let pad = fake.rendering.requests[1]
    #expect(pad.speed == 0.5 && pad.equaliser.bass == 3 && pad.entries[0].region.start == .milliseconds(250))
    #expect(abs(pad.entries[0].region.gain + 18.06) < 0.01)
    expectEqual(conversation.ask("renderend 2"), ["OK"])
  }

  @Test(arguments: [
    ("renderbegin uri x", "ACK [50@0] {renderbegin} No such song: x"),
    ("renderbegin playlist x", "ACK [50@0] {renderbegin} No such playlist: x"),
    ("renderbegin pad x", "ACK [50@0] {renderbegin} No such pad: x"),
    ("renderbegin bits 8 uri a/01.flac", "ACK [2@0] {renderbegin} Bits 8: 16 or 24 expected"),
    ("renderbegin format mp3", "ACK [2@0] {renderbegin} Unknown format mp3: wav or flac expected"),
    ("renderbegin bits 16", "ACK [2@0] {renderbegin} renderbegin needs playlist NAME, uri URI or pad NAME"),
    ("renderstatus 7", "ACK [50@0] {renderstatus} No such mix"),
  ]) func `impossible renderings are refused`(line: String, answer: String) {
    expectEqual(Conversation().ask(line), [answer])
  }
}
