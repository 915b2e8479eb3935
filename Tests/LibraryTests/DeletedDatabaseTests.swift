import Linux
import Player
import Support
import Testing

@testable import Library

/// Somebody deletes the database while it is in use, as a program that copies music with "delete what is not here" does.
@Suite struct DeletedDatabaseTests {
  private let stick: Stick
  private let bench: Bench

  init() throws {
    stick = try Stick([
      "a/1.mp3": FakeFiles.content(title: "One"), "a/2.mp3": FakeFiles.content(title: "Two"),
    ])
    bench = try Bench()
  }

  private func add(_ path: String, to playlist: String, on info: VolumeInfo) throws {
    let track = TrackReference(volume: info.id, path: Array(path.utf8))
    #expect(try bench.change(playlist: playlist, .add([track], at: nil)) == nil)
  }

  private func delete(_ path: String) throws {
    #expect(try ChildProcess.run(["rm", "-rf", path]).status == 0)
  }

  /// What is on the volume when it is opened the next time.
  private func isAllThere(of info: VolumeInfo) throws {
    try bench.unmount(stick.path)
    #expect(try bench.mount(stick.path).id == info.id)
    #expect(try bench.paths(ofPlaylist: "Before") == ["a/1.mp3"])
    #expect(try bench.paths(ofPlaylist: "After") == ["a/2.mp3"])
    #expect(bench.warnings.filter { $0.contains("was deleted while in use; it is written anew") }.count == 1)
  }

  @Test(arguments: ["", "/library.sqlite"])
  func `a database that is deleted in use is written anew, and nothing is lost`(_ what: String) throws {
    let info = try bench.mount(stick.path)
    try add("a/1.mp3", to: "Before", on: info)
    try delete("\(stick.path)/.jukebox\(what)")
    try add("a/2.mp3", to: "After", on: info)
    #expect(Files.exists(stick.database))
    try isAllThere(of: info)
    #expect(
      Files.list("\(stick.path)/.jukebox").allSatisfy { $0.hasPrefix("library.sqlite") && !$0.contains("-1") }
    )
  }

  @Test func `another database in its place is set aside`() throws {
    let other = try Stick(["b/3.mp3": FakeFiles.content(title: "Three")])
    _ = try bench.mount(other.path)
    try bench.unmount(other.path)
    let theirs = try #require(Files.read(other.database))
    let info = try bench.mount(stick.path)
    try add("a/1.mp3", to: "Before", on: info)
    // Under its name at once, as such programs do.
    stick.write(".jukebox/.new", theirs)
    stick.move(".jukebox/.new", to: ".jukebox/library.sqlite")
    try add("a/2.mp3", to: "After", on: info)
    #expect(Files.read(stick.database + ".replaced-1") == theirs)
    try isAllThere(of: info)
  }

  @Test func `what a deleted folder had goes back to one that is made anew in its place`() throws {
    let info = try bench.mount(stick.path, isFixed: true)
    try add("a/1.mp3", to: "Before", on: info)
    try delete(stick.path)
    try add("a/2.mp3", to: "After", on: info)
    try bench.wait {
      bench.events.contains { if case .deleted(info.id, stick.path) = $0 { true } else { false } } ? () : nil
    }
    _ = Files.makeFolder(stick.path)
    for (file, title) in [("a/1.mp3", "One"), ("a/2.mp3", "Two")] {
      stick.write(file, FakeFiles.content(title: title))
    }
    try isAllThere(of: info)
  }

  @Test func `one that is deleted again and again is given up`() throws {
    let info = try bench.mount(stick.path)
    for round in 1...5 {
      try delete("\(stick.path)/.jukebox")
      try add("a/1.mp3", to: "Round \(round)", on: info)
    }
    #expect(try bench.playlists.count == 5, "they are there as long as the volume is")
    #expect(bench.warnings.filter { $0.contains("deleted again and again") }.count == 1)
    #expect(!Files.exists(stick.database))
  }
}
