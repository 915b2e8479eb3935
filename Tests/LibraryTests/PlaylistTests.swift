import Linux
import Model
import Support
import Testing

@testable import Library
@testable import LibrarySupport

/// The playlists of all volumes as one list.
@Suite("Playlists over volumes") struct PlaylistTests {
  private let bench: Bench

  init() throws { bench = try Bench() }

  private func stick(_ files: String...) throws -> Stick {
    let stick = try Stick()
    for (number, file) in files.enumerated() {
      stick.write(file, FakeFiles.content(title: file, track: number + 1))
    }
    return stick
  }

  private func track(_ path: String, on volume: VolumeInfo) -> TrackReference {
    TrackReference(volume: volume.id, path: Array(path.utf8))
  }

  private var names: [String] { get throws { try bench.playlists.map(\.name) } }

  /// Why a change was not made.
  @discardableResult
  private func change(_ name: String, _ change: PlaylistChange) throws -> Refusal? {
    try bench.change(playlist: name, change)
  }

  private func entries(_ name: String) throws -> [String] {
    try bench.entries(ofPlaylist: name).map {
      bench.library.uri(of: $0.track) ?? String(decoding: $0.track.path, as: UTF8.self)
    }
  }

  private func changesTold(since before: Int) -> Int {
    bench.events[before...].count { if case .playlistsChanged = $0 { true } else { false } }
  }

  @Test func `a new playlist lies where most of its tracks do, one without tracks on the fixed folder`()
    throws
  {
    let (folder, first, second) = (try stick("f.mp3"), try stick("a/1.mp3", "a/2.mp3"), try stick("b.mp3"))
    let sticks = (try bench.mount(first.path, label: "One"), try bench.mount(second.path, label: "Two"))
    #expect(try change("on the first stick", .save([], .create)) == nil)
    let fixed = try bench.mount(folder.path, isFixed: true)
    let both = [track("a/1.mp3", on: sticks.0), track("b.mp3", on: sticks.1)]
    #expect(try change("majority", .add([track("a/2.mp3", on: sticks.0)] + both, at: nil)) == nil)
    #expect(try change("two", .save([track("b.mp3", on: sticks.1)], .create)) == nil)
    #expect(try change("tie", .add([track("f.mp3", on: fixed)] + both, at: nil)) == nil)
    #expect(try change("empty", .save([], .create)) == nil)
    #expect(
      try change("unknown", .save([TrackReference(volume: VolumeID(high: 1, low: 2), path: [65])], .create))
        == nil)
    // One that is there stays where it is.
    #expect(try change("two", .add(both + [track("f.mp3", on: fixed)], at: 0)) == nil)
    let volumes = Dictionary(uniqueKeysWithValues: try bench.playlists.map { ($0.name, $0.volume) })
    expectEqual(
      volumes,
      [
        "on the first stick": sticks.0.id, "majority": sticks.0.id, "two": sticks.1.id, "tie": fixed.id,
        "empty": fixed.id, "unknown": fixed.id,
      ])
    try expectEqual(entries("two"), ["One/a/1.mp3", "Two/b.mp3", "f.mp3", "Two/b.mp3"])
  }

  @Test func `found songs are added in the order of a shelf, from one volume or several`() throws {
    let (folder, first) = (try stick("m z.mp3", "m a.mp3"), try stick("m 1.mp3", "m 2.mp3"))
    let fixed = try bench.mount(folder.path, isFixed: true)
    try bench.indexed(fixed.id)
    let alone = try bench.shelve("m")
    expectEqual(alone.map(\.volume), [fixed.id, fixed.id])
    #expect(try bench.add(alone, toPlaylist: "p") == nil)
    #expect(try entries("p") == ["m z.mp3", "m a.mp3"], "by their numbers")
    try expectEqual(bench.add(alone, toPlaylist: "p", at: 9), .badPosition)
    try expectEqual(bench.add(alone, toPlaylist: "x/y"), .badPlaylistName)
    try expectEqual(bench.add(alone, toPlaylist: " "), .badPlaylistName)
    let one = try bench.mount(first.path, label: "One")
    try bench.indexed(one.id)
    let all = try bench.shelve("m")
    expectEqual(all.map(\.volume), [one.id, fixed.id, one.id, fixed.id])
    try expectEqual(bench.shelve("m", limit: 2).map(\.volume), [one.id, fixed.id])
    // The playlist's own come by their rows, the others by their references.
    let before = bench.events.count
    #expect(try bench.add(all, toPlaylist: "p", at: 1, onlyNew: true) == nil)
    expectEqual(changesTold(since: before), 1)
    try expectEqual(entries("p"), ["m z.mp3", "One/m 1.mp3", "One/m 2.mp3", "m a.mp3"])
    let away = Array(all.filter { $0.volume == one.id })
    #expect(try bench.add(away, toPlaylist: "q") == nil)
    #expect(try bench.playlists.first { $0.name == "q" }?.volume == one.id)
    first.remove("m 2.mp3")
    try bench.scan()
    #expect(try bench.add(away, toPlaylist: "q") == nil && bench.add(all, toPlaylist: "r") == nil)
    try expectEqual(entries("q"), ["One/m 1.mp3", "One/m 2.mp3", "One/m 1.mp3"])
    try expectEqual(entries("r"), ["One/m 1.mp3", "m z.mp3", "m a.mp3"])
    try bench.unmount(first.path)
    try expectEqual(bench.add(away, toPlaylist: "p"), .volumeGone)
    #expect(try bench.shelve("nothing").isEmpty)
  }

  @Test func `a list of all playlists has the changes of one at once, under its unique name`() throws {
    let (first, second) = (try stick("1.mp3"), try stick("2.mp3"))
    let one = try bench.mount(first.path, label: "One")
    #expect(try change("p", .save([track("1.mp3", on: one)], .create)) == nil)
    #expect(try change("a", .save([track("1.mp3", on: one)], .create)) == nil)
    try bench.unmount(first.path)
    let two = try bench.mount(second.path, label: "Two")
    #expect(try change("p", .save([track("2.mp3", on: two)], .create)) == nil)
    _ = try bench.mount(first.path)
    let other = try #require(try bench.playlists.first { $0.volume == two.id }).name
    #expect(try change(other, .describe([.colour(5)])) == nil && change("p", .describe([.colour(6)])) == nil)
    try expectEqual(names, ["a", "p", other])
    try expectEqual(bench.playlists.map(\.colour), [nil, 6, 5])
    #expect(try change(other, .add([track("1.mp3", on: one)], at: nil)) == nil)
    try expectEqual(entries(other), ["Two/2.mp3", "One/1.mp3"])
    #expect(try change("p", .rename("b")) == nil)
    #expect(try names == ["a", "b", "p"] && bench.playlists.map(\.colour) == [nil, 6, 5])
    #expect(try change("b", .describe([.colour(nil), .slot(2)])) == nil)
    #expect(
      try bench.playlists.map(\.colour) == [nil, nil, 5] && bench.playlists.map(\.slot) == [nil, 2, nil])
  }

  @Test
  func `playlists of one identity on two volumes, as a copied backup makes them, have their own changes`()
    throws
  {
    let sticks = [try stick("1.mp3"), try stick("2.mp3")]
    for (number, files) in sticks.enumerated() {
      let volume = try bench.mount(files.path)
      #expect(try change("p", .save([track("\(number + 1).mp3", on: volume)], .create)) == nil)
      try bench.unmount(files.path)
      try files.sql("UPDATE playlists SET identity = x'000102030405060708090a0b0c0d0e0f'")
    }
    let volumes = [
      try bench.mount(sticks[0].path, label: "One"), try bench.mount(sticks[1].path, label: "Two"),
    ]
    let other = try #require(try bench.playlists.first { $0.volume == volumes[1].id }).name
    #expect(try change(other, .describe([.colour(5)])) == nil)
    try expectEqual(names, ["p", other])
    try expectEqual(bench.playlists.map(\.colour), [nil, 5])
    try expectEqual(bench.playlists.map(\.volume), volumes.map(\.id))
  }

  @Test func `playlists are listed by name, and those of equal name get numbers while both are there`() throws
  {
    let (first, second) = (try stick("1.mp3"), try stick("2.mp3"))
    let one = try bench.mount(first.path, label: "One")
    for name in ["Mix 10", "mix 2", "Ärger"] {
      #expect(try change(name, .save([track("1.mp3", on: one)], .create)) == nil)
    }
    try expectEqual(names, ["Ärger", "mix 2", "Mix 10"])
    try bench.unmount(first.path)
    try expectEqual(names, [])
    let two = try bench.mount(second.path, label: "Two")
    #expect(try change("Mix 10", .save([track("2.mp3", on: two)], .create)) == nil)
    let before = bench.events.count
    _ = try bench.mount(first.path)
    let other = try #require(try bench.playlists.first { $0.volume == two.id })
    expectEqual(other.name, "Mix 10~\(other.identity.description.prefix(4))")
    try expectEqual(names, ["Ärger", "mix 2", "Mix 10", other.name])
    expectEqual(changesTold(since: before), 1)
    #expect(try entries("Mix 10") == ["One/1.mp3"] && entries(other.name) == ["Two/2.mp3"])
    // It is changed under the name that it has here, and keeps its own.
    #expect(try change(other.name, .add([track("1.mp3", on: one)], at: 0)) == nil)
    try expectEqual(change("mix 2", .rename(other.name)), .playlistExists)
    try expectEqual(change(other.name, .save([], .create)), .playlistExists)
    try bench.unmount(first.path)
    try expectEqual(names, ["Mix 10"])
    #expect(try entries("Mix 10") == ["One/1.mp3", "Two/2.mp3"], "an absent track keeps its place")
    try expectEqual(bench.playlists[0].identity, other.identity)
  }

  @Test func `a stick's playlist is filled if two volumes have one of a mix slot`() throws {
    let (folder, first) = (try stick("f.mp3"), try stick("1.mp3"))
    let fixed = try bench.mount(folder.path, isFixed: true)
    let one = try bench.mount(first.path, label: "One")
    func mix(_ path: String, on volume: VolumeInfo) throws -> String {
      try bench.answer { (done: @escaping (Result<MixOutcome, Refusal>) -> Void) in
        bench.library.playlists.mixSlots.mix(track(path, on: volume), slot: 1, completion: done)
      }.get().playlist
    }
    var holders: [String] { get throws { try bench.playlists.filter { $0.slot == 1 }.map(\.name) } }
    #expect(try change("Road", .save([track("1.mp3", on: one)], .create)) == nil)
    #expect(try change("Road", .describe([.slot(1)])) == nil)
    try bench.unmount(first.path)
    #expect(try holders == [] && mix("f.mp3", on: fixed) == "Mix 1" && holders == ["Mix 1"])
    _ = try bench.mount(first.path)
    #expect(try holders == ["Road"] && mix("f.mp3", on: fixed) == "Road" && holders == ["Road"])
    // What is filled together takes nothing from the other for when they are apart again.
    try bench.unmount(first.path)
    try expectEqual(holders, ["Mix 1"])
    _ = try bench.mount(first.path)
    // Who says so while both are there means both.
    #expect(try change("Mix 1", .describe([.slot(1)])) == nil)
    try expectEqual(holders, ["Mix 1"])
    try bench.unmount(first.path)
    _ = try bench.mount(first.path)
    try expectEqual(holders, ["Mix 1"])
  }

  @Test func `the names of volumes that were seen and are away are known`() throws {
    let first = try stick("1.mp3")
    _ = try bench.mount(first.path, label: "One")
    expectEqual(bench.library.mounts.absentNames, [])
    try bench.unmount(first.path)
    expectEqual(bench.library.mounts.absentNames, ["One"])
    let other = try stick("2.mp3")
    _ = try bench.mount(other.path, label: "One")
    #expect(bench.library.mounts.absentNames == [], "another one is called so")
  }

  @Test func `a playlist goes with its stick, to another jukebox too`() throws {
    let files = try stick("a/1.mp3", "a/2.mp3")
    let info = try bench.mount(files.path)
    #expect(try change("p", .add([track("a/2.mp3", on: info), track("a/1.mp3", on: info)], at: nil)) == nil)
    try bench.unmount(files.path)
    let other = try PlaylistTests()
    _ = try other.bench.mount(files.path)
    #expect(try other.names == ["p"] && other.entries("p") == ["Stick/a/2.mp3", "Stick/a/1.mp3"])
    #expect(try other.change("p", .rename("q")) == nil)
    try other.bench.unmount(files.path)
    _ = try bench.mount(files.path)
    try expectEqual(names, ["q"])
  }

  @Test func `entries follow files that are renamed or moved, on whichever volume their playlist lies`()
    throws
  {
    let (first, second) = (try stick("a/1.mp3", "a/2.mp3", "a/3.mp3"), try stick("b.mp3"))
    let (one, two) = (try bench.mount(first.path, label: "One"), try bench.mount(second.path, label: "Two"))
    let tracks = [track("a/1.mp3", on: one), track("a/2.mp3", on: one), track("b.mp3", on: two)]
    #expect(try change("here", .add(tracks, at: nil)) == nil)
    #expect(try change("there", .add([track("b.mp3", on: two), track("a/1.mp3", on: one)], at: nil)) == nil)
    #expect(Set(try bench.playlists.map(\.volume)) == [one.id])
    #expect(try change("far", .add([track("b.mp3", on: two)], at: nil)) == nil)
    #expect(try change("far", .add([track("a/1.mp3", on: one), track("a/2.mp3", on: one)], at: nil)) == nil)
    first.move("a/1.mp3", to: "z/one.mp3")
    first.remove("a/2.mp3")
    try bench.scan()
    try expectEqual(entries("here"), ["One/z/one.mp3", "One/a/2.mp3", "Two/b.mp3"])
    try expectEqual(entries("far"), ["Two/b.mp3", "One/z/one.mp3", "One/a/2.mp3"])
    expectEqual(bench.warnings, [])
  }

  @Test func `a read-only stick's playlists are kept in the state folder`() throws {
    let files = try stick("1.mp3")
    let info = try bench.mount(files.path, isReadOnly: true)
    #expect(try change("p", .add([track("1.mp3", on: info)], at: nil)) == nil)
    try bench.unmount(files.path)
    _ = try bench.mount(files.path, isReadOnly: true)
    try expectEqual(entries("p"), ["Stick/1.mp3"])
    expectEqual(Files.list(files.path), ["1.mp3"])
  }

  @Test func `every change is reported once, a refused one not at all`() throws {
    let files = try stick("1.mp3")
    let info = try bench.mount(files.path)
    for (change, refusal): (PlaylistChange, Refusal?) in [
      (.add([track("1.mp3", on: info)], at: nil), nil), (.save([], .append), nil), (.move(0..<1, to: 0), nil),
      (.delete(0..<1), nil), (.clear, nil), (.rename("q"), nil), (.clear, .noSuchPlaylist),
      (.rename("r"), .noSuchPlaylist), (.save([], .replace), .noSuchPlaylist),
    ] {
      let before = bench.events.count
      #expect(try self.change("p", change) == refusal, "\(change)")
      #expect(changesTold(since: before) == (refusal == nil ? 1 : 0), "\(change)")
    }
    try expectEqual(change("q", .rename("x/y")), .badPlaylistName)
    #expect(try change("q", .rename("\u{A0} ")) == .badPlaylistName)
    try expectEqual(change(" ", .save([], .create)), .badPlaylistName)
    try expectEqual(change("x/y", .save([], .create)), .badPlaylistName)
    #expect(try change("q", .remove) == nil && names == [])
  }

  @Test func `a request for a volume that leaves is answered`() throws {
    let files = try stick("1.mp3")
    let info = try bench.mount(files.path)
    #expect(try change("p", .add([track("1.mp3", on: info)], at: nil)) == nil)
    bench.library.mounts.gone(path: files.path)
    try expectEqual(change("p", .clear), .noSuchPlaylist)
    try expectEqual(change("q", .save([], .create)), .noVolume)
    #expect(throws: Refusal.noSuchPlaylist) { try entries("p") }
    try expectEqual(names, [])
  }

  @Test func `a question that was cancelled is not answered`() throws {
    let files = try stick("1.mp3")
    _ = try bench.mount(files.path)
    let requests = [
      bench.library.playlists.all { _ in Issue.record("answered") },
      bench.library.playlists.entries(of: "p") { _ in Issue.record("answered") },
    ]
    for request in requests { request.cancel() }
    try expectEqual(names, [])
  }

  @Test func `a new database has no playlists, and requests for them are refused`() throws {
    let files = try stick("1.mp3")
    let info = try bench.mount(files.path)
    #expect(try change("p", .add([track("1.mp3", on: info)], at: nil)) == nil)
    try bench.unmount(files.path)
    try files.sql(
      "PRAGMA ignore_check_constraints = ON; UPDATE playlist_entries SET path = NULL, track = NULL")
    _ = try bench.mount(files.path)
    try expectEqual(names, ["p"])
    #expect(throws: Refusal.self) { try entries("p") }
    let before = bench.events.count
    try bench.wait { changesTold(since: before) > 0 ? () : nil }
    try expectEqual(names, [])
    #expect(try change("p", .save([], .create)) == nil)
  }

  @Test func `each playlist is counted, with parts of songs and songs of other volumes`() throws {
    let first = try Stick(["a.mp3": FakeFiles.content(title: "a", seconds: 100)])
    let second = try Stick(["b.mp3": FakeFiles.content(title: "b", seconds: 7)])
    let one = try bench.mount(first.path, label: "One")
    let two = try bench.mount(second.path, label: "Two")
    let (a, b) = (track("a.mp3", on: one), track("b.mp3", on: two))
    // Neither a folder nor a file that is not there hides the length of the songs after it.
    let away = track("away/c.mp3", on: two)
    let gone = track("gone.mp3", on: one)
    #expect(try change("all", .save([a, away, b, gone, b, a, gone], .create)) == nil)
    #expect(
      try change("all", .describeEntry(0, [.start(.seconds(10)), .end(.seconds(40))])) == nil)
    #expect(try change("all", .describeEntry(2, [.start(.seconds(5))])) == nil)
    #expect(try change("empty", .save([], .create)) == nil)
    #expect(try change("other", .save([b], .create)) == nil)
    func lengths() throws -> [String: [Int]] {
      let found = try bench.answer { done in bench.library.playlists.countedPlaylists { done($0) } }
      return Dictionary(
        uniqueKeysWithValues: found.map {
          ($0.name, [$0.length?.entries ?? -1, Int($0.length?.duration.components.seconds ?? -1)])
        })
    }
    try expectEqual(lengths(), ["all": [7, 30 + 2 + 7 + 100], "empty": [0, 0], "other": [1, 7]])
    try bench.unmount(second.path)
    try expectEqual(lengths(), ["all": [7, 130], "empty": [0, 0]])
  }
}
