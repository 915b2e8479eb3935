import Support
import Testing

@testable import Library
@testable import Linux
@testable import jukeboxd

@Suite("Fixed folders")
struct FixedFolderTests {
  private let shelf: Shelf
  /// Where the fixed folders are: no mount root.
  private let place: Shelf

  init() throws {
    (shelf, place) = (try Shelf(), try Shelf())
    try place.make("Music", ["1.mp3": "album/1-02 Ratchet Rag.mp3"])
  }

  /// A box with the folder `Music` open.
  private func box() throws -> Box {
    let box = try Box(on: shelf, folders: [place.path(of: "Music")])
    try box.core.start()
    try box.turn { box.core.library.volumes.count == 1 && !box.isScanning }
    return box
  }

  /// Another folder takes the place of `Music`.
  private func replace() throws {
    try place.move("Music", to: "Before")
    try place.make("Music", ["2.ogg": "album/1-03 Lamp Oil.ogg"])
  }

  /// The folder that is open as a volume, held as long as that is.
  private func open(_ box: Box) throws -> FileStatus? {
    guard let volume = box.core.library.volumes.first else { return nil }
    return try box.core.library.root(of: volume.id)?.status(of: [])
  }

  @Test(arguments: ["/Music", "", "/"])
  func `a file system mounted over a folder or above it is used in its place`(_ point: String) throws {
    let box = try box()
    let before = try #require(try open(box))
    try replace()
    // The same file system elsewhere has the same device.
    box.mount(at: point == "/" ? "/" : place.path + point, device: before.device)
    #expect(box.core.library.volumes.isEmpty, "what was there is let go")
    let now = try Root(path: place.path(of: "Music")).status(of: [])
    try box.turn { try open(box).map { $0.inode == now.inode && $0.device == now.device } ?? false }
    #expect(now.inode != before.inode)
    box.stop()
  }

  @Test func `a folder that the new file system lacks is released and awaited`() throws {
    let box = try box()
    box.core.policies.volumes.unused.retryPeriod = .milliseconds(20)
    try place.move("Music", to: "Before")
    box.mount(at: place.path)
    #expect(box.core.library.volumes.isEmpty)
    expectEqual(box.core.policies.volumes.unused.list.map(\.path), [place.path(of: "Music")])
    try place.make("Music", ["2.ogg": "album/1-03 Lamp Oil.ogg"])
    try box.turn { try open(box) != nil && box.core.policies.volumes.unused.list.isEmpty }
    box.stop()
  }

  @Test(arguments: ["/Music/below", "/Musical", "/Mus", "/Before"])
  func `a file system mounted elsewhere closes no folder`(_ point: String) throws {
    let box = try box()
    let before = try open(box)
    try replace()
    box.mount(at: place.path + point)
    try expectEqual(open(box)?.inode, before?.inode)
    box.stop()
  }

  @Test(arguments: ["/Music", "", "/"])
  func `a mount that leaves a folder as it is closes nothing`(_ point: String) throws {
    let box = try box()
    let id = try #require(box.core.library.volumes.first).id
    // Its device is not that of the files where a file system has several, as btrfs.
    box.mount(at: point == "/" ? "/" : place.path + point, type: "btrfs")
    expectEqual(box.core.library.volumes.map(\.id), [id])
    box.stop()
  }

  @Test func `a folder whose look-up may block is covered only if the device differs`() throws {
    let box = try box()
    let before = try #require(try open(box))
    try replace()
    box.mount(at: place.path, type: "nfs4", device: before.device)
    #expect(try open(box)?.inode == before.inode, "nobody looked")
    box.mount(at: place.path, type: "nfs4", device: before.device + 1)
    #expect(box.core.library.volumes.isEmpty)
    try box.turn { try open(box).map { $0.inode != before.inode } ?? false }
    box.stop()
  }
}
