import Linux
import Model
import Support
import Testing

@testable import Exchange
@testable import Library
@testable import LibrarySupport

/// Somebody deletes the database while it is in use, as a program that copies music with "delete what is not here" does.
@Suite struct DeletedDatabaseTests {
  private let stick: Stick
  private let bench: ExchangeBench

  init() throws {
    stick = try Stick([
      "a/1.mp3": FakeFiles.content(title: "One"), "a/2.mp3": FakeFiles.content(title: "Two"),
    ])
    bench = try ExchangeBench()
  }

  private func add(_ path: String, to playlist: String, on info: VolumeInfo) throws {
    let track = TrackReference(volume: info.id, path: Array(path.utf8))
    #expect(try bench.change(playlist: playlist, .add([track], at: nil)) == nil)
  }

  /// Again where something is written meanwhile.
  private func delete(_ path: String) throws {
    #expect(try ChildProcess.run(["sh", "-c", #"until rm -rf "$0"; do :; done"#, path]).status == 0)
  }

  private func addIsRefused(_ info: VolumeInfo) throws {
    let track = TrackReference(volume: info.id, path: Array("a/2.mp3".utf8))
    #expect(try bench.change(playlist: "After", .add([track], at: nil)) != nil)
  }

  @Test(arguments: ["", "/library.sqlite"])
  func `a database that is deleted in use takes no more edits, and the next opening scans the volume again`(
    _ what: String
  ) throws {
    let info = try bench.mount(stick.path)
    try add("a/1.mp3", to: "Before", on: info)
    try bench.backUp(info)
    try delete("\(stick.path)/.jukebox\(what)")
    try addIsRefused(info)
    try addIsRefused(info)
    #expect(bench.warnings.filter { $0.contains("was deleted while in use") }.count == 1)
    #expect(try bench.paths(ofPlaylist: "Before") == ["a/1.mp3"], "reading continues")
    #expect(try bench.list("Stick", recursive: true).contains("Stick/a/2.mp3"))
    #expect(!Files.exists(stick.database))
    try bench.unmount(stick.path)
    let again = try bench.mount(stick.path)
    #expect(again.id == info.id, "it looks the same")
    try expectEqual(bench.track("Stick/a/2.mp3").details.title, "Two")
    // What the backup has is there again, unless it was deleted, too.
    try expectEqual(bench.playlists.map(\.name), (what.isEmpty ? [] : ["Before"]))
    try add("a/2.mp3", to: "After", on: again)
  }

  @Test func `a deletion while nobody asks for anything does no harm`() throws {
    let info = try bench.mount(stick.path)
    try add("a/1.mp3", to: "Before", on: info)
    try delete("\(stick.path)/.jukebox")
    try bench.unmount(stick.path)
    try expectEqual(bench.mount(stick.path).id, info.id)
  }

  @Test func `another database in its place is the volume's from the next opening on`() throws {
    let other = try Stick(["b/3.mp3": FakeFiles.content(title: "Three")])
    let theirs = try bench.mount(other.path)
    try bench.unmount(other.path)
    let content = try #require(Files.read(other.database))
    let info = try bench.mount(stick.path)
    // Under its name at once, as programs that copy do.
    stick.write(".jukebox/.new", content)
    stick.move(".jukebox/.new", to: ".jukebox/library.sqlite")
    try addIsRefused(info)
    try bench.unmount(stick.path)
    expectEqual(Files.read(stick.database), content)
    // The log of what was deleted does not belong to it.
    #expect(Files.read(stick.database + "-wal")?.isEmpty ?? true)
    try expectEqual(bench.mount(stick.path).id, theirs.id)
  }

  @Test func `a folder that is deleted is reported, and one made in its place is opened`() throws {
    let info = try bench.mount(stick.path, isFixed: true)
    try delete(stick.path)
    try addIsRefused(info)
    try bench.wait {
      bench.events.contains { if case .deleted(info.id, stick.path) = $0 { true } else { false } } ? () : nil
    }
    try bench.unmount(stick.path)
    _ = Files.makeFolder(stick.path)
    stick.write("a/1.mp3", FakeFiles.content(title: "One"))
    _ = try bench.mount(stick.path, isFixed: true)
    try expectEqual(bench.track("a/1.mp3").details.title, "One")
  }
}
