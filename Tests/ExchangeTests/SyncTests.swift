import CLinux
import Interchange
import Linux
import Model
import Support
import Testing

@testable import Exchange
@testable import Library
@testable import LibrarySupport

/// `Sync/mixboard-playlists.json` on a volume.
@Suite("The file of a desktop program") struct SyncTests {
  private let bench: ExchangeBench
  private let stick: Stick

  init() throws {
    bench = try ExchangeBench()
    stick = try Stick()
    for file in ["A/one.mp3", "A/two.mp3", "B/one.mp3"] { stick.write(file, FakeFiles.content(title: file)) }
  }

  private static let file = "Sync/mixboard-playlists.json"

  private func write(_ text: String) { stick.write(Self.file, Array(text.utf8)) }

  private var text: String { String(decoding: Files.read("\(stick.path)/\(Self.file)") ?? [], as: UTF8.self) }

  private func shared() throws -> [SharedPlaylist] {
    let file = try SharedPlaylists(reading: Array(text.utf8))
    return try file.items.map { try file.playlist($0) }
  }

  private func sync(_ info: VolumeInfo) throws -> SyncReport {
    try bench.answer { (done: @escaping (Result<SyncReport, Refusal>) -> Void) in
      bench.exchange.sync.run(info.id, completion: done)
    }.get()
  }

  private func names() throws -> [String] { try bench.playlists.map(\.name) }
  private func entries(_ name: String) throws -> [PlaylistEntry] { try bench.entries(ofPlaylist: name) }
  private func paths(_ name: String) throws -> [String] { try bench.paths(ofPlaylist: name) }

  private func change(_ name: String, _ change: PlaylistChange) throws {
    #expect(try bench.change(playlist: name, change) == nil)
  }

  private func add(_ paths: String..., to name: String, on info: VolumeInfo) throws {
    try change(name, .add(paths.map { TrackReference(volume: info.id, path: Array($0.utf8)) }, at: nil))
  }

  @Test func `syncs that wait are answered once when their stick is released meanwhile`() throws {
    write(#"{"playlists": [{"name": "Set", "entries": [{"fileName": "two.mp3"}]}]}"#)
    let info = try bench.mount(stick.path, isFixed: true)
    _ = try bench.wait { bench.syncs.first }
    var answers: [Result<SyncReport, Refusal>] = []
    for _ in 1...3 { bench.exchange.sync.run(info.id) { answers.append($0) } }
    try bench.unmount(stick.path)
    try bench.wait { answers.count >= 3 ? () : nil }
    #expect(answers.count == 3 && answers.suffix(2).allSatisfy { $0.failure == .volumeGone })
    // The same stick syncs again when it comes back.
    try #expect(sync(bench.mount(stick.path, isFixed: true)).isEmpty)
  }

  @Test func `an imported absent song is no change by the other side`() throws {
    let info = try bench.mount(stick.path, isFixed: true)
    let list = "#EXTINF:4,Some - One\nA/one.mp3\n#EXTINF:7,No - Such\nZ/none.mp3\n"
    _ = try bench.answer { (done: @escaping (Result<ImportReport, Refusal>) -> Void) in
      bench.exchange.imports.make(
        ImportRequest(.bytes(Array(list.utf8), format: "m3u", path: nil), name: "P"), completion: done)
    }.get()
    try expectEqual(sync(info).written, ["P"])
    let again = try sync(info)
    #expect(again.taken.isEmpty && again.written.isEmpty && again.conflicts.isEmpty)
    try add("A/two.mp3", to: "P", on: info)
    let changed = try sync(info)
    #expect(changed.written == ["P"] && changed.conflicts.isEmpty)
    try expectEqual(names(), ["P"])
  }

  @Test func `a name that would hide the jukebox' own list gets a number, and stays in the file`() throws {
    write(#"{"playlists": [{"name": "Lovely songs", "entries": [{"fileName": "two.mp3"}]}]}"#)
    let before = text
    let info = try bench.mount(stick.path, isFixed: true)
    _ = try bench.wait { bench.syncs.first }
    #expect(try names() == ["Lovely songs 2"] && text == before)
    #expect(try sync(info).isEmpty && names() == ["Lovely songs 2"])
    // What changes there comes to it.
    write(#"{"playlists": [{"name": "Lovely songs", "entries": [{"fileName": "two.mp3", "gain": -1}]}]}"#)
    try expectEqual(sync(info).taken, ["Lovely songs 2"])
    #expect(try names() == ["Lovely songs 2"] && entries("Lovely songs 2").first?.region.gain == -1)
  }

  @Test func `playlists of the other program are taken when the stick comes, and reported`() throws {
    write(
      """
      {"theme": "dark", "playlists": [{"id": "P1", "name": "Set", "notes": "n", "colour": "#0000ff", "targetTempo": 120,
        "modifiedAt": "2026-01-31T12:00:00Z", "starred": true,
        "entries": [{"fileName": "TWO.mp3", "gain": -2, "crossfade": 3, "startOffset": 0.5, "energy": 1},
          {"fileName": "one.mp3", "path": "Z/B/one.mp3"}, {"fileName": "gone.mp3"}]}]}
      """)
    let before = text
    let info = try bench.mount(stick.path, isFixed: true)
    let report = try bench.wait { bench.syncs.first }
    #expect(report.taken == ["Set"] && report.unmatched == ["gone.mp3"] && report.written.isEmpty)
    try expectEqual(names(), ["Set"])
    try expectEqual(paths("Set"), ["A/two.mp3", "B/one.mp3", "gone.mp3"])
    let first = try #require(try entries("Set").first)
    expectEqual(first.region, Region(start: .milliseconds(500), gain: -2, crossfade: .seconds(3)))
    #expect(first.extra == #"{"energy":1}"#)
    // Nothing here was newer: the file is as it was.
    expectEqual(text, before)
    #expect(try sync(info).isEmpty)

    // A change here goes there, and what this program doesn't know stays.
    try add("A/one.mp3", to: "Set", on: info)
    try expectEqual(sync(info).written, ["Set"])
    let shared = try #require(try shared().first)
    #expect(shared.id == "P1" && shared.notes == "n" && shared.colour == 255 && shared.targetTempo == 120)
    #expect(shared.extra == #"{"starred":true}"#)
    expectEqual(shared.entries.map(\.fileName), ["two.mp3", "one.mp3", "gone.mp3", "one.mp3"])
    expectEqual(shared.entries.map(\.path), ["A/two.mp3", "B/one.mp3", "gone.mp3", "A/one.mp3"])
    #expect(shared.entries[0].extra == #"{"energy":1}"# && shared.entries[0].gain == -2)
    #expect(text.contains(#""theme": "dark""#))
    #expect(try sync(info).isEmpty)
    expectEqual(Files.list("\(stick.path)/Sync"), ["mixboard-playlists.json"])
  }

  @Test func `a file is made on demand, and only then`() throws {
    let info = try bench.mount(stick.path, isFixed: true)
    try add("A/one.mp3", to: "Mine", on: info)
    #expect(!Files.exists("\(stick.path)/Sync"))
    try expectEqual(sync(info).written, ["Mine"])
    try expectEqual(shared().map(\.name), ["Mine"])
    // Each side goes its way.
    write(text.replacing("\"Mine\"", with: "\"Yours\""))
    try expectEqual(sync(info).taken, ["Yours"])
    try expectEqual(names(), ["Yours"])
    write(text.replacing("\"Yours\"", with: "\"Theirs\""))
    try add("A/two.mp3", to: "Yours", on: info)
    let report = try sync(info)
    expectEqual(report.conflicts, [SyncReport.Conflict(name: "Yours", other: "Theirs")])
    try expectEqual(names(), ["Theirs", "Yours"])
    try expectEqual(paths("Theirs"), ["A/one.mp3"])
    #expect(Set(try shared().map(\.name)) == ["Theirs", "Yours"])
    #expect(try sync(info).isEmpty)
    // What is removed here goes there, and the other way round.
    try change("Theirs", .remove)
    try expectEqual(sync(info).dropped, ["Theirs"])
    try expectEqual(shared().map(\.name), ["Yours"])
    write(#"{"playlists": []}"#)
    try expectEqual(sync(info).removed, ["Yours"])
    #expect(try names().isEmpty)
  }

  @Test func `a file that was removed takes no playlist from the volume`() throws {
    let info = try bench.mount(stick.path, isFixed: true)
    try add("A/one.mp3", to: "Only", on: info)
    try expectEqual(sync(info).written, ["Only"])
    stick.remove(Self.file)
    let report = try sync(info)
    #expect(report.removed.isEmpty && report.written == ["Only"])
    #expect(try names() == ["Only"] && shared().map(\.name) == ["Only"])
    #expect(try sync(info).isEmpty)
  }

  @Test func `a file whose program drops its keys has the playlists that it had`() throws {
    let info = try bench.mount(stick.path, isFixed: true)
    try add("A/one.mp3", to: "Y", on: info)
    try add("A/two.mp3", "B/one.mp3", to: "W", on: info)
    try expectEqual(sync(info).written.count, 2)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let keyless = lines.filter { !$0.contains("\"id\"") }
    expectEqual(keyless.count, lines.count - 2)
    write(keyless.joined(separator: "\n"))
    for _ in 1...2 {
      let report = try sync(info)
      #expect(report.written.isEmpty && report.taken.isEmpty && report.removed.isEmpty)
      #expect(try names().sorted() == ["W", "Y"] && shared().map(\.name).sorted() == ["W", "Y"])
    }
    // They are each other's.
    try add("A/two.mp3", to: "Y", on: info)
    try expectEqual(sync(info).written, ["Y"])
    #expect(try shared().map { $0.entries.count } == [2, 2])
  }

  @Test func `playlists of one name are all taken, and what can't be taken stays in the file`() throws {
    write(
      #"{"playlists": [{"name": "Mix", "entries": [{"fileName": "two.mp3"}]}, {"name": "", "x": "nameless"}, "#
        + #"{"name": "Mix", "colour": "red", "entries": [{"fileName": "A/one.mp3"}, {"title": "untold"}]}]}"#)
    let info = try bench.mount(stick.path, isFixed: true)
    _ = try sync(info)
    try expectEqual(names(), ["Mix", "Mix 2"])
    #expect(try paths("Mix") == ["A/two.mp3"] && paths("Mix 2") == ["A/one.mp3"])
    try add("B/one.mp3", to: "Mix", on: info)
    try add("B/one.mp3", to: "Mix 2", on: info)
    let report = try sync(info)
    #expect(
      Set(report.written) == ["Mix", "Mix 2"]
        && report.left == [SyncReport.Left(name: "", reason: .unreadable)])
    for part in ["nameless", "\"red\"", "untold"] { #expect(text.contains(part)) }
    try expectEqual(shared().map(\.name), ["Mix", "Mix 2"])
    #expect(try sync(info).isEmpty)
    try expectEqual(names(), ["Mix", "Mix 2"])
    // One goes, the other keeps what it is.
    try change("Mix", .remove)
    try expectEqual(sync(info).dropped, ["Mix"])
    #expect(try sync(info).isEmpty)
    #expect(try names() == ["Mix 2"] && text.contains("nameless"))
  }

  @Test func `a long text of flags is cut at once, and lengths at the ends of 64 bits are lengths`() throws {
    let flags = String(repeating: "\u{1F1E9}", count: 200_000)
    write(
      #"{"playlists": [{"id": "f", "name": "\#(flags)", "notes": "\#(flags)", "entries": "#
        + #"[{"fileName": "one.mp3", "duration": 5, "notes": "\#(flags)"}]}]}"#)
    let info = try bench.mount(stick.path, isFixed: true)
    let volume = try #require(bench.library.open(info.id))
    try bench.answer { (done: @escaping (Result<Void, StoreError>) -> Void) in
      bench.library.ask(
        volume,
        { (store) throws(StoreError) in
          try store.connection.execute("UPDATE tracks SET duration_us = -9223372036854775808")
        }, completion: done)
    }.get()
    _ = try sync(info)
    #expect(try names().count == 1 && entries(try #require(try names().first)).count == 1)
    #expect(try names().first?.utf8.count ?? 1000 <= 250)
  }

  @Test(arguments: [true, false])
  func `the later of two changes keeps the name, and the other is a numbered copy on both sides`(
    isFileLater: Bool
  ) throws {
    let info = try bench.mount(stick.path, isFixed: true)
    try add("A/one.mp3", to: "Set", on: info)
    try expectEqual(sync(info).written, ["Set"])
    let identity = try #require(try shared().first?.id)
    try add("A/two.mp3", to: "Set", on: info)
    // The machine that runs the test may not know the time.
    let volume = try #require(bench.library.open(info.id))
    try bench.answer { (done: @escaping (Result<Void, StoreError>) -> Void) in
      bench.library.ask(
        volume,
        { (store) throws(StoreError) in
          try store.connection.execute("UPDATE playlists SET changed = 1700000000")
        }, completion: done)
    }.get()
    let time = isFileLater ? "2999-01-01T00:00:00Z" : "2001-01-01T00:00:00Z"
    write(
      #"{"playlists": [{"id": "\#(identity)", "name": "Set", "modifiedAt": "\#(time)", "starred": true, "#
        + #""entries": [{"fileName": "two.mp3", "path": "A/two.mp3", "energy": 1}]}]}"#)
    let report = try sync(info)
    expectEqual(report.conflicts, [SyncReport.Conflict(name: "Set", other: "Set 2")])
    let (later, earlier) = (["A/two.mp3"], ["A/one.mp3", "A/two.mp3"])
    try expectEqual(names(), ["Set", "Set 2"])
    try expectEqual(paths("Set"), (isFileLater ? later : earlier))
    try expectEqual(paths("Set 2"), (isFileLater ? earlier : later))
    let both = try shared()
    #expect(both.map(\.name) == ["Set", "Set 2"] && both[0].id == identity)
    #expect(both.map { $0.entries.compactMap(\.path) } == [try paths("Set"), try paths("Set 2")])
    #expect(text.contains("starred"))
    #expect(try sync(info).isEmpty)
  }

  @Test func `two of one name become two, once`() throws {
    write(#"{"playlists": [{"name": "Set", "entries": [{"fileName": "two.mp3"}]}]}"#)
    let info = try bench.mount(stick.path, isFixed: true)
    _ = try sync(info)
    write(#"{"playlists": [{"name": "Set", "entries": [{"fileName": "gone.mp3"}]}]}"#)
    try add("A/one.mp3", to: "Set", on: info)
    try expectEqual(sync(info).conflicts, [SyncReport.Conflict(name: "Set", other: "Set 2")])
    try expectEqual(names(), ["Set", "Set 2"])
    try expectEqual(paths("Set"), ["A/two.mp3", "A/one.mp3"])
    #expect(try sync(info).isEmpty)
  }

  @Test func `entries of other volumes name them after a round trip`() throws {
    let info = try bench.mount(stick.path, isFixed: true)
    let other = try Stick([
      "A/one.mp3": FakeFiles.content(title: "c"), "far.mp3": FakeFiles.content(title: "f"),
    ])
    let far = try bench.mount(other.path, label: "Other")
    let absent = TrackReference(volume: .random(), path: Array("A/two.mp3".utf8))
    let tracks = [
      TrackReference(volume: far.id, path: Array("A/one.mp3".utf8)),
      TrackReference(volume: info.id, path: Array("A/one.mp3".utf8)), absent,
      TrackReference(volume: far.id, path: Array("far.mp3".utf8)),
    ]
    // An entry of this volume, so that the playlist lies on it.
    try add("B/one.mp3", to: "Mine", on: info)
    try change("Mine", .add(tracks, at: nil))
    let expected = [TrackReference(volume: info.id, path: Array("B/one.mp3".utf8))] + tracks
    try expectEqual(sync(info).written, ["Mine"])
    // The other program changes something.
    write(text.replacing("\"name\": \"Mine\"", with: "\"name\": \"Yours\""))
    let report = try sync(info)
    #expect(report.taken == ["Yours"] && report.unmatched.isEmpty)
    try expectEqual(entries("Yours").map(\.track), expected)
    // A new jukebox reads the file as well.
    try change("Yours", .remove)
    let id = try #require(try shared().first?.id)
    write(text.replacing(id, with: "another"))
    _ = try sync(info)
    try expectEqual(entries("Yours").map(\.track), expected)
  }

  @Test func `some time after the last change the file is written by itself, where it is there`() throws {
    expectEqual(bench.exchange.sync.delay, .seconds(30))
    let info = try bench.mount(stick.path, isFixed: true)
    bench.exchange.sync.delay = .zero
    try add("A/one.mp3", to: "Mine", on: info)
    // What is told behind the timer is told behind what it would have done.
    try turn()
    #expect(!Files.exists("\(stick.path)/Sync"), "nobody asked for one")
    try expectEqual(sync(info).written, ["Mine"])

    // Only the last change counts: this one's time never comes.
    bench.exchange.sync.delay = .seconds(3600)
    try add("A/two.mp3", to: "Mine", on: info)
    try turn()
    try expectEqual(shared().first?.entries.count, 1)
    bench.exchange.sync.delay = .zero
    let before = bench.syncs.count
    try change("Mine", .describe([.notes("late")]))
    let report = try bench.wait { bench.syncs.dropFirst(before).first }
    expectEqual(report.written, ["Mine"])
    #expect(try shared().first?.entries.count == 2 && shared().first?.notes == "late")

    // Where it can't be read, that is told, and nothing is changed.
    write("{")
    let warnings = bench.warnings.count
    try add("B/one.mp3", to: "Mine", on: info)
    try bench.wait { bench.warnings.count > warnings ? () : nil }
    #expect(bench.warnings.last?.contains("playlist sync of") == true && text == "{")
  }

  /// Long enough for a timer of no time and a question to the volume's threads.
  private func turn() throws {
    for _ in 0..<2 {
      try bench.answer { (done: @escaping (()) -> Void) in bench.library.later(after: .zero) { done(()) } }
      _ = try names()
    }
  }

  @Test func `a broken file stays as it is, and so do the playlists`() throws {
    let info = try bench.mount(stick.path, isFixed: true)
    try add("A/one.mp3", to: "Mine", on: info)
    for bad in ["", "{", "[1]", #"{"playlists": 5"#] {
      write(bad)
      #expect(throws: Refusal.self) { try sync(info) }
      expectEqual(text, bad)
    }
    try expectEqual(names(), ["Mine"])
  }

  @Test func `no link is followed`() throws {
    let outside = try TemporaryFolder()
    let target = try outside.write("target.json", #"{"playlists": [{"name": "Evil", "entries": []}]}"#)
    _ = Files.makeFolder("\(stick.path)/Sync")
    _ = unsafe symlink(target, "\(stick.path)/\(Self.file)")
    let info = try bench.mount(stick.path, isFixed: true)
    try add("A/one.mp3", to: "Mine", on: info)
    try expectEqual(sync(info).written, ["Mine"])
    try expectEqual(names(), ["Mine"])
    #expect(String(decoding: Files.read(target) ?? [], as: UTF8.self).contains("Evil"))
    let other = try Stick(["c.mp3": FakeFiles.content(title: "c")])
    _ = unsafe symlink(outside.path, "\(other.path)/Sync")
    let second = try bench.mount(other.path, label: "Other")
    #expect(throws: Refusal.self) { try sync(second) }
    expectEqual(Files.list(outside.path), ["target.json"])
  }

  @Test func `a file of thousands of playlists that are as they were is gone through step by step`() throws {
    let lists = (0..<2000).map { #"{"id": "\#($0)", "name": "N \#($0)", "entries": []}"# }
    write(#"{"playlists": [\#(lists.joined(separator: ", "))]}"#)
    let info = try bench.mount(stick.path, isFixed: true)
    _ = try sync(info)
    // Within each other they would not fit onto the stack of a thread.
    #expect(try sync(info).isEmpty)
    try expectEqual(names().count, 2000)
  }

  // MARK: What is left alone

  @Test
  func `a playlist that cannot be read from the file stays on both sides until it can`()
    throws
  {
    func file(_ entries: String) -> String {
      #"{"playlists": [{"id": "P1", "name": "Set", "entries": [\#(entries)]}, "#
        + #"{"id": "P2", "name": "Other", "entries": [{"fileName": "A/one.mp3"}]}]}"#
    }
    let entry = #"{"fileName": "two.mp3"}"#
    let long = file(Array(repeating: entry, count: SharedPlaylist.mostEntries + 1).joined(separator: ", "))
    write(file(entry))
    let info = try bench.mount(stick.path, isFixed: true)
    _ = try sync(info)
    try expectEqual(names(), ["Other", "Set"])
    write(long)
    var report = try sync(info)
    #expect(report.isEmpty && report.left.map(\.name) == ["Set"])
    #expect(try names() == ["Other", "Set"] && text == long)
    // It is changed here meanwhile, and is still the same playlist once it can be taken.
    try add("B/one.mp3", to: "Set", on: info)
    report = try sync(info)
    #expect(report.isEmpty && report.left.map(\.name) == ["Set"] && text == long)
    write(file(entry))
    report = try sync(info)
    #expect(report.written == ["Set"] && report.conflicts.isEmpty && report.left.isEmpty)
    #expect(try names() == ["Other", "Set"] && paths("Set") == ["A/two.mp3", "B/one.mp3"])
    // It is removed here meanwhile, and goes from the file then.
    let short = text
    write(
      short.replacing(
        "\"two.mp3\"", with: "\"two.mp3\", \"long\": \"\(String(repeating: "x", count: 5 << 20))\""))
    try change("Set", .remove)
    #expect(try sync(info).isEmpty)
    write(short)
    try expectEqual(sync(info).dropped, ["Set"])
    try expectEqual(names(), ["Other"])
  }

  /// Has a playlist hold many more entries.
  private func enlarge(
    _ name: String, by count: Int, notes: String? = nil, path: String = "a", on info: VolumeInfo
  )
    throws
  {
    try bench.ask(info) { (store) throws(StoreError) in
      try store.connection.execute(
        """
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
        INSERT INTO playlist_entries (playlist, place, path, notes)
        SELECT p.id, (1 << 40) + i, CAST(?3 AS BLOB), ?4 FROM n, playlists p WHERE p.name = ?1
        """, .text(name), .number(count), .text(path), .optional(notes))
    }
  }

  private func shorten(_ name: String, on info: VolumeInfo) throws {
    try bench.ask(info) { (store) throws(StoreError) in
      try store.connection.execute("DELETE FROM playlist_entries WHERE place > (1 << 40)")
    }
  }

  @Test(arguments: [(SharedPlaylist.mostEntries, 1), (2200, 1000)])
  func `a playlist of the volume that is too long for the file is left alone on both sides until it is not`(
    count: Int, bytes: Int
  ) throws {
    let info = try bench.mount(stick.path, isFixed: true)
    try add("A/one.mp3", to: "Large", on: info)
    try add("A/one.mp3", to: "Small", on: info)
    #expect(Set(try sync(info).written) == ["Large", "Small"])
    let before = text
    func enlarge() throws {
      try self.enlarge("Large", by: count, path: String(repeating: "a", count: bytes), on: info)
    }
    try enlarge()
    var report = try sync(info)
    #expect(
      report.isEmpty && report.left == [SyncReport.Left(name: "Large", reason: .tooLong)] && text == before)
    // The others go on.
    try add("A/two.mp3", to: "Small", on: info)
    report = try sync(info)
    #expect(report.written == ["Small"] && report.left.map(\.name) == ["Large"])
    #expect(try shared().map { "\($0.name) \($0.entries.count)" } == ["Large 1", "Small 2"])
    try shorten("Large", on: info)
    try add("B/one.mp3", to: "Large", on: info)
    report = try sync(info)
    #expect(report.written == ["Large"] && report.conflicts.isEmpty && report.left.isEmpty)
    // It goes from the file with the volume's.
    try enlarge()
    try expectEqual(sync(info).left.map(\.name), ["Large"])
    try change("Large", .remove)
    try expectEqual(sync(info).dropped, ["Large"])
    #expect(try names() == ["Small"] && shared().map(\.name) == ["Small"])
  }

  @Test func `a playlist for which the file has no room stays what it is there, and is met no second time`()
    throws
  {
    write(#"{"playlists": [{"id": "P1", "name": "Set", "entries": [{"fileName": "A/one.mp3"}]}]}"#)
    let info = try bench.mount(stick.path, isFixed: true)
    _ = try sync(info)
    try enlarge("Set", by: 7000, notes: String(repeating: "n", count: 600), on: info)
    for _ in 1...3 {
      let report = try sync(info)
      #expect(report.isEmpty && report.left.map(\.name) == ["Set"])
      #expect(try names() == ["Set"] && shared().map(\.entries.count) == [1])
    }
    // Nothing is written where nothing is to be.
    stick.setModified(Self.file, seconds: 1_600_000_000)
    try expectEqual(sync(info).left.map(\.name), ["Set"])
    let root = try Root(path: stick.path)
    try expectEqual(root.status(of: Array(Self.file.utf8)).modifiedNanoseconds, 1_600_000_000_000_000_000)
    // What the other side makes of it comes in once.
    write(text.replacing("\"Set\"", with: "\"Theirs\""))
    try expectEqual(sync(info).conflicts, [SyncReport.Conflict(name: "Set", other: "Theirs")])
    for _ in 1...2 {
      let report = try sync(info)
      #expect(report.isEmpty && report.left.map(\.name) == ["Set"])
    }
    try expectEqual(names(), ["Set", "Theirs"])
    try shorten("Set", on: info)
    try expectEqual(sync(info).written, ["Set"])
    #expect(try sync(info).isEmpty)
  }

  @Test func `data that only the file has of a song survive a rename on the stick`()
    throws
  {
    let long = String(repeating: "v", count: 3000)
    write(
      #"{"playlists": [{"id": "P1", "name": "Set", "entries": ["#
        + #"{"fileName": "one.mp3", "path": "A/one.mp3", "energy": 1}, "#
        + #"{"fileName": "two.mp3", "path": "A/two.mp3", "gain": -70, "view": "\#(long)"}, "#
        + #"{"fileName": "one.mp3", "path": "B/one.mp3", "mark": true}]}]}"#)
    let info = try bench.mount(stick.path, isFixed: true)
    _ = try sync(info)
    stick.move("A/two.mp3", to: "A/zwei.mp3")
    try bench.scan()
    #expect(try sync(info).conflicts.isEmpty)
    try expectEqual(paths("Set"), ["A/one.mp3", "A/zwei.mp3", "B/one.mp3"])
    #expect(text.contains("A/zwei.mp3") && !text.contains("two.mp3"))
    for part in [long, "\"gain\": -70", "\"energy\": 1", "\"mark\": true"] {
      #expect(text.contains(part), "\(part.prefix(20))")
    }
    // Another song of the same length takes its place, while it is still here.
    let other = TrackReference(volume: info.id, path: Array("C/other.mp3".utf8))
    stick.write("C/other.mp3", FakeFiles.content(title: "other"))
    try bench.scan()
    _ = try sync(info)
    let tracks = try entries("Set").map(\.track)
    try change("Set", .save([tracks[0], other, tracks[2]], .replace))
    try expectEqual(sync(info).written, ["Set"])
    #expect(text.contains("C/other.mp3") && !text.contains("vvv") && !text.contains("-70"))
  }
}
