import Linux
import Model
import Player
import Testing

@testable import jukeboxd

/// What is left of a jukebox that has ended, in a process that goes on.
@Suite("The end of a jukebox") struct EndingTests {
  @Test func `the loop is freed, with all that is open, after the last reference`() throws {
    weak var loop: EventLoop?
    weak var controller: PlaybackController?
    weak var volumes: Volumes?
    do {
      let shelf = try Shelf()
      try shelf.make("Stick", ["1.flac": "album/2-01 Solder.flac", "2.mp3": "album/1-02 Ratchet Rag.mp3"])
      let box = try Box(on: shelf)
      try box.core.start()
      try box.read("Stick")
      try box.turn { box.sounds() }
      box.stop()
      (loop, controller, volumes) = (box.loop, box.core.controller, box.core.policies.volumes)
    }
    #expect(controller == nil)
    #expect(volumes == nil)
    #expect(loop == nil)
  }
}
