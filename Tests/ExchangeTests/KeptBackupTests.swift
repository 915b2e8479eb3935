import Linux
import Model
import Support
import Testing

@testable import Exchange
@testable import Library
@testable import LibrarySupport

/// Which backups stay, and when they are taken back or not.
@Suite("Backups that stay") struct KeptBackupTests {
  private let bench: ExchangeBench
  private let stick: Stick

  init() throws {
    bench = try ExchangeBench()
    bench.exchange.backups.clock = { 1_000_000 }
    stick = try Stick()
    for file in ["A/one.mp3", "A/two.mp3", "B/ümläut.mp3"] {
      stick.write(file, FakeFiles.content(title: file))
    }
  }

  private static let file = ".jukebox/backup.json"

  private func text(_ file: String = Self.file) -> String? {
    Files.read("\(stick.path)/\(file)").map { String(decoding: $0, as: UTF8.self) }
  }

  private func change(_ info: VolumeInfo) throws {
    try bench.ask(info) { (store) throws(StoreError) in
      try store.connection.execute("UPDATE personal SET plays = coalesce(plays, 0) + 1")
      try store.connection.execute("UPDATE volume SET changes = changes + 1")
    }
  }

  // MARK: What a backup takes the place of

  @Test func `a backup that somebody has put there or edited stays beside the next one, once`() throws {
    let info = try bench.mount(stick.path, isFixed: true)
    try bench.fill(info)
    try bench.backUp(info)
    let first = try #require(text())
    try change(info)
    try bench.backUp(info)
    #expect(text() != first && text(".jukebox/backup-1.json") == nil, "its own are replaced")

    // An older one of its own, one that somebody has changed a byte of, one that is cut, and what is none.
    var kept: [String] = []
    for other in [
      first, first.replacing("loud", with: "LOUD"), String(first.dropLast(3)), "", "my notes",
      first + " ",
    ] {
      stick.write(Self.file, Array(other.utf8))
      try change(info)
      try bench.backUp(info)
      kept.insert(other, at: 0)
      for number in 1...3 {
        expectEqual(text(".jukebox/backup-\(number).json"), kept.dropFirst(number - 1).first)
      }
      #expect(text(".jukebox/backup-4.json") == nil)
      try bench.backUp(info)
      #expect(text(".jukebox/backup-1.json") == other, "its own is replaced")
    }
    #expect(try bench.restore(info) > 10)
  }

  @Test func `a backup of another volume stays, also where both had as many changes`() throws {
    let info = try bench.mount(stick.path, isFixed: true)
    try bench.fill(info)
    try bench.backUp(info)
    let other = try Stick(["A/one.mp3": FakeFiles.content(), "A/two.mp3": FakeFiles.content(), "c.mp3": []])
    let second = try bench.mount(other.path, label: "Other")
    try bench.fill(second)
    try bench.backUp(second)
    func changes(_ info: VolumeInfo) throws -> Int64 {
      try bench.ask(info) { (store) throws(StoreError) in try store.changeCount() }
    }
    while try changes(info) != changes(second) {
      try change(changes(info) < changes(second) ? info : second)
    }
    try bench.backUp(info)
    try bench.backUp(second)
    let foreign = try #require(Files.read("\(other.path)/\(Self.file)"))
    stick.write(Self.file, foreign)
    try bench.backUp(info)
    expectEqual(Files.read("\(stick.path)/.jukebox/backup-1.json"), foreign)
    #expect(Files.list("\(other.path)/.jukebox").contains("backup-1.json") == false)
  }

  @Test func `a backup that replaces no file moves no older one`() throws {
    let info = try bench.mount(stick.path, isFixed: true)
    try bench.fill(info)
    stick.write(Self.file, Array("mine".utf8))
    try bench.backUp(info)
    for _ in 1...3 {
      stick.remove(Self.file)
      try change(info)
      try bench.backUp(info)
    }
    #expect(text(".jukebox/backup-1.json") == "mine" && text(".jukebox/backup-2.json") == nil)
  }

  @Test func `a backup that was refused stays beside the next one, for somebody to mend it`() throws {
    let info = try bench.mount(stick.path, isFixed: true)
    try bench.fill(info)
    try bench.backUp(info)
    // The file is what the database wrote, and says what no restore takes.
    func name(_ name: String) throws {
      try bench.ask(info) { (store) throws(StoreError) in
        try store.connection.execute("UPDATE playlists SET name = ?1 WHERE id = 9", .text(name))
      }
    }
    try name("a/b")
    try bench.backUp(info)
    try name("Plain")
    let refused = try #require(text())
    #expect(throws: Refusal.self) { try bench.restore(info) }
    try bench.backUp(info)
    expectEqual(text(".jukebox/backup-1.json"), refused)
    #expect(text()?.contains("\"Plain\"") == true)
    #expect(try bench.restore(info) > 10)
  }

  // MARK: Restores beside edits

  /// Edits without end: there is always one that the store has not come to.
  private final class Editing {
    private let bench: ExchangeBench
    private let volume: MountedVolume
    private(set) var count: Int64 = 0
    var isOver = false

    init(_ bench: ExchangeBench, _ volume: MountedVolume) {
      self.bench = bench
      self.volume = volume
    }

    func next() {
      bench.library.ask(
        volume,
        { (store) throws(StoreError) in
          try store.connection.execute("UPDATE personal SET plays = coalesce(plays, 0) + 1 WHERE track = 1")
          try store.connection.execute("UPDATE volume SET changes = changes + 1")
        }
      ) { _ in
        self.count += 1
        if !self.isOver { self.next() }
      }
    }
  }

  @Test func `a restore comes between two edits while people edit without end, and keeps the first`() throws {
    let info = try bench.mount(stick.path, isFixed: true)
    try bench.fill(info)
    try bench.backUp(info)
    func plays() throws -> Int64 {
      try bench.ask(info) { (store) throws(StoreError) in
        try store.connection.first("SELECT plays FROM personal WHERE track = 1") { (row) throws(StoreError) in
          try row.integer(0)
        } ?? -1
      }
    }
    let before = try plays()
    let editing = Editing(bench, try #require(bench.library.open(info.id)))
    editing.next()
    try bench.wait { editing.count > 3 ? () : nil }
    let first = editing.count
    let result = try bench.answer { (done: @escaping (Result<RestoreReport, Refusal>) -> Void) in
      bench.exchange.backups.restore(info.id, completion: done)
    }
    #expect(try result.get().rows > 10)
    editing.isOver = true
    #expect(try plays() < before + editing.count - first + 2)
    let kept = try #require(text(".jukebox/before-restore.json"))
    let edits = (first...editing.count + 1).contains { kept.contains("\\nö\", \(before + $0), null") }
    #expect(edits, "\(kept)")
    #expect(text(".jukebox/before-restore.json.new") == nil)
  }

  // MARK: By itself

  @Test func `a partly unreadable database is made again from the backup`() throws {
    let info = try bench.mount(stick.path, isFixed: true)
    try bench.fill(info)
    try bench.backUp(info)
    try bench.unmount(stick.path)
    let path = stick.path
    func open(without parts: [String]) throws -> (playlists: [String], notes: [String]) {
      let store = try VolumeOpener(
        root: try Root(path: path), label: "Stick", isReadOnly: false, state: nil,
        knownIdentity: { _ in nil },
        closing: Cancellation()
      ).openOnVolume(without: parts)
      defer { store.close() }
      try store.connection.execute("DELETE FROM playlists WHERE id = 9")
      return (try store.playlists.all().map(\.name), store.notes)
    }
    // Only its log is of no use: the database says more than the backup.
    var found = try open(without: ["-wal"])
    #expect(found.playlists == ["Träume \"x\""] && !found.notes.contains { $0.contains("taken back") })
    try stick.sql("UPDATE playlists SET notes = 'later'")
    found = try open(without: ["", "-wal"])
    expectEqual(found.playlists, ["Träume \"x\""])
    #expect(found.notes.contains { $0.contains(" restored: ") })
    let store = try stick.open()
    defer { store.close() }
    try expectEqual(store.playlists.contents.texts(of: "Träume \"x\"")?.notes, "a")
  }

  /// What becomes of a volume's database, while its backup stays.
  enum Loss: CaseIterable { case removed, emptied, onAnother, onReadOnly }

  @Test(arguments: Loss.allCases) func `a backup without a database is restored`(loss: Loss)
    throws
  {
    let info = try bench.mount(stick.path, isFixed: true)
    try bench.fill(info)
    try bench.backUp(info)
    let before = try bench.content(info)
    try bench.unmount(stick.path)
    for name in Files.list("\(stick.path)/.jukebox") where name.hasPrefix("library") {
      stick.remove(".jukebox/\(name)")
    }
    func words(_ bench: ExchangeBench) -> [String] { bench.warnings.filter { $0.contains("backup") } }
    var place = stick
    switch loss {
    case .removed, .onReadOnly: break
    case .emptied: Files.write(stick.database, [])
    case .onAnother:
      place = try Stick()
      for file in ["A/one.mp3", "A/two.mp3", "B/ümläut.mp3"] {
        place.write(file, FakeFiles.content(title: file))
      }
      // One that was never used.
      let fresh = try ExchangeBench()
      _ = try fresh.mount(place.path, isFixed: true)
      #expect(words(fresh).isEmpty)
      try fresh.unmount(place.path)
      for name in Files.list("\(place.path)/.jukebox") { place.remove(".jukebox/\(name)") }
      place.write(Self.file, Array(try #require(text()).utf8))
    }
    let other = try ExchangeBench()
    other.exchange.backups.clock = { 1_000_000 }
    let again = try other.mount(place.path, isFixed: true, isReadOnly: loss == .onReadOnly)
    try expectEqual(other.content(again), before)
    #expect(words(other).count == 1, "\(words(other))")
    #expect(words(other).allSatisfy { $0.contains(" restored: ") })
    // It is there once it was taken back, and not again and again.
    try other.unmount(place.path)
    let last = try ExchangeBench()
    _ = try last.mount(place.path, isFixed: true)
    #expect(words(last).isEmpty || loss == .onReadOnly)
  }

  @Test func `a backup that cannot be restored into a new database is reported, and stays`() throws {
    stick.write(Self.file, Array("my notes".utf8))
    let info = try bench.mount(stick.path, isFixed: true)
    #expect(bench.warnings.contains { $0.contains("cannot read the backup on \(stick.path): ") })
    try bench.fill(info)
    try bench.backUp(info)
    expectEqual(text(".jukebox/backup-1.json"), "my notes")
  }

  /// Until what is asked now is done: the store, a sync, the thread for whole files and the store again have come to it.
  private func pass(_ info: VolumeInfo) throws {
    try bench.ask(info) { _ in }
    _ = try bench.answer { (done: @escaping (Result<SyncReport, Refusal>) -> Void) in
      bench.exchange.sync.run(info.id, onlyIfThere: true, completion: done)
    }.get()
    let volume = try #require(bench.library.open(info.id))
    try bench.answer { (done: @escaping (Result<Void, Refusal>) -> Void) in
      bench.library.askFiles(of: volume, { _ in }, completion: done)
    }.get()
    try bench.ask(info) { _ in }
  }

  @Test(arguments: [false, true])
  func `a backup made by request or restored is kept as long as an automatic one`(isRestored: Bool)
    throws
  {
    bench.exchange.backups.clock = { nil }
    let info = try bench.mount(stick.path, isFixed: true)
    try bench.fill(info)
    try bench.backUp(info)
    let wanted = try #require(text())
    try change(info)
    let volume = try #require(bench.library.open(info.id))
    func stays() throws -> Bool {
      bench.exchange.backups.makeIfDue(on: volume)
      try pass(info)
      return text() == wanted
    }
    if isRestored {
      bench.exchange.backups.state(of: volume).madeAt = nil
      _ = try bench.restore(info)
      try bench.wait { bench.library.scans.runningJob == nil ? () : nil }
    }
    #expect(try stays())
    // A clock that is set meanwhile does not say how old that is.
    bench.exchange.backups.clock = { 1_000_000 }
    #expect(try stays())
    // What could not be made takes nothing from that.
    _ = Files.makeFolder("\(stick.path)/\(Self.file).new")
    #expect(throws: Refusal.self) { try bench.backUp(info) }
    try Root(path: stick.path).removeFolder(Array("\(Self.file).new".utf8))
    #expect(try stays())
    bench.exchange.backups.state(of: volume).madeAt = Instant.now() + .seconds(-86_400)
    #expect(try !stays())
  }

  @Test func `a restored backup counts as made on that day`() throws {
    let info = try bench.mount(stick.path, isFixed: true)
    try bench.fill(info)
    try bench.backUp(info)
    let wanted = try #require(text())
    bench.exchange.backups.clock = { 1_000_000 + 86_400 }
    _ = try bench.restore(info)
    try bench.wait { bench.library.scans.runningJob == nil ? () : nil }
    let volume = try #require(bench.library.open(info.id))
    bench.exchange.backups.makeIfDue(on: volume)
    try pass(info)
    expectEqual(text(), wanted)
    bench.exchange.backups.clock = { 1_000_000 + 2 * 86_400 }
    bench.exchange.backups.makeIfDue(on: volume)
    try pass(info)
    #expect(text() != wanted && text(".jukebox/backup-1.json") == nil, "it knew its own")
  }

  @Test
  func `a jukebox without a clock makes one backup after a volume has come, and one each day`()
    throws
  {
    bench.exchange.backups.clock = { nil }
    let info = try bench.mount(stick.path, isFixed: true)
    try bench.fill(info)
    func volume() throws -> MountedVolume { try #require(bench.library.open(info.id)) }
    func pass() throws { try self.pass(info) }
    func isMade() throws -> Bool {
      try change(info)
      stick.remove(Self.file)
      bench.exchange.backups.makeIfDue(on: try volume())
      try pass()
      return Files.exists("\(stick.path)/\(Self.file)")
    }
    #expect(try isMade())
    #expect(try !isMade())
    bench.exchange.backups.state(of: try volume()).madeAt = Instant.now() + .seconds(-86_390)
    #expect(try !isMade())
    bench.exchange.backups.state(of: try volume()).madeAt = Instant.now() + .seconds(-86_400)
    #expect(try isMade())
    #expect(try !isMade())
    // One that failed is none.
    bench.exchange.backups.state(of: try volume()).madeAt = nil
    _ = Files.makeFolder("\(stick.path)/\(Self.file).new")
    #expect(try !isMade())
    #expect(bench.warnings.contains { $0.contains("backup of \(stick.path) failed") })
    try Root(path: stick.path).removeFolder(Array("\(Self.file).new".utf8))
    #expect(try isMade())
    // The clock is set: it is not known how old that one is, but how long the volume has been there since.
    bench.exchange.backups.clock = { 1_000_000 }
    #expect(try !isMade())
    bench.exchange.backups.state(of: try volume()).madeAt = nil
    #expect(try isMade())
    bench.exchange.backups.clock = { 1_000_000 + 86_399 }
    #expect(try !isMade())
    bench.exchange.backups.clock = { 1_000_000 + 86_400 }
    #expect(try isMade())
    bench.exchange.backups.clock = { nil }
    // It goes and comes back.
    try change(info)
    try bench.unmount(stick.path)
    stick.remove(Self.file)
    _ = try bench.mount(stick.path, isFixed: true)
    try pass()
    #expect(Files.exists("\(stick.path)/\(Self.file)"))
    #expect(try !isMade())
  }
}
