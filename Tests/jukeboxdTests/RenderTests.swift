import Control
import Library
import Linux
import Model
import Support
import Testing

@testable import jukeboxd

/// Mixes that are rendered for clients.
@Suite("Rendering") struct RenderTests {
  private let box: Box
  private let request: RenderRequest

  init() throws {
    let shelf = try Shelf()
    try shelf.make("Stick", ["song.flac": "album/2-01 Solder.flac"])
    box = try Box(on: shelf, autoplay: .off)
    try box.core.start()
    let volume = try box.read("Stick")
    var request = RenderRequest()
    request.entries = [QueueItem(TrackReference(volume: volume.id, path: Array("song.flac".utf8)))]
    self.request = request
  }

  private func begin(while act: () -> Void = {}) throws -> Result<Int, Refusal> {
    var answer: Result<Int, Refusal>?
    box.core.services.renderer.begin(request) { answer = $0 }
    try box.turn {
      act()
      return answer != nil
    }
    return try #require(answer)
  }

  @Test func `a mix whose client was killed makes room for the next one`() throws {
    let first = try begin().get()
    let second = try begin().get()
    #expect(second != first)
    #expect(throws: Refusal.self) { try box.core.services.renderer.status(first) }
    try expectEqual(box.core.services.renderer.status(second).songs.count, 1)
    box.stop()
  }

  @Test func `a mix that its client asks for is not ended by another one`() throws {
    let first = try begin().get()
    let second = try begin { _ = try? box.core.services.renderer.status(first) }
    expectEqual(second, .failure(.failed(.limitReached, "Another mix is being rendered")))
    try expectEqual(box.core.services.renderer.status(first).songs.count, 1)
    box.stop()
  }
}
