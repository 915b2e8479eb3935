import Control
import Model
import Support
import Testing

@testable import Library
@testable import jukeboxd

@Suite("Mounted volumes")
struct MountingTests {
  private let shelf: Shelf

  init() throws {
    shelf = try Shelf()
    try shelf.make("Stick", ["1.mp3": "album/1-02 Ratchet Rag.mp3"])
  }

  @Test func `the mount root is a stick where it is a file system, and none where it is part of one`() throws
  {
    let box = try Box(on: shelf)
    try box.core.start()
    // As a service sees the folder that it may write to.
    box.mountRoot(part: "/media")
    try box.read("Stick")
    expectEqual(box.core.library.volumes.map(\.path), [shelf.path(of: "Stick")])
    box.pull("Stick")
    box.mountRoot(part: "/")
    try box.turn { box.core.library.volumes.map(\.path) == [shelf.path] }
  }

  private func done(_ box: Box, _ action: (@escaping (Refusal?) -> Void) -> Void) throws -> Refusal? {
    var answers: [Refusal?] = []
    action { answers.append($0) }
    try box.turn { !answers.isEmpty }
    expectEqual(answers.count, 1)
    return answers[0]
  }

  @Test func `an unmounted stick is released in order, and mounted again by mount`() throws {
    let box = try Box(on: shelf)
    try box.core.start()
    try box.read("Stick")
    try box.turn { box.sounds() && box.paths == ["1.mp3"] }
    let (ids, path) = (box.ids, shelf.path(of: "Stick"))
    let before = box.announced.count
    #expect(try done(box) { box.core.policies.volumes.unmount("Stick", completion: $0) } == nil)
    #expect(box.core.library.volumes.isEmpty)
    #expect(box.ids == ids, "its entries stay in the queue")
    #expect(
      try Set(shelf.names(in: "Stick/.jukebox")) == ["library.sqlite", "spare"],
      "its database is one whole file")
    #expect(box.announced[before...].contains { $0.isSuperset(of: [.database, .mount, .neighbor]) })
    expectEqual(box.core.policies.volumes.neighbors.map(\.name), ["Stick"])
    expectEqual(box.core.policies.volumes.neighbors.map(\.storage), [path])
    // Another stick that comes does not bring it back.
    try shelf.make("Other", ["o.ogg": "album/1-03 Lamp Oil.ogg"])
    try box.read("Other")
    #expect(box.volume("Stick") == nil)

    let wrong = try done(box) { box.core.policies.volumes.mount("Else", storage: path, completion: $0) }
    expectEqual(wrong, .unsupported("The name of this storage is Stick"))
    #expect(
      try done(box) { box.core.policies.volumes.mount("Stick", storage: path + "/", completion: $0) } == nil)
    #expect(box.volume("Stick") != nil && box.core.policies.volumes.neighbors.isEmpty)
    box.stop()
  }

  @Test func `impossible mounts and unmounts are refused`() throws {
    let folder = shelf.path(of: "Stick")
    try shelf.make("Other", ["o.ogg": "album/1-03 Lamp Oil.ogg"])
    try shelf.make("Third", ["o.ogg": "album/1-03 Lamp Oil.ogg"])
    let box = try Box(on: shelf, folders: [folder, shelf.path(of: "Third")])
    try box.core.start()
    try box.read("Other")
    try box.turn { box.core.library.volumes.count == 3 }
    let volumes = box.core.policies.volumes
    for name in ["", "nosuch", "Stick", "Third"] {
      guard try done(box, { volumes.unmount(name, completion: $0) })?.key.code == .argument else {
        Issue.record("\(name) was unmounted")
        continue
      }
    }
    for (name, storage) in [
      ("", folder), ("a/b", folder), ("Other", folder), ("New", shelf.path(of: "Other")), ("New", "/"),
      ("New", "nfs://there"), ("New", folder),
    ] {
      guard
        try done(box, { volumes.mount(name, storage: storage, completion: $0) })?.key.code == .argument
      else {
        Issue.record("\(storage) was mounted as \(name)")
        continue
      }
    }
    expectEqual(box.core.library.volumes.count, 3)
    box.stop()
  }

  @Test func `a stick that is pulled after it was unmounted is forgotten`() throws {
    let box = try Box(on: shelf)
    try box.core.start()
    try box.read("Stick")
    #expect(try done(box) { box.core.policies.volumes.unmount("Stick", completion: $0) } == nil)
    box.pull("Stick")
    #expect(box.core.policies.volumes.neighbors.isEmpty)
    let refusal = try done(box) {
      box.core.policies.volumes.mount("Stick", storage: shelf.path(of: "Stick"), completion: $0)
    }
    expectEqual(refusal, .failed(.notReleased, "Unrecognized storage URI"))
    try box.read("Stick")
    #expect(box.volume("Stick") != nil)
    box.stop()
  }

  @Test func `a missing configured folder is reported, and used as soon as it exists`() throws {
    let box = try Box(on: shelf, folders: [shelf.path(of: "Later")])
    box.core.policies.volumes.unused.retryPeriod = .milliseconds(20)
    try box.core.start()
    let unused = box.core.policies.volumes.unused.list
    expectEqual(unused.map(\.path), [shelf.path(of: "Later")])
    #expect(unused.allSatisfy { $0.reason.contains("No such file or directory") })
    try shelf.make("Later", ["1.mp3": "album/1-02 Ratchet Rag.mp3"])
    try box.turn { box.volume("Later") != nil && box.core.policies.volumes.unused.list.isEmpty }
    // Whoever makes it anew finds it used again.
    let before = try #require(box.volume("Later")).id
    #expect(
      try ChildProcess.run(["sh", "-c", #"until rm -rf "$0"; do :; done"#, shelf.path(of: "Later")]).status
        == 0)
    try box.turn {
      box.core.library.playlists.all { _ in }
      box.core.library.totals.songCounts { _ in }
      return !box.core.policies.volumes.unused.list.isEmpty
    }
    #expect(box.volume("Later") == nil)
    try shelf.make("Later", ["1.mp3": "album/1-02 Ratchet Rag.mp3"])
    try box.turn { box.volume("Later")?.id == before }
    box.stop()
  }

  @Test func `a volume whose database another program has open is tried again`() throws {
    let box = try Box(on: shelf)
    box.core.policies.volumes.unused.retryPeriod = .milliseconds(20)
    try box.core.start()
    try box.read("Stick")
    let path = shelf.path(of: "Stick")
    box.core.library.mounts.gone(path: path)
    try box.turn { box.core.library.volumes.isEmpty }
    let error = StoreError(.busy, "database is locked", path: "\(path)/library.sqlite")
    box.core.policies.volumes.receive(.held(path: path, error))
    #expect(
      box.core.policies.volumes.unused.list.map(\.path) == [path], "clients see it while it is still tried")
    box.core.policies.volumes.failed(path, error)
    expectEqual(box.core.policies.volumes.unused.list.map(\.path), [path])
    #expect(box.core.policies.volumes.unused.list[0].reason.contains("another program"))
    try box.turn { box.volume("Stick") != nil && box.core.policies.volumes.unused.list.isEmpty }
    // What does not get better by itself is told, and let alone.
    box.pull("Stick")
    box.core.policies.volumes.failed(path, StoreError(.busy, "database is locked", path: path))
    #expect(box.core.policies.volumes.unused.list.isEmpty, "it is not there")
    box.stop()
  }
}
