import Configuration
import Control
import Model
import Player
import Support
import Testing

@testable import Library
@testable import jukeboxd

@Suite("Parts of songs from playlists to sound")
struct RegionPlayingTests {
  private let shelf: Shelf
  private let part = Region(start: .seconds(2), end: .seconds(3.5), gain: -6, crossfade: .seconds(4))

  init() throws {
    shelf = try Shelf()
    try shelf.make("Stick", ["1.flac": "album/2-01 Solder.flac", "2.mp3": "album/1-02 Ratchet Rag.mp3"])
  }

  @Test func `a part plays from its beginning to its end, and stays a part after a restart and elsewhere`()
    throws
  {
    let box = try Box(on: shelf, autoplay: .off)
    try box.core.start()
    try box.read("Stick")
    let items = try box.tracks(["1.flac", "2.mp3"], of: "Stick").map { QueueItem($0, part) }
    try box.core.controller.handle(.addItems(items, at: .end))
    try box.core.controller.handle(.playPosition(0))
    // What is told of the file comes beside what is heard.
    try box.turn { box.sounds() && box.core.controller.status.length != nil }
    expectEqual(box.core.controller.status.length, .seconds(1.5))
    expectEqual(PlaybackAdapter(box.core, output: .null).status.length, .seconds(1.5))
    try box.turn { box.current == "2.mp3" && box.sounds() }
    // Told to the stick before.
    let other = Region(start: .seconds(1))
    try box.core.controller.handle(.setRegion(box.ids[0], other))
    box.stop()

    let again = try Box(on: shelf, state: box.state, autoplay: .off)
    expectEqual(again.player.queue.entries.map(\.region), [other, part])
    again.stop()
    let elsewhere = try Box(on: shelf)
    try elsewhere.core.start()
    elsewhere.plug("Stick")
    try elsewhere.turn { elsewhere.sounds() }
    expectEqual(elsewhere.player.queue.entries.map(\.region), [other, part])
    elsewhere.stop()
  }

  @Test func `a changed part is written again to a stick that has it`() throws {
    let box = try Box(on: shelf, autoplay: .off)
    try box.core.start()
    let volume = try box.read("Stick")
    try box.core.controller.handle(.add(box.tracks(["1.flac", "2.mp3"], of: "Stick"), at: .end))
    func carried() throws -> [Region]? {
      var answer: Result<CarriedQueue?, StoreError>?
      box.core.library.queues.carried(on: volume.id) { answer = $0 }
      try box.turn { answer != nil }
      return try answer?.get()?.entries.map(\.region)
    }
    try box.turn { try carried() == [.whole, .whole] }
    try box.core.controller.handle(.setRegion(box.ids[1], part))
    try box.turn { try carried() == [.whole, part] }
    try box.core.controller.handle(.setRegion(box.ids[1], .whole))
    try box.turn { try carried() == [.whole, .whole] }
    box.stop()
  }
}
