import Library
import Linux
import Player
import Support
import Testing

@testable import jukeboxd

@Suite("Scans beside the music")
struct PacingTests {
  @Test func `a scan waits while what sounds has little in store, and goes on when it has`() throws {
    let shelf = try Shelf()
    try shelf.make("Stick", ["1.mp3": "album/1-02 Ratchet Rag.mp3"])
    // Nothing is played, so that nothing is in store, whatever the pacer is told.
    let box = try Box(on: shelf, autoplay: .off)
    try box.works.start()
    try box.read("Stick")
    var isSounding = true
    let pacer = ScanPacer(loop: box.loop, engine: box.works.engine, library: box.works.library) { isSounding }
    _ = try box.works.library.update("", rescan: true)
    pacer.follow()
    #expect(!box.works.library.gate.isOpen)
    isSounding = false
    try box.turn { !box.isScanning && box.works.library.gate.isOpen }
    box.stop()
  }
}
