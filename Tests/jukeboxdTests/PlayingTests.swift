import Configuration
import Control
import Library
import Linux
import Model
import Player
import Support
import Testing

@testable import jukeboxd

@Suite("From mounted volumes to sound")
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
    try box.core.start()
    box.plug("Stick")
    try box.turn { box.sounds() && !box.isScanning }
    expectEqual(box.paths, ["Part 2/9.ogg", "Part 2/10.opus", "Part 10/x.mp3"])
    expectEqual(box.current, "Part 2/9.ogg")
    #expect(box.announced.contains { $0.contains(.playlist) && $0.contains(.player) })
    box.stop()
  }

  @Test func `the queue survives a restart and continues at its position`() throws {
    try shelf.make("Stick", ["2.mp3": "album/1-02 Ratchet Rag.mp3"])
    try shelf.putTwoMinutes(as: "Stick/1.wav")
    let first = try Box(on: shelf)
    try first.core.start()
    first.plug("Stick")
    try first.turn { first.sounds() && first.paths.count == 2 }
    try first.core.controller.handle(.seekCurrent(to: .seconds(10)))
    try first.turn { first.sounds(beyond: .seconds(10)) }
    let ids = first.ids
    first.stop()

    let second = try Box(on: shelf, state: first.state)
    try second.core.start()
    expectEqual(second.ids, ids)
    expectEqual(second.player.transport, .stop)
    second.plug("Stick")
    try second.turn { second.sounds() }
    expectEqual(second.ids, ids)
    expectEqual(second.current, "1.wav")
    #expect(second.elapsed >= .seconds(10))
    second.stop()
  }

  @Test(arguments: [false, true])
  func `a stick that is wanted late fills the queue, whether its first scan has ended or not`(
    hasEnded: Bool
  ) throws {
    try shelf.make(
      "Stick", ["1/1.flac": "album/2-01 Solder.flac", "2/2.mp3": "album/1-02 Ratchet Rag.mp3"])
    let box = try Box(on: shelf)
    // Nothing is wanted before the power is on.
    if hasEnded {
      try box.read("Stick")
    } else {
      box.plug("Stick")
      try box.turn { box.volume("Stick") != nil }
    }
    expectEqual(box.paths, [])
    box.core.controller.report(.powerOn)
    try box.turn { box.sounds() && !box.isScanning }
    expectEqual(box.paths, ["1/1.flac", "2/2.mp3"])
    box.stop()
  }

  @Test func `the next song is open before its turn, and a skip plays it from that`() throws {
    try shelf.make(
      "Stick",
      [
        "1.flac": "album/2-01 Solder.flac", "2.flac": "album/2-01 Solder.flac",
        "3.flac": "album/2-01 Solder.flac",
      ])
    let box = try Box(on: shelf, bufferSeconds: 2)
    try box.core.start()
    // On a busy machine the songs may be over before the test looks: they come again.
    try box.core.controller.handle(.setRepeat(true))
    box.plug("Stick")
    func open(_ name: String) -> [Int32] { OpenFiles.below("\(shelf.path)/Stick/\(name)").map(\.descriptor) }
    try box.turn { box.sounds() && box.current == "1.flac" }
    // Paused, so that no song ends meanwhile.
    box.core.controller.report(.setPaused(true))
    try box.turn { !box.isScanning && !open("2.flac").isEmpty }
    let ahead = open("2.flac")
    try box.core.controller.handle(.next)
    try box.turn { box.current == "2.flac" && !open("3.flac").isEmpty }
    expectEqual(open("2.flac"), ahead)
    #expect(open("1.flac").isEmpty)
    box.core.controller.report(.setPaused(false))
    try box.turn { box.sounds() }
    box.pull("Stick")
    try box.turn { open("2.flac").isEmpty && open("3.flac").isEmpty }
    box.stop()
  }

  @Test func `a preset plays a folder in place of the queue`() throws {
    try shelf.make(
      "Stick",
      [
        "Folder 2/a.mp3": "album/1-02 Ratchet Rag.mp3", "Folder 10/b.flac": "album/2-01 Solder.flac",
        "Folder 10/c.ogg": "album/2-02 Paper Boats.ogg",
      ])
    let box = try Box(on: shelf, autoplay: .off)
    try box.core.start()
    try box.read("Stick")
    box.core.controller.report(.perform(.preset(2)))
    try box.turn { box.sounds() }
    expectEqual(box.paths, ["Folder 10/b.flac", "Folder 10/c.ogg"])
    expectEqual(box.current, "Folder 10/b.flac")
    box.core.controller.report(.perform(.preset(3)))
    box.core.controller.report(.perform(.preset(1)))
    try box.turn { box.sounds() && box.current == "Folder 2/a.mp3" }
    expectEqual(box.paths, ["Folder 2/a.mp3"])
    box.stop()
  }

  @Test func `clients read the current song's new tags`() throws {
    try shelf.make("Stick", ["x.mp3": "album/1-02 Ratchet Rag.mp3"])
    let box = try Box(on: shelf)
    try box.core.start()
    try box.read("Stick")
    let controller = box.core.controller
    func title() -> String? { box.core.playing.now.currentSong?.tags.first { $0.tag == .title }?.value }
    try box.turn { title() != nil }
    expectEqual(title(), "Ratchet Rag")
    expectEqual(box.core.playing.now.currentSong?.uri, "Stick/x.mp3")
    #expect(box.core.playing.now.currentBitrate > 0)

    try shelf.put("album/1-05 Night Bus.mp3", as: "Stick/x.mp3")
    let before = box.announced.count
    let version = controller.queue.version
    _ = try box.core.library.scans.update("", rescan: false)
    try box.turn { title() == "Night Bus" }
    #expect(box.announced[before...].contains { $0.contains(.player) })
    #expect(box.announced[before...].contains { $0.contains(.database) })
    #expect(controller.queue.version > version, "clients that keep the queue read the entry again")
    box.stop()
  }

  @Test func `the song that follows is known before its turn`() throws {
    try shelf.make("Stick", ["1.mp3": "album/1-02 Ratchet Rag.mp3", "2.ogg": "album/2-02 Paper Boats.ogg"])
    let box = try Box(on: shelf)
    try box.core.start()
    try box.read("Stick")
    try box.turn { box.sounds() && box.core.playing.now.currentSong != nil }
    let asked = box.loop.now
    try box.turn { box.loop.now > asked + .milliseconds(50) }
    try box.core.controller.handle(.next)
    expectEqual(box.core.playing.now.currentSong?.uri, "Stick/2.ogg")
    box.stop()
  }

  @Test func `a queue of nothing but broken files stops`() throws {
    let broken = ["beginnings-only.ogg", "channels-200.ogg", "four-bytes.flac"]
    try shelf.make("Stick", Dictionary(uniqueKeysWithValues: broken.map { ($0, "broken/\($0)") }))
    let box = try Box(on: shelf, autoplay: .off)
    try box.core.start()
    try box.read("Stick")
    try box.core.controller.handle(.replaceQueue(box.tracks(broken, of: "Stick").map { QueueItem($0) }))
    expectEqual(box.player.transport, .play)
    try box.turn { box.player.transport == .stop }
    #expect(box.player.error != nil)
    expectEqual(box.paths.count, 3)
    box.stop()
  }

  @Test func `a client that asks directly after a play waits for the song's length, and only briefly`() throws
  {
    try shelf.make("Stick", ["1.flac": "album/2-01 Solder.flac", "2.mp3": "album/1-02 Ratchet Rag.mp3"])
    let box = try Box(on: shelf, autoplay: .off)
    try box.core.start()
    box.plug("Stick")
    try box.turn { box.volume("Stick") != nil && !box.isScanning }
    let controller = box.core.controller
    try controller.handle(.add(box.tracks(["1.flac", "2.mp3"], of: "Stick"), at: .end))
    let playback = PlaybackAdapter(box.core, output: .null)
    for (id, seconds) in zip([box.ids[1], box.ids[0]], [6, 4]) {
      try controller.handle(.playID(id))
      var duration: Duration??
      _ = playback.whenSongIsKnown { duration = playback.status.length }
      try box.turn { duration != nil }
      expectEqual(duration??.components.seconds, Int64(seconds))
    }
    box.stop()
  }
}
