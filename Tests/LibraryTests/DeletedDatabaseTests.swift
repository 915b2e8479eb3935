import Linux
import Model
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

  /// Again where something is written meanwhile.
  private func delete(_ path: String) throws {
    #expect(try ChildProcess.run(["sh", "-c", #"until rm -rf "$0"; do :; done"#, path]).status == 0)
  }

  /// What is on the volume when it is opened the next time.
  private func isAllThere(of info: VolumeInfo) throws {
    try bench.unmount(stick.path)
    #expect(try bench.mount(stick.path).id == info.id)
    #expect(try bench.paths(ofPlaylist: "Before") == ["a/1.mp3"])
    #expect(try bench.paths(ofPlaylist: "After") == ["a/2.mp3"])
    #expect(bench.warnings.contains { $0.contains("was deleted while in use; it is written again") })
  }

  @Test(arguments: ["", "/library.sqlite"])
  func `a database deleted in use is written again, and nothing is lost`(_ what: String) throws {
    let info = try bench.mount(stick.path)
    try add("a/1.mp3", to: "Before", on: info)
    try delete("\(stick.path)/.jukebox\(what)")
    try add("a/2.mp3", to: "After", on: info)
    #expect(Files.exists(stick.database))
    try isAllThere(of: info)
    #expect(Files.list("\(stick.path)/.jukebox").allSatisfy { !$0.contains("-1") })
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

  @Test func `a deleted folder made again in its place gets its data back`() throws {
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

  @Test func `a database deleted repeatedly moves to the jukebox, and nothing is lost`() throws {
    let info = try bench.mount(stick.path)
    for round in 1...5 {
      try delete("\(stick.path)/.jukebox")
      try add("a/1.mp3", to: "Round \(round)", on: info)
    }
    #expect(bench.warnings.filter { $0.contains("it is written again") }.count == 3)
    #expect(bench.warnings.filter { $0.contains("deleted repeatedly") }.count == 1)
    #expect(!Files.exists(stick.database))
    try bench.unmount(stick.path)
    #expect(try bench.mount(stick.path).id == info.id)
    #expect(try bench.playlists.count == 5)
  }

  @Test func `a database deleted while no request comes is written again at the end`() throws {
    let info = try bench.mount(stick.path)
    try add("a/1.mp3", to: "Before", on: info)
    try delete("\(stick.path)/.jukebox")
    try bench.unmount(stick.path)
    #expect(try bench.mount(stick.path).id == info.id)
    #expect(try bench.paths(ofPlaylist: "Before") == ["a/1.mp3"])
  }

  /// Another program makes a database and has it open while `body` runs.
  private func holding(_ database: String, in folder: TemporaryFolder, _ body: () throws -> Void) throws {
    let (ready, end) = ("\(folder.path)/ready", "\(folder.path)/end")
    #expect(try ChildProcess.run(["mkfifo", ready, end]).status == 0)
    // Of a failure it tells in place of that it is ready; behind that nobody would read it.
    let script = #"""
      sqlite3 -batch "$0" "CREATE TABLE theirs (x); BEGIN EXCLUSIVE" ".shell echo ok >$1; rm $1; cat $2" ||
        [ ! -p "$1" ] || echo failed >"$1"
      """#
    let holder = try Thread.start(name: "holder", payload: ["sh", "-c", script, database, ready, end]) {
      _ = try? ChildProcess.run($0)
    }
    try #require(try ChildProcess.run(["cat", ready]).output == "ok\n")
    let outcome = Result { try body() }
    Files.write(end, [])
    holder.join()
    try outcome.get()
  }

  @Test func `a new one that another program has open stays where it is`() throws {
    let info = try bench.mount(stick.path)
    try add("a/1.mp3", to: "Before", on: info)
    let other = try TemporaryFolder()
    let theirs = "\(other.path)/theirs"
    try holding(theirs, in: other) {
      try delete("\(stick.path)/.jukebox")
      #expect(try ChildProcess.run(["mkdir", "-p", "\(stick.path)/.jukebox"]).status == 0)
      #expect(try ChildProcess.run(["mv", "-f", theirs, stick.database]).status == 0)
      try add("a/2.mp3", to: "After", on: info)
      #expect(Files.list("\(stick.path)/.jukebox").allSatisfy { !$0.contains("replaced") })
      #expect(bench.warnings.contains { $0.contains("another program has created a new one") })
      #expect(try bench.paths(ofPlaylist: "Before") == ["a/1.mp3"])
    }
  }

  private func needsBackup(_ info: VolumeInfo) throws -> Bool {
    let volume = try #require(bench.library.open(info.id))
    return try bench.answer { (done: @escaping (Result<Bool, StoreError>) -> Void) in
      bench.library.ask(
        volume,
        { (store) throws(StoreError) in
          try store.backups.isDue(time: WallClock.synchronised() ?? 2_000_000_000)
        },
        completion: done)
    }.get()
  }

  @Test func `the backup that went with it is due again`() throws {
    let info = try bench.mount(stick.path)
    try add("a/1.mp3", to: "Before", on: info)
    try bench.backUp(info)
    let backup = "\(stick.path)/.jukebox/backup.json"
    #expect(try Files.exists(backup) && !needsBackup(info))
    try delete("\(stick.path)/.jukebox")
    #expect(!Files.exists(backup))
    #expect(try needsBackup(info))
  }

  @Test func `a folder made again and not yet filled has its identity`() throws {
    let info = try bench.mount(stick.path, isFixed: true)
    try add("a/1.mp3", to: "Before", on: info)
    try delete(stick.path)
    try add("a/2.mp3", to: "After", on: info)
    try bench.unmount(stick.path)
    _ = Files.makeFolder(stick.path)
    #expect(try bench.mount(stick.path, isFixed: true).id == info.id)
    #expect(try bench.playlists.map(\.name) == ["After", "Before"])
  }
}
