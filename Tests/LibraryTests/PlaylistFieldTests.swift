import Linux
import Model
import Support
import Testing

@testable import Library
@testable import LibrarySupport

/// What people say of playlists and their entries, in one volume's database.
@Suite("Playlists' own data in a database") struct PlaylistFieldTests {
  private let stick: Stick
  private let store: VolumeStore
  private static let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF] + [UInt8](repeating: 7, count: 100)

  init() throws {
    stick = try Stick()
    store = try stick.open()
  }

  private func there(_ names: String...) -> [TrackReference] {
    names.map { TrackReference(volume: VolumeID(high: 7, low: 7), path: Array($0.utf8)) }
  }

  @discardableResult
  private func change(_ name: String, _ change: PlaylistChange) throws -> StoredPlaylist? {
    try store.playlists.change(name, change, time: 5).get()
  }

  private func refusal(_ name: String, _ change: PlaylistChange) throws -> Refusal? {
    if case .failure(let refusal) = try store.playlists.change(name, change, time: nil) { return refusal }
    return nil
  }

  private func entries(_ name: String, texts: Bool = true) throws -> [PlaylistEntry]? {
    try store.playlists.contents.entries(of: name, after: nil, skipping: 0, limit: 100, texts: texts)?.entries
  }

  private func paths(_ name: String) throws -> [String]? {
    try entries(name)?.map { String(decoding: $0.track.path, as: UTF8.self) }
  }

  @Test func `fields of a playlist are stored, read and removed`() throws {
    try change("p", .add(there("1"), at: nil))
    let all: [PlaylistField] = [
      .notes("one\ntwo"), .colour(0x12_3456), .tempo(127.5), .template("{Album}"), .folder("Evenings"),
      .slot(2), .cover(Self.jpeg), .extra(#"{"a":1}"#), .made(11), .changed(12),
    ]
    let full = try #require(try change("p", .describe(all)))
    #expect(full.colour == 0x12_3456 && full.tempo == 127.5 && full.folder == "Evenings" && full.slot == 2)
    #expect(full.hasCover && full.made == 11 && full.changed == 12)
    let texts = PlaylistTexts(notes: "one\ntwo", template: "{Album}", extra: #"{"a":1}"#, entries: 1)
    #expect(
      try store.playlists.contents.texts(of: "p") == texts
        && store.playlists.contents.cover(of: "p") == Self.jpeg)
    store.close()
    let again = try stick.open()
    defer { again.close() }
    #expect(try again.playlists.all() == [full] && again.playlists.folders.all() == ["Evenings"])
    let nothing: [PlaylistField] = [
      .notes(nil), .colour(nil), .tempo(nil), .template(nil), .folder(nil), .slot(nil), .cover(nil),
      .extra(nil),
    ]
    let empty = try #require(try again.playlists.change("p", .describe(nothing), time: 13).get())
    #expect(empty.colour == nil && empty.tempo == nil && empty.folder == nil && empty.slot == nil)
    #expect(!empty.hasCover && empty.made == 11 && empty.changed == 13)
    try expectEqual(again.playlists.contents.texts(of: "p"), PlaylistTexts(entries: 1))
    #expect(
      try again.playlists.contents.cover(of: "p") == nil && again.playlists.contents.texts(of: "q") == nil)
  }

  @Test func `fields beyond their limits are refused and change nothing`() throws {
    defer { store.close() }
    try change("p", .add(there("1"), at: nil))
    let before = try store.changeCount()
    let fields: [PlaylistField] = [
      .notes(String(repeating: "x", count: 4097)), .colour(0x100_0000), .tempo(0), .tempo(.nan), .tempo(1001),
      .template(String(repeating: "x", count: 1001)), .folder("a/b"), .folder(""), .slot(0), .slot(4),
      .cover([]), .cover(Array("GIF89a0000000000000".utf8)),
      .cover(Self.jpeg + [UInt8](repeating: 0, count: 512 << 10)),
      .extra(String(repeating: "x", count: 8193)),
    ]
    for field in fields { #expect(try refusal("p", .describe([field])) == .badPlaylistField, "\(field)") }
    let entryFields: [PlaylistEntryField] = [
      .start(.seconds(360_001)), .end(.seconds(360_001)), .gain(20.1), .gain(-61), .gain(.infinity),
      .crossfade(.seconds(601)), .notes(String(repeating: "x", count: 1025)),
      .extra(String(repeating: "x", count: 2049)),
    ]
    for field in entryFields {
      #expect(try refusal("p", .describeEntry(0, [field])) == .badPlaylistField, "\(field)")
    }
    try expectEqual(
      refusal("p", .describeEntry(0, [.start(.seconds(5)), .end(.seconds(5))])), .badPlaylistField)
    try expectEqual(refusal("p", .describeEntry(1, [.gain(1)])), .badSongIndex)
    try expectEqual(refusal("q", .describeEntry(0, [.gain(1)])), .noSuchPlaylist)
    try expectEqual(refusal("q", .describe([.slot(1)])), .noSuchPlaylist)
    #expect(try store.changeCount() == before && entries("p") == [PlaylistEntry(there("1")[0])])
  }

  @Test func `fields of entries move with them`() throws {
    defer { store.close() }
    try change("p", .add(there("1", "2", "3"), at: nil))
    let region = Region(
      start: .milliseconds(1500), end: .microseconds(2_500_001), gain: -3.25, crossfade: .seconds(8))
    try change(
      "p",
      .describeEntry(
        1,
        [
          .start(.milliseconds(1500)), .end(.microseconds(2_500_001)), .gain(-3.25), .crossfade(.seconds(8)),
          .notes("here"), .extra("{}"),
        ]))
    try change("p", .move(1..<2, to: 0))
    let two = PlaylistEntry(there("2")[0], region, notes: "here", extra: "{}")
    try expectEqual(entries("p"), [two, PlaylistEntry(there("1")[0]), PlaylistEntry(there("3")[0])])
    try expectEqual(entries("p", texts: false)?.first, PlaylistEntry(two.track, region))
    try change("p", .insert([two], at: 2))
    try expectEqual(entries("p")?[2], two)
    try change(
      "p", .describeEntry(0, [.start(.zero), .end(nil), .gain(0), .crossfade(nil), .notes(nil), .extra(nil)]))
    try expectEqual(entries("p")?.first, PlaylistEntry(two.track))
    try change("new", .write([two], .create, [.colour(1), .folder("f")]))
    #expect(try entries("new") == [two] && store.playlists.all().last?.folder == "f")
    try expectEqual(refusal("new", .write([], .create, [])), .playlistExists)
    try change("new", .write([], .replace, [.colour(2)]))
    #expect(try entries("new") == [] && store.playlists.all().last?.colour == 2)
  }

  @Test func `addNew adds the tracks that a playlist lacks, by what the tracks are`() throws {
    defer { store.close() }
    try change("p", .addNew(there("1", "2", "1"), at: nil))
    try expectEqual(paths("p"), ["1", "2"])
    try change(
      "p", .addNew(there("2", "3", "3") + [TrackReference(volume: store.identity, path: [50])], at: 0))
    #expect(try paths("p") == ["3", "2", "1", "2"], "the same path on another volume is another track")
    let before = try store.changeCount()
    try change("p", .addNew(there("1", "3"), at: nil))
    try expectEqual(store.changeCount(), before)
  }

  @Test func `toggle adds a track, and takes it out wherever it stands`() throws {
    defer { store.close() }
    try change("p", .toggle(there("1")[0]))
    try change("p", .add(there("2", "1", "3"), at: nil))
    try change("p", .toggle(there("1")[0]))
    try expectEqual(paths("p"), ["2", "3"])
    try change("p", .toggle(there("1")[0]))
    try expectEqual(paths("p"), ["2", "3", "1"])
  }

  @Test func `one playlist has a slot, and folders that go leave their playlists`() throws {
    defer { store.close() }
    for name in ["a", "b"] {
      try change(name, .write(there("1").map { PlaylistEntry($0) }, .create, [.slot(1), .folder("f")]))
    }
    try expectEqual(store.playlists.all().map(\.slot), [nil, 1])
    try expectEqual(store.playlists.folders.change("f", .make), .playlistFolderExists)
    #expect(try store.playlists.folders.change("g", .make) == nil)
    try expectEqual(store.playlists.folders.change("f", .rename("g")), .playlistFolderExists)
    #expect(try store.playlists.folders.change("f", .rename("h")) == nil)
    try expectEqual(store.playlists.all().map(\.folder), ["h", "h"])
    #expect(try store.playlists.folders.change("h", .remove) == nil)
    try expectEqual(store.playlists.folders.change("h", .remove), .noSuchPlaylistFolder)
    try expectEqual(store.playlists.folders.change("h", .rename("i")), .noSuchPlaylistFolder)
    #expect(try store.playlists.all().map(\.folder) == [nil, nil] && store.playlists.folders.all() == ["g"])
    try expectEqual(paths("a"), ["1"])
    for number in 1..<PlaylistFolders.most {
      #expect(try store.playlists.folders.change("\(number)", .make) == nil)
    }
    try expectEqual(store.playlists.folders.change("more", .make), .tooManyPlaylistFolders)
    try expectEqual(refusal("a", .describe([.folder("more")])), .tooManyPlaylistFolders)
  }

  @Test func `a deleted playlist's picture goes with it`() throws {
    defer { store.close() }
    try change("p", .write(there("1").map { PlaylistEntry($0) }, .create, [.cover(Self.jpeg)]))
    try change("p", .remove)
    #expect(
      try store.connection.first("SELECT count(*) FROM playlist_covers") { (row) throws(StoreError) in
        try row.integer(0)
      } == 0)
  }

  @Test(arguments: [
    "UPDATE playlists SET colour = -1", "UPDATE playlists SET tempo = 1e300", "UPDATE playlists SET slot = 9",
    "UPDATE playlists SET notes = hex(zeroblob(3000))", "UPDATE playlist_folders SET name = 'a/b'",
    "UPDATE playlist_entries SET start_us = -1", "UPDATE playlist_entries SET end_us = 9223372036854775807",
    "UPDATE playlist_entries SET gain = 99.0", "UPDATE playlist_entries SET start_us = 7, end_us = 7",
    "UPDATE playlist_entries SET crossfade_us = 9223372036854775807",
    "UPDATE playlist_entries SET notes = hex(zeroblob(1000))",
  ])
  func `rows that another program wrote are refused`(_ sql: String) throws {
    try change("p", .write(there("1").map { PlaylistEntry($0) }, .create, [.folder("f")]))
    store.close()
    try stick.sql(sql)
    let again = try stick.open()
    defer { again.close() }
    let error = #expect(throws: StoreError.self) {
      _ = try again.playlists.all()
      _ = try again.playlists.contents.texts(of: "p")
      _ = try again.playlists.contents.entries(of: "p", after: nil, skipping: 0, limit: 10, texts: true)
    }
    expectEqual(error?.kind, .foreign)
  }

  @Test(arguments: ["x'00'", "zeroblob(600000)"])
  func `a picture that another program wrote is ignored`(_ data: String) throws {
    try change("p", .write(there("1").map { PlaylistEntry($0) }, .create, [.cover(Self.jpeg)]))
    store.close()
    try stick.sql("PRAGMA ignore_check_constraints = ON; UPDATE playlist_covers SET data = \(data)")
    let again = try stick.open()
    defer { again.close() }
    #expect(try again.playlists.contents.cover(of: "p") == nil)
  }
}
