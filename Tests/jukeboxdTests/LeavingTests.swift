import Audio
import Control
import Linux
import Model
import Player
import Support
import Testing

@testable import Library
@testable import jukeboxd

@Suite("Sticks that are pulled")
struct LeavingTests {
  private let shelf: Shelf

  init() throws {
    shelf = try Shelf()
    try shelf.make(
      "Stick", ["1.mp3": "album/1-02 Ratchet Rag.mp3", "2.ogg": "album/2-05 Last Train Home.ogg"])
  }

  @Test func `decoded sound of a pulled stick is heard, and continues when the stick is back elsewhere`()
    throws
  {
    let box = try Box(on: shelf, bufferSeconds: 1)
    try box.core.start()
    try box.read("Stick")
    try box.turn { box.paths.count == 2 }
    try box.core.controller.handle(.next)
    try box.core.controller.handle(.seekCurrent(to: .seconds(1)))
    try box.turn { box.sounds(beyond: .seconds(1.2)) }
    let pulled = box.elapsed
    let ids = box.ids

    let before = box.announced.count
    box.pull("Stick")
    expectEqual(box.player.transport, .play)
    var heard = pulled
    try box.turn {
      if box.player.transport == .play { heard = box.elapsed }
      return box.player.transport == .stop
    }
    #expect(heard > pulled + .milliseconds(500) && heard < pulled + .seconds(2))
    #expect(box.core.engine.position == nil)
    #expect(box.core.controller.status.waitsForVolume != nil)
    expectEqual(box.ids, ids)
    try box.turn { box.announced[before...].contains { $0.contains(.mount) } }
    #expect(box.volume("Stick") == nil)
    try box.turn {
      let kept = try box.afterPowerCut().saved.position
      // It is kept to the microsecond.
      return kept.elapsed >= heard - .microseconds(1) && kept.state == .play && kept.entry == ids[1]
    }

    try shelf.move("Stick", to: "Elsewhere")
    box.plug("Elsewhere")
    try box.turn { box.sounds(beyond: heard) }
    expectEqual(box.ids, ids)
    expectEqual(box.current, "2.ogg")
    #expect(box.elapsed < heard + .seconds(2))
    box.stop()
  }

  @Test func `a paused entry is paused when its stick is back`() throws {
    let box = try Box(on: shelf)
    try box.core.start()
    try box.read("Stick")
    try box.turn { box.sounds() }
    try box.core.controller.handle(.setPaused(true))
    let heard = box.elapsed
    let before = box.announced.count
    box.pull("Stick")
    try box.turn { box.announced[before...].contains { $0.contains(.mount) } }
    box.plug("Stick")
    try box.turn { box.player.transport != .stop }
    expectEqual(box.player.transport, .pause)
    #expect(box.elapsed >= heard && box.elapsed < heard + .seconds(1))
    box.stop()
  }

  @Test func `another stick that leaves disturbs nothing`() throws {
    try shelf.make("Other", ["o.ogg": "album/1-03 Lamp Oil.ogg"])
    let box = try Box(on: shelf)
    try box.core.start()
    try box.read("Stick")
    try box.read("Other")
    try box.turn { box.sounds() && box.paths == ["1.mp3", "2.ogg", "o.ogg"] }
    let serial = box.core.controller.status.serial
    box.pull("Other")
    try box.turn { box.volume("Other") == nil && box.sounds() }
    expectEqual(box.core.controller.status.serial, serial)
    expectEqual(box.paths, ["1.mp3", "2.ogg", "o.ogg"])
    box.stop()
  }

  @Test func `clients are notified of songs that become absent, and of their return`() throws {
    try shelf.make("Other", ["o.ogg": "album/1-03 Lamp Oil.ogg"])
    let box = try Box(on: shelf, autoplay: .off)
    try box.core.start()
    try box.read("Stick")
    try box.read("Other")
    let tracks = try box.tracks(["o.ogg"], of: "Other")
    try box.core.controller.handle(.add(tracks, at: .end))
    func songs() throws -> [Song] {
      var songs: [Song]?
      _ = CatalogueAdapter(
        library: box.core.library, clock: box.core.policies.libraryClock,
        streams: box.core.playing.streams, articles: []
      ).songs(
        of: tracks
      ) { songs = $0 }
      try box.turn { songs != nil }
      return songs ?? []
    }
    // Whatever its scan had to tell has been told.
    try box.turn { !box.isScanning }
    try expectEqual(songs().map(\.isAbsent), [false])
    var (before, version) = (box.announced.count, box.player.queue.version)
    func isTold() -> Bool { box.announced[before...].contains { $0.contains(.playlist) } }
    box.pull("Other")
    try box.turn { box.volume("Other") == nil && isTold() }
    #expect(box.player.queue.version > version)
    try expectEqual(songs().map(\.isAbsent), [true])
    (before, version) = (box.announced.count, box.player.queue.version)
    box.plug("Other")
    try box.turn { isTold() }
    #expect(box.player.queue.version > version)
    try expectEqual(songs().map(\.isAbsent), [false])
    box.stop()
  }

  @Test
  func `a song whose output stood still when its stick was pulled is stored at its last heard position`()
    throws
  {
    let box = try Box(on: shelf)
    try box.core.start()
    try box.read("Stick")
    try box.turn { box.sounds(beyond: .milliseconds(200)) }
    // Whatever is sounding is held: the player hears nothing of that.
    box.core.engine.isOutputEnabled = false
    try box.turn { box.core.engine.status.device.isEmpty }
    let held = box.elapsed
    let since = box.loop.now
    try box.turn { box.loop.now > since + .milliseconds(500) }
    box.pull("Stick")
    let kept = box.player.savedPosition(at: .zero).elapsed
    #expect(kept >= held && kept < held + .milliseconds(250))
    box.stop()
  }

  /// Plays from the stick, then keeps the thread of its database busy until `isOver`.
  private func hanging(
    in state: TemporaryFolder? = nil, until isOver: @escaping @Sendable () -> Bool
  ) throws -> Box {
    let box = try Box(on: shelf, state: state)
    try box.core.start()
    let volume = try box.read("Stick")
    try box.turn { box.sounds(beyond: .milliseconds(200)) }
    let hung = Monitor(false)
    box.core.library.ask(
      try #require(box.core.library.open(volume.id)),
      { (_) throws(StoreError) in
        hung.change { $0 = true }
        while !isOver() { Pause.milliseconds(1) }
      }, completion: { _ in })
    try box.turn { hung.withLock { $0 } }
    return box
  }

  @Test func `a stick that hangs costs a stop less than two seconds and the box nothing`() throws {
    let isOver = Monitor(false)
    let box = try hanging { isOver.withLock { $0 } }
    defer { isOver.change { $0 = true } }
    box.core.patience.writing = StopPatience.mostWriting
    box.core.patience.closing = MusicLibrary.closingPatience
    let heard = box.elapsed
    let begun = Instant.now()
    box.stop()
    #expect(Instant.now() - begun < .seconds(2))
    let kept = try box.afterPowerCut().saved.position
    #expect(kept.state == .play && kept.elapsed >= heard - .milliseconds(50))
  }

  @Test func `the box's database is closed before a stick is waited for`() throws {
    let log = Array("box.sqlite-wal".utf8)
    let state = try TemporaryFolder()
    let folder = try Root(path: state.path)
    let box = try hanging(in: state) { (try? folder.statusOfName(log)) == .some(nil) }
    let before = box.announced.count
    // It writes nothing until the box's database is closed; to wait for that is in vain.
    box.core.patience.writing = .zero
    box.stop()
    #expect(box.announced[before...].contains { $0.contains(.mount) }, "the stick was closed in order")
  }
}
