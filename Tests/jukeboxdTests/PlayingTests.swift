import Control
import Player
import Testing

@testable import jukeboxd

@Suite("From what is mounted to what sounds")
struct PlayingTests {
  private let shelf: Shelf

  init() throws { shelf = try Shelf() }

  @Test func `a stick that appears fills the queue in natural order and plays`() throws {
    try shelf.make(
      "Stick",
      [
        "Part 10/x.mp3": "album/1-02 Ratchet Rag.mp3", "Part 2/9.ogg": "album/2-02 Paper Boats.ogg",
        "Part 2/10.opus": "album/2-03 Copper Wire.opus", "Part 2/broken.flac": "broken/empty.flac",
      ])
    let box = try Box(on: shelf)
    try box.works.start()
    box.plug("Stick")
    try box.turn { box.sounds() && !box.isScanning }
    #expect(box.paths == ["Part 2/9.ogg", "Part 2/10.opus", "Part 10/x.mp3"])
    #expect(box.current == "Part 2/9.ogg")
    #expect(box.announced.contains { $0.contains(.playlist) && $0.contains(.player) })
    box.stop()
  }

  @Test func `after a restart the queue is as it was and goes on where it was`() throws {
    try shelf.make("Stick", ["1.flac": "album/2-01 Solder.flac", "2.mp3": "album/1-02 Ratchet Rag.mp3"])
    let first = try Box(on: shelf)
    try first.works.start()
    first.plug("Stick")
    try first.turn { first.sounds() && first.paths.count == 2 }
    try first.works.conductor.handle(.seekCurrent(to: .seconds(2)))
    try first.turn { first.sounds(beyond: .seconds(2)) }
    let ids = first.ids
    first.stop()

    let second = try Box(on: shelf, state: first.state)
    try second.works.start()
    #expect(second.ids == ids)
    #expect(second.player.transport == .stop)
    second.plug("Stick")
    try second.turn { second.sounds(beyond: .seconds(2)) }
    #expect(second.ids == ids)
    #expect(second.current == "1.flac")
    #expect(second.elapsed < .seconds(3.5))
    second.stop()
  }
}
