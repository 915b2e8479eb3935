import Model
import Support
import Testing

@testable import Library
@testable import LibrarySupport

/// Playlists that are removed, and come back.
@Suite("Removed playlists") struct RemovedPlaylistTests {
  private let bench: Bench
  private let stick: Stick
  private let volume: VolumeInfo

  init() throws {
    bench = try Bench()
    stick = try Stick()
    stick.write("1.mp3", FakeFiles.content(title: "One", track: 1))
    volume = try bench.mount(stick.path, label: "Stick")
    let track = TrackReference(volume: volume.id, path: Array("1.mp3".utf8))
    for name in ["a", "p"] { _ = try bench.change(playlist: name, .save([track, track], .create)) }
    _ = try bench.change(playlist: "p", .describe([.colour(5), .slot(2), .notes("kept")]))
  }

  private var names: [String] { get throws { try bench.playlists.map(\.name) } }

  private func remove(_ name: String) throws -> Refusal? {
    try bench.answer { (done: @escaping (Refusal?) -> Void) in
      bench.library.playlists.remove(name, completion: done)
    }
  }

  private func restore(_ name: String) throws -> Refusal? {
    try bench.answer { (done: @escaping (Refusal?) -> Void) in
      bench.library.playlists.restore(name, completion: done)
    }
  }

  private func gone(_ name: String) -> Refusal {
    .failed(.nothingToUndo, "No playlist of this name was removed a moment ago", about: name)
  }

  private func remount() throws {
    try bench.unmount(stick.path)
    _ = try bench.mount(stick.path, label: "Stick")
  }

  @Test func `a removed playlist comes back unchanged`() throws {
    let before = try bench.playlists
    #expect(try remove("p") == nil)
    #expect(try names == ["a"] && remove("p") == .noSuchPlaylist)
    try expectEqual(bench.change(playlist: "p", .remove), .noSuchPlaylist)
    #expect(try restore("p") == nil)
    try expectEqual(bench.playlists, before)
    try expectEqual(bench.entries(ofPlaylist: "p").count, 2)
    try expectEqual(restore("p"), gone("p"))
    try remount()
    try expectEqual(bench.playlists.map(\.identity), before.map(\.identity))
  }

  @Test func `a removed playlist is gone once its volume has left in order`() throws {
    #expect(try remove("p") == nil)
    try remount()
    #expect(try names == ["a"] && restore("p") == gone("p"))
  }

  @Test func `a stick that is pulled brings it back`() throws {
    #expect(try remove("p") == nil)
    try bench.unmount(stick.path, orderly: false)
    _ = try bench.mount(stick.path, label: "Stick")
    try expectEqual(names, ["a", "p"])
  }

  @Test func `its name is free, and another one of it ends the way back`() throws {
    #expect(try remove("p") == nil)
    #expect(try bench.change(playlist: "a", .rename("p")) == nil)
    #expect(try names == ["p"] && restore("p") == gone("p"))
    #expect(try remove("p") == nil && bench.change(playlist: "p", .save([], .create)) == nil)
    #expect(try bench.entries(ofPlaylist: "p").isEmpty)
    try remount()
    #expect(try names == ["p"] && bench.entries(ofPlaylist: "p").isEmpty)
  }

  @Test func `a mix slot that another got meanwhile stays there`() throws {
    #expect(try remove("p") == nil)
    #expect(try bench.change(playlist: "a", .describe([.slot(2)])) == nil)
    #expect(try restore("p") == nil)
    try expectEqual(bench.playlists.map(\.slot), [2, nil])
    try remount()
    try expectEqual(bench.playlists.map(\.slot), [2, nil])
  }

  @Test func `the oldest removed playlists are deleted beyond the limit`() throws {
    for number in 0...RemovedPlaylists.most {
      _ = try bench.change(playlist: "n\(number)", .save([], .create))
      #expect(try remove("n\(number)") == nil)
    }
    try expectEqual(restore("n0"), gone("n0"))
    #expect(try restore("n1") == nil && restore("n\(RemovedPlaylists.most)") == nil)
  }
}
