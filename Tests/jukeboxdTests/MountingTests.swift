import Library
import Testing

@testable import jukeboxd

@Suite("What is mounted")
struct MountingTests {
  private let shelf: Shelf

  init() throws {
    shelf = try Shelf()
    try shelf.make("Stick", ["1.mp3": "album/1-02 Ratchet Rag.mp3"])
  }

  @Test func `the mount root is a stick where it is a file system, and none where it is part of one`() throws
  {
    let box = try Box(on: shelf)
    try box.works.start()
    // As a service sees the folder that it may write to.
    box.mountRoot(part: "/media")
    try box.read("Stick")
    #expect(box.works.library.volumes.map(\.path) == [shelf.path(of: "Stick")])
    box.pull("Stick")
    box.mountRoot(part: "/")
    try box.turn { box.works.library.volumes.map(\.path) == [shelf.path] }
  }
}
