import Audio
import Library
import Linux
import Model
import Player
import Support
import Testing

@testable import jukeboxd

@Suite("Scans beside the music")
struct PacingTests {
  @Test func `a scan waits while the music needs the storage, and continues afterwards`() throws {
    let shelf = try Shelf()
    try shelf.make("Stick", ["1.mp3": "album/1-02 Ratchet Rag.mp3"])
    let box = try Box(on: shelf, autoplay: .off)
    try box.core.start()
    try box.read("Stick")
    var isBehind = true
    let pacer = ScanPacer(loop: box.loop, library: box.core.library) { isBehind }
    _ = try box.core.library.scans.update("", rescan: true)
    pacer.receive(.updateBegan(job: 1))
    #expect(!box.core.library.gate.isOpen)
    isBehind = false
    try box.turn { !box.isScanning && box.core.library.gate.isOpen }
    box.stop()
  }

  /// Two entries are decoded ahead, which for short ones never comes to half of what may be.
  @Test func `short tracks that play on and on let a scan come to its end`() throws {
    let shelf = try Shelf()
    try shelf.make("Stick", ["1.mp3": "album/1-02 Ratchet Rag.mp3", "2.mp3": "album/1-02 Ratchet Rag.mp3"])
    let box = try Box(on: shelf, bufferSeconds: 60)
    try box.core.start()
    try box.read("Stick")
    try box.core.controller.handle(.setRepeat(true))
    try box.core.controller.handle(.play)
    try box.turn { box.player.transport == .play && box.core.engine.status.starts > 0 }
    let engine = box.core.engine
    let pacer = ScanPacer(loop: box.loop, library: box.core.library) { engine.status.isBehind }
    _ = try box.core.library.scans.update("", rescan: true)
    pacer.receive(.updateBegan(job: 1))
    try box.turn { !box.isScanning }
    expectEqual(box.player.transport, .play)
    let status = engine.status
    #expect(status.ringFrames < status.ringCapacityFrames / 2, "else this shows nothing")
    box.stop()
  }
}
