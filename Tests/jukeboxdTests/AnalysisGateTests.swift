import Audio
import Linux
import Model
import Player
import Support
import Testing

@testable import Library
@testable import jukeboxd

@Suite struct AnalysisGateTests {
  @Test(arguments: [
    (AnalysisTime.off, false, false), (.off, true, true), (.idle, false, false), (.idle, true, true),
    (.always, false, true), (.always, true, true),
  ])
  func `requested songs are analysed at once, others always, never or when nobody presses anything`(
    when: AnalysisTime, isAsked: Bool, isOpen: Bool
  ) throws {
    let box = try Box(on: try Shelf(), autoplay: .off)
    let (core, loop) = (box.core, box.loop)
    let gate = AnalysisGate(
      loop: loop, library: core.library, engine: core.engine, controller: core.controller, when: when)
    core.controller.report(.perform(.toggle))
    try box.turn { !core.engine.status.isFeeding }
    expectEqual(gate.isOpen(isAsked: isAsked), isOpen)
  }

  @Test func `nothing is analysed while a scan runs`() throws {
    let shelf = try Shelf()
    try shelf.make("Stick", ["1.mp3": "album/1-02 Ratchet Rag.mp3"])
    let box = try Box(on: shelf, autoplay: .off)
    try box.core.start()
    _ = try box.read("Stick")
    let core = box.core
    let gate = AnalysisGate(
      loop: box.loop, library: core.library, engine: core.engine, controller: core.controller, when: .always)
    #expect(gate.isOpen(isAsked: false))
    _ = try core.library.scans.update("", rescan: true)
    #expect(!gate.isOpen(isAsked: true) && !gate.isOpen(isAsked: false))
    try box.turn { !box.isScanning }
    #expect(gate.isOpen(isAsked: true))
  }
}
