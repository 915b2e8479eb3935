import JSON
import Support
import Testing

@testable import Interchange

/// Writing over what another program knows more of.
@Suite("Playlists over a desktop program's") struct MergingTests {
  private static let text = """
    {"format": "mixboard-playlists", "version": 2, "playlists": [
      {"id": 17, "name": "Set", "notes": "\(String(repeating: "n", count: 6000))", "colour": "red", "createdAt": 1700000000,
       "long": "\(String(repeating: "k", count: 9000))", "targetTempo": "fast",
       "entries": [
         {"title": "only a title"},
         {"fileName": "A.mp3", "gain": -70, "view": "\(String(repeating: "v", count: 3000))", "crossfade": 4},
         {"fileName": "b.mp3", "path": "x\\\\b.mp3", "notes": "\(String(repeating: "m", count: 2000))", "position": 2},
         {"mark": true}
       ]}]}
    """

  private static let limits = SharedLimits(
    fields: { playlist in
      var kept = playlist
      kept.notes = playlist.notes.map { String($0.prefix(100)) }
      return kept
    },
    entry: { entry in
      var kept = entry
      if let gain = entry.gain, gain < -60 { kept.gain = nil }
      kept.notes = entry.notes.map { String($0.prefix(100)) }
      kept.extra = entry.extra.flatMap { $0.utf8.count <= 100 ? $0 : nil }
      return kept
    },
    names: { !$0.fileName.isEmpty || $0.path?.isEmpty == false }, spelling: { $0 })

  /// As a volume keeps it.
  private func kept(_ playlist: SharedPlaylist) -> SharedPlaylist {
    var kept = Self.limits.fields(playlist)
    kept.entries = playlist.entries.filter(Self.limits.names).map(Self.limits.entry)
    kept.extra = nil
    return kept
  }

  /// - Parameter here: paths of which there are files.
  private func merged(
    _ text: String = Self.text, here: Set<String> = [], _ change: (inout SharedPlaylist) -> Void
  ) throws -> String {
    let file = try SharedPlaylists(reading: Array(text.utf8))
    let item = try #require(file.items.first)
    var own = kept(try file.playlist(item))
    change(&own)
    var writer = JSONWriter()
    file.begin(&writer)
    try file.write(
      own, over: item, keeping: Self.limits, isHere: { here.contains($0.path ?? $0.fileName) }, to: &writer)
    SharedPlaylists.end(&writer)
    let again = try SharedPlaylists(reading: writer.bytes)
    #expect(
      kept(try again.playlist(again.items[0])).content == own.content)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  @Test func `unchanged values stay as written`() throws {
    let text = try merged { playlist in
      var more = SharedEntry()
      more.fileName = "c.mp3"
      playlist.entries.append(more)
    }
    for part in [
      "\"version\": 2", "\"id\": 17", "\"colour\": \"red\"", "\"createdAt\": 1700000000",
      "\"targetTempo\": \"fast\"",
      "\"gain\": -70", "\"crossfade\": 4", "only a title", "\"mark\": true",
      String(repeating: "n", count: 6000), String(repeating: "k", count: 9000),
      String(repeating: "v", count: 3000),
      String(repeating: "m", count: 2000), "c.mp3",
    ] { #expect(text.contains(part), "\(part.prefix(20))") }
    let order = ["only a title", "A.mp3", "b.mp3", "\"mark\": true", "c.mp3"].map {
      text.firstRange(of: $0)?.lowerBound
    }
    #expect(
      !order.contains(nil)
        && zip(order, order.dropFirst()).allSatisfy { ($0 ?? text.endIndex) < ($1 ?? text.startIndex) })
  }

  @Test func `changed values are those of the volume`() throws {
    let text = try merged { playlist in
      playlist.notes = "short"
      playlist.colour = 0xFF
      playlist.entries.removeLast()
      playlist.entries[0].gain = 3
      playlist.entries[0].crossfade = nil
    }
    #expect(text.contains("\"notes\": \"short\"") && !text.contains("nnnn"))
    #expect(text.contains("\"colour\": \"#0000FF\"") && !text.contains("red"))
    #expect(text.contains("\"gain\": 3") && !text.contains("-70") && !text.contains("crossfade"))
    #expect(!text.contains("b.mp3") && text.contains("only a title") && text.contains("\"mark\": true"))
  }

  /// A playlist of entries with these paths, of which each says so under a key that only the file has.
  private func list(_ paths: String..., duration: Double? = nil) -> String {
    let long = String(repeating: "v", count: 200)
    let entries = paths.map { path in
      let length = duration.map { ", \"duration\": \($0)" } ?? ""
      return "{\"fileName\": \"\(path)\", \"path\": \"\(path)\"\(length), \"view\": \"of \(path) \(long)\"}"
    }
    return "{\"playlists\": [{\"name\": \"Set\", \"entries\": [\(entries.joined(separator: ", "))]}]}"
  }

  /// What each entry of the file says of itself.
  private func views(_ text: String) throws -> [String] {
    let file = try SharedPlaylists(reading: Array(text.utf8))
    return try file.playlist(file.items[0]).entries.map { entry in
      let view = entry.extra?.split(separator: "of ").last?.split(separator: " ").first ?? "nothing"
      return "\(entry.path ?? "-"): \(view)"
    }
  }

  private func entry(_ path: String, duration: Double? = nil) -> SharedEntry {
    var entry = SharedEntry()
    (entry.fileName, entry.path, entry.duration) = (path, path, duration)
    return entry
  }

  @Test func `files of one name keep their own data, by their paths`() throws {
    let text = list("A/x.mp3", "B/x.mp3", "C/x.mp3")
    #expect(
      try views(merged(text) { $0.entries.swapAt(0, 2) }) == [
        "C/x.mp3: C/x.mp3", "B/x.mp3: B/x.mp3", "A/x.mp3: A/x.mp3",
      ])
    #expect(try views(merged(text) { $0.entries.removeFirst(2) }) == ["C/x.mp3: C/x.mp3"])
    // One that has moved gets what is left.
    #expect(
      try views(merged(text) { $0.entries[0] = self.entry("D/X.mp3") }) == [
        "D/X.mp3: A/x.mp3", "B/x.mp3: B/x.mp3", "C/x.mp3: C/x.mp3",
      ])
  }

  @Test func `a file that was renamed keeps what is its own, by its place`() throws {
    let text = list("a", "b", "c", "d", duration: 180.25)
    func renamed(
      _ places: Int..., here: Set<String> = [], duration: Double? = nil,
      _ change: (inout SharedPlaylist) -> Void = { _ in }
    ) throws -> [String] {
      try views(
        merged(text, here: here) { playlist in
          for place in places { playlist.entries[place] = self.entry("new \(place)", duration: duration) }
          change(&playlist)
        })
    }
    try expectEqual(renamed(1), ["a: a", "new 1: b", "c: c", "d: d"])
    try expectEqual(renamed(0, 1, 3), ["new 0: a", "new 1: b", "c: c", "new 3: d"])
    try expectEqual(renamed(0, 1, 2, 3, duration: 181), ["new 0: a", "new 1: b", "new 2: c", "new 3: d"])
    // Another song in its place: what was there is still there, or as long as another.
    try expectEqual(renamed(1, 2, here: ["b"]), ["a: a", "new 1: nothing", "new 2: c", "d: d"])
    try expectEqual(renamed(1, duration: 200), ["a: a", "new 1: nothing", "c: c", "d: d"])
    // More or fewer than there were, or in another order.
    #expect(
      try renamed(1, 2) { $0.entries.remove(at: 1) } == ["a: a", "new 2: nothing", "d: d"])
    #expect(
      try renamed(1) { $0.entries.insert(self.entry("more"), at: 1) } == [
        "a: a", "more: nothing", "new 1: nothing", "c: c", "d: d",
      ])
    #expect(
      try renamed(1) { $0.entries.swapAt(0, 2) } == ["c: c", "new 1: nothing", "a: a", "d: d"])
  }

  @Test func `playlists that are too long are skipped, and too many are refused`() throws {
    let entries = Array(repeating: "{\"fileName\": \"a\"}", count: SharedPlaylist.mostEntries + 1)
    let text =
      "{\"playlists\": [{\"name\": \"long\", \"entries\": [\(entries.joined(separator: ","))]}, {\"name\": \"b\"}]}"
    let file = try SharedPlaylists(reading: Array(text.utf8))
    #expect(file.items.map(\.name) == ["b"] && file.elements.count == 2)
    let many = Array(repeating: "{}", count: SharedPlaylists.mostPlaylists + 1).joined(separator: ",")
    #expect(throws: JSONFault.self) { try SharedPlaylists(reading: Array("{\"playlists\": [\(many)]}".utf8)) }
    #expect(throws: JSONFault.self) { try SharedPlaylists(reading: Array("{\"playlists\": {}}".utf8)) }
  }

  @Test func `written JSON can be removed again`() {
    var writer = JSONWriter()
    writer.beginArray()
    let first = writer.mark
    writer.integer(1)
    writer.rewind(to: first)
    writer.integer(2)
    let second = writer.mark
    writer.object { $0.pair("a", "b") }
    writer.rewind(to: second)
    writer.integer(3)
    writer.endArray()
    expectEqual(String(decoding: writer.bytes, as: UTF8.self), "[\n  2,\n  3\n]\n")
  }

  @Test(arguments: [
    ("1700000000", "1800000000"), ("1700000000123", "1800000000000"), ("721692800.25", "821692800"),
    (#""2023-11-14T22:13:20.5Z""#, #""2027-01-15T08:00:00Z""#),
  ])
  func `dates are written as the file has them`(former: String, new: String) throws {
    let file = """
      {"playlists": [{"name": "One", "entries": []},
        {"name": "Two", "createdAt": \(former), "modifiedAt": \(former), "entries": []}]}
      """
    let read = try SharedPlaylists(reading: Array(file.utf8))
    expectEqual(read.items.map(\.modifiedAt), [nil, 1_700_000_000])
    var own = try read.playlist(read.items[1])
    #expect(own.createdAt == 1_700_000_000 && own.extra == nil)
    own.modifiedAt = 1_800_000_000
    var writer = JSONWriter()
    read.begin(&writer)
    for item in read.items {
      try read.write(own, over: item, keeping: Self.limits, isHere: { _ in false }, to: &writer)
    }
    read.write(own, to: &writer)
    SharedPlaylists.end(&writer)
    let written = String(decoding: writer.bytes, as: UTF8.self)
    #expect(written.split(separator: "\"modifiedAt\": \(new)").count == 4, "\(written)")
    let again = try SharedPlaylists(reading: writer.bytes)
    expectEqual(again.items.map(\.modifiedAt), [1_800_000_000, 1_800_000_000, 1_800_000_000])
    #expect(
      try again.items.map { try again.playlist($0).createdAt } == Array(repeating: 1_700_000_000, count: 3))
  }

  @Test func `the date of the last change keeps its own form, and none is written that is read as another`()
    throws
  {
    func written(_ former: String, _ date: Int64) throws -> String {
      try merged(#"{"playlists": [{"name": "One", \#(former), "entries": []}]}"#) { $0.modifiedAt = date }
    }
    let both = #""modifiedAt": 1700000000, "createdAt": 100"#
    #expect(try written(both, 1_800_000_000).contains(#""modifiedAt": 1800000000"#))
    // A jukebox without a clock counts from 1970.
    #expect(try !written(both, 86_400).contains("modifiedAt"))
    #expect(try !written(#""modifiedAt": 700000000"#, 86_400).contains("modifiedAt"))
    #expect(try !written(#""modifiedAt": 700000000"#, 2_000_000_000).contains("modifiedAt"))
    #expect(try !written(#""modifiedAt": 1700000000000"#, 86_400).contains("modifiedAt"))
  }

  @Test(arguments: [
    ("1700000000", "1700000001"), ("1700000000999", "1700000001000"), ("721692800.25", "721692801"),
    (#""2023-11-14T22:13:20.5Z""#, #""2023-11-14T22:13:21Z""#), ("915148800000", "915148801000"),
    // There is none that would be read as that.
    ("99999999999", "99999999999"), ("978307199", "978307199"),
    (#""9999-12-31T23:59:59Z""#, #""9999-12-31T23:59:59Z""#),
  ])
  func `a change without a clock is just newer than the former one`(former: String, new: String) throws {
    let file = #"{"playlists": [{"name": "One", "modifiedAt": \#(former), "entries": []}]}"#
    let written = try merged(file) { ($0.modifiedAt, $0.notes) = (nil, "x") }
    #expect(written.contains("\"modifiedAt\": \(new)"), "\(written)")
  }

  @Test(arguments: ["0", "-5", "1e15", "1e300", "1e999", #""yesterday""#, "true"])
  func `a text that is no date stays until there is one`(former: String) throws {
    let file = #"{"playlists": [{"name": "One", "modifiedAt": \#(former), "entries": []}]}"#
    let read = try SharedPlaylists(reading: Array(file.utf8))
    #expect(read.items[0].modifiedAt == nil)
    #expect(try merged(file) { $0.notes = "x" }.contains("\"modifiedAt\": \(former)"))
    #expect(
      try merged(file) { $0.modifiedAt = 1_800_000_000 }.contains(#""modifiedAt": "2027-01-15T08:00:00Z""#))
  }
}
