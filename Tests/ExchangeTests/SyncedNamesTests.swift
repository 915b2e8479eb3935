import Interchange
import Linux
import Model
import Support
import Testing

@testable import Exchange
@testable import Library
@testable import LibrarySupport

/// What `Sync/mixboard-playlists.json` calls files whose names hold control characters, and how it dates what is written
/// into it.
@Suite("Names and dates in the file of a desktop program") struct SyncedNamesTests {
  private let bench: ExchangeBench
  private let stick: Stick

  init() throws {
    bench = try ExchangeBench()
    stick = try Stick()
    for file in ["A/tab\ty.mp3", "A/two.mp3"] { stick.write(file, FakeFiles.content(title: file)) }
  }

  private static let file = "Sync/mixboard-playlists.json"

  private func write(_ entries: String, more: String = "") {
    stick.write(
      Self.file,
      Array(#"{"playlists": [{"id": "P1", "name": "Set"\#(more), "entries": [\#(entries)]}]}"#.utf8))
  }

  private var text: String { String(decoding: Files.read("\(stick.path)/\(Self.file)") ?? [], as: UTF8.self) }

  private func sync(_ info: VolumeInfo) throws -> SyncReport {
    try bench.answer { (done: @escaping (Result<SyncReport, Refusal>) -> Void) in
      bench.exchange.sync.run(info.id, completion: done)
    }.get()
  }

  private func paths(_ name: String) throws -> [String] { try bench.paths(ofPlaylist: name) }

  /// Of the volume's playlists, as they were when both sides were the same.
  private func pairs(_ info: VolumeInfo) throws -> [SyncPlan.Pair] {
    let volume = try #require(bench.library.open(info.id))
    return try bench.answer { (done: @escaping (Result<[SyncPlan.Pair], StoreError>) -> Void) in
      bench.library.ask(
        volume, { (store) throws(StoreError) in try SharedPlaylistTable(store).pairs() }, completion: done)
    }.get()
  }

  /// Without a clock.
  private func add(_ path: String, on info: VolumeInfo) throws {
    let track = TrackReference(volume: info.id, path: Array(path.utf8))
    let volume = try #require(bench.library.open(info.id))
    let isChanged = try bench.answer { (done: @escaping (Result<Bool, StoreError>) -> Void) in
      bench.library.ask(
        volume,
        { (store) throws(StoreError) in
          let result = try store.playlists.change("Set", .add([track], at: nil), time: nil)
          guard case .success = result else { return false }
          return true
        }, completion: done)
    }
    #expect(try isChanged.get())
  }

  @Test
  func
    `control characters are part of a name, written as JSON does, and read as earlier versions wrote them`()
    throws
  {
    expectEqual(SharedName.text(for: Array("a\tb".utf8)), "a\tb")
    let names: [[UInt8]] = [
      Array("a\tb\u{7F}\n".utf8), Array("a\u{F709}b".utf8), Array("a\t\u{F709}b".utf8), [0x61, 9, 0xFF],
      Array("ü".utf8), [0x61, 0xFF],
    ]
    for name in names {
      expectEqual(SharedName.bytes(of: SharedName.text(for: name)), name)
      expectEqual(SharedName.bytes(of: EscapedName.text(for: name)), name)
      expectEqual(SharedName.spelling(of: SharedName.text(for: name)), EscapedName.text(for: name))
    }
    // What names nothing here is something still.
    #expect(SharedName.bytes(of: "a\0b") == Array("a\u{FFFD}b".utf8))
    #expect(SharedName.bytes(of: "\u{F741}") == Array("\u{F741}".utf8))
    #expect(SharedName.text(for: Array("\u{F741}".utf8)) == "\u{F741}")
  }

  @Test func `entries with control characters find their songs, and are kept and told where there is none`()
    throws
  {
    write(
      #"{"fileName": "tab\ty.mp3", "path": "A/tab\ty.mp3"}, {"fileName": "tab\ty.mp3"}, "#
        + #"{"fileName": "tab\#u{f709}y.mp3", "path": "A/tab\#u{f709}y.mp3"}, "#
        + #"{"fileName": "no\u0009ne.mp3", "path": "B\n/no\u0009ne.mp3"}, {"fileName": "nul\u0000.mp3"}"#)
    let info = try bench.mount(stick.path, isFixed: true)
    let report = try bench.wait { bench.syncs.first }
    expectEqual(report.taken, ["Set"])
    #expect(report.unmatched == ["B\u{F70A}/no\u{F709}ne.mp3", "nul\u{FFFD}.mp3"])
    #expect(
      try paths("Set") == [
        "A/tab\ty.mp3", "A/tab\ty.mp3", "A/tab\ty.mp3", "B\n/no\tne.mp3", "nul\u{FFFD}.mp3",
      ])
    #expect(try sync(info).isEmpty)
    // As itself, with the escapes that every program knows.
    try add("A/two.mp3", on: info)
    try expectEqual(sync(info).written, ["Set"])
    #expect(text.split(separator: #""path": "A/tab\u0009y.mp3""#).count == 4 && !text.contains("\u{F709}"))
    #expect(text.contains(#""path": "B\n/no\u0009ne.mp3""#))
    #expect(try sync(info).isEmpty)
  }

  @Test func `names of an earlier version are no change, and keep data that only the file has`() throws {
    let long = String(repeating: "v", count: 3000)
    func entry(_ tab: String) -> String {
      #"{"fileName": "tab\#(tab)y.mp3", "path": "A/tab\#(tab)y.mp3", "gain": -70, "view": "\#(long)"}"#
    }
    write(entry("\u{F709}"))
    let info = try bench.mount(stick.path, isFixed: true)
    _ = try sync(info)
    // Digests that earlier versions made were made of these very names.
    var before = SharedPlaylist()
    before.name = "Set"
    var named = SharedEntry()
    named.fileName = "tab\u{F709}y.mp3"
    before.entries = [named]
    var hash = ContentHash()
    hash.add(before.content)
    let pair = try #require(try pairs(info).first)
    expectEqual(SharedPlaylistTable.digest(before), hash.value)
    named.fileName = "tab\ty.mp3"
    before.entries = [named]
    expectEqual(SharedPlaylistTable.digest(before), hash.value)
    // Spelt otherwise, it is the same.
    write(entry(#"\t"#))
    let other = text
    #expect(try sync(info).isEmpty && text == other && pairs(info) == [pair])
    write(entry("\u{F709}"))
    #expect(try sync(info).isEmpty)
    try add("A/two.mp3", on: info)
    try expectEqual(sync(info).written, ["Set"])
    #expect(text.contains(#""A/tab\u0009y.mp3""#) && text.contains(long) && text.contains("-70"))
    #expect(try sync(info).isEmpty)
  }

  @Test func `a change without a clock is newer in the file than the former one`() throws {
    func dated(_ second: Int) -> Bool { text.contains(#""modifiedAt": "2026-01-31T12:00:0\#(second)Z""#) }
    write(#"{"fileName": "two.mp3"}"#, more: #", "modifiedAt": "2026-01-31T12:00:00Z""#)
    let info = try bench.mount(stick.path, isFixed: true)
    _ = try sync(info)
    #expect(dated(0))
    for second in 1...2 {
      try add("A/two.mp3", on: info)
      try expectEqual(sync(info).written, ["Set"])
      #expect(dated(second))
      // That is no change by the other side.
      let written = text
      #expect(try sync(info).isEmpty && text == written)
    }
    try expectEqual(bench.playlists.map(\.name), ["Set"])
  }
}
