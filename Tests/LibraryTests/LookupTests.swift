import Model
import Support
import Testing

@testable import Library
@testable import LibrarySupport

/// Finding tracks by the beginnings of words.
@Suite struct LookupTests {
  private func bench(_ files: [String: [UInt8]]) throws -> (Bench, Stick) {
    let stick = try Stick(files)
    let bench = try Bench()
    let info = try bench.mount(stick.path, isFixed: true)
    try bench.indexed(info.id)
    return (bench, stick)
  }

  private func lookup(_ text: String, _ bench: Bench, limit: Int = 50) throws -> LookupPage {
    try bench.answer { (done: @escaping (LookupPage) -> Void) in
      bench.library.search.lookup(text, limit: limit, completion: done)
    }
  }

  private func titles(_ text: String, _ bench: Bench, limit: Int = 50) throws -> [String] {
    try lookup(text, bench, limit: limit).tracks.map { $0.track.details.title ?? $0.uri }
  }

  @Test(arguments: [
    ("caf", ["Café del Mar"]), ("MAR cafe", ["Café del Mar"]), ("ener 52", ["Café del Mar"]),
    ("straße", ["Straßenbahn"]), ("don't", ["Don't Stop"]), ("ac/dc", ["Thunder"]), ("dc", ["Thunder"]),
    ("bo thun", ["Thunder"]), ("dont sto", ["Don't Stop"]), ("acdc", ["Thunder"]), ("acd thu", ["Thunder"]),
    ("t dont", ["Don't Stop"]), ("live", ["x"]), ("del berl", []), ("fé", []),
    ("", []), ("   ", []), ("!?", []), ("thun !", ["Thunder"]),
  ])
  func `words are beginnings, in any order, whatever their case and accents`(text: String, found: [String])
    throws
  {
    let (bench, stick) = try bench([
      "1.flac": FakeFiles.content(title: "Café del Mar", artist: "Energy 52"),
      "2.flac": FakeFiles.content(title: "Straßenbahn"),
      "3.flac": FakeFiles.content(title: "Don't Stop", artist: "Fleetwood Mac"),
      "4.flac": FakeFiles.content(title: "Thunder", artist: "AC/DC", album: "Bolt"),
      "a/Live in Berlin/06 - x.flac": FakeFiles.content(),
    ])
    try expectEqual(titles(text, bench), found)
    withExtendedLifetime(stick) {}
  }

  @Test func `a title comes before an artist, that before an album, and what only a path has comes last`()
    throws
  {
    let (bench, stick) = try bench([
      "1.flac": FakeFiles.content(title: "One", artist: "Other", album: "Moon"),
      "2.flac": FakeFiles.content(title: "Two", artist: "Moon", album: "Other"),
      "3.flac": FakeFiles.content(title: "Moon", artist: "Other", album: "Other"),
      "Moon/4.flac": FakeFiles.content(title: "Four", artist: "Other", album: "Other"),
    ])
    try expectEqual(titles("moo", bench), ["Moon", "Two", "One", "Four"])
    try expectEqual(titles("moo", bench, limit: 2), ["Moon", "Two"])
    withExtendedLifetime(stick) {}
  }

  @Test func `hits in titles come first if more are found than ranked`() throws {
    var files: [String: [UInt8]] = [:]
    for number in 1...1100 {
      files["\(number).flac"] = FakeFiles.content(title: "Song \(number)", artist: "Common People")
    }
    files["zz.flac"] = FakeFiles.content(title: "Common Ground", artist: "Else")
    let (bench, stick) = try bench(files)
    let found = try titles("com", bench, limit: 20)
    #expect(found.first == "Common Ground" && found.count == 20)
    try expectEqual(titles("com song", bench, limit: 2000).count, 1000)
    withExtendedLifetime(stick) {}
  }

  @Test func `common words find what has all of them, the title first`() throws {
    var files: [String: [UInt8]] = [:]
    for number in 1...400 {
      files["\(number).flac"] = FakeFiles.content(title: "Blue \(number)", artist: "Night \(number)")
    }
    for number in 500...900 {
      files["\(number).flac"] = FakeFiles.content(title: "Moon \(number)", artist: "Blues")
    }
    files["a.flac"] = FakeFiles.content(title: "Other", artist: "Blue Moon Band")
    files["z.flac"] = FakeFiles.content(title: "Blue Moon")
    let (bench, stick) = try bench(files)
    // Both common, together in many.
    try expectEqual(titles("blue moon", bench, limit: 3).first, "Blue Moon")
    // Both common, together in few.
    try expectEqual(titles("night moon", bench), [])
    try expectEqual(titles("moon night", bench), [])
    // One of them is not.
    try expectEqual(titles("blue ban", bench), ["Other"])
    #expect(try titles("night 17", bench).contains("Blue 17"))
    withExtendedLifetime(stick) {}
  }

  @Test func `songs with all common words in one tag come first`() throws {
    var files: [String: [UInt8]] = [:]
    for number in 400...800 {
      files["\(number).flac"] = FakeFiles.content(title: "Blue \(number)", artist: "Moon \(number)")
    }
    files["1.flac"] = FakeFiles.content(title: "Album", artist: "Else", album: "Moon and Blue")
    files["2.flac"] = FakeFiles.content(title: "Moon", artist: "Blue")
    files["3.flac"] = FakeFiles.content(title: "Artist", artist: "Blue Moon Band")
    files["z.flac"] = FakeFiles.content(title: "Blue Moon")
    let (bench, stick) = try bench(files)
    try expectEqual(titles("blue moon", bench, limit: 4), ["Blue Moon", "Artist", "Album", "Moon"])
    withExtendedLifetime(stick) {}
  }

  @Test(arguments: [
    "\"", "\"\"", "title:moon", "moon OR x", "NEAR(moon x)", "NEAR", "*", "-moon", "^moon", "(moon", "moon)",
    "AND",
    "moon AND", "{title}: moon", "moon + x", "songs MATCH 'x'", "'; DROP TABLE tracks; --", "moon\u{1F}x",
    "🎵",
    "moon🎵", "\u{F700}", "e\u{301}\u{301}\u{301}", String(repeating: "a", count: 5000),
    String(repeating: "moon ", count: 500), "\u{200D}", "०१२", "ﷺ",
  ])
  func `typed text is never syntax`(text: String) throws {
    let (bench, stick) = try bench(["1.flac": FakeFiles.content(title: "Moon", artist: "Or Near And")])
    let before = bench.events.count
    _ = try lookup(text, bench)
    try expectEqual(titles("moon", bench), ["Moon"])
    #expect(bench.events.count == before, "\(bench.events[before...])")
    withExtendedLifetime(stick) {}
  }

  @Test(arguments: [
    ("beatels", "Beatles"), ("beatls", "Beatles"), ("hepl beatels", "Help Beatles"),
    ("help beatels", "help Beatles"),
    ("xylophone", nil), ("be", nil), ("beatles help", nil), ("bexxxxs", nil), ("bst", nil),
    // Nothing is like one of them.
    ("xylophone help", "help"), ("help xylophone beatels", "help Beatles"), ("xylophone zebra", nil),
    // Known both, and nowhere together.
    ("hepl somebody", "Help"),
    // Not written to its end.
    ("somd", "Somebody"), ("sombe", "Somebody"), ("bae", nil), ("help sombod", "help"),
  ])
  func `a lookup without hits suggests a similar word`(text: String, suggestion: String?) throws {
    let (bench, stick) = try bench([
      "1.flac": FakeFiles.content(title: "Help", artist: "The Beatles"),
      "2.flac": FakeFiles.content(title: "Girl", artist: "The Beatles"),
      "3.flac": FakeFiles.content(title: "Beats", artist: "Somebody"),
    ])
    try expectEqual(lookup(text, bench).suggestion, suggestion)
    withExtendedLifetime(stick) {}
  }

  @Test(arguments: [
    // Another first letter, none, one too many, swapped with the second.
    ("veatles", "Beatles"), ("eatles", "Beatles"), ("xbeatles", "Beatles"), ("ebatles", "Beatles"),
    ("hepl veatles", "Help Beatles"), ("ирл", "Гирл"), ("йирл", "Гирл"), ("vst", nil), ("rl", nil),
  ])
  func `a slip in the first letter is found, too`(text: String, suggestion: String?) throws {
    let (bench, stick) = try bench([
      "1.flac": FakeFiles.content(title: "Help", artist: "The Beatles"),
      "2.flac": FakeFiles.content(title: "Гирл", artist: "The Beatles"),
      "3.flac": FakeFiles.content(title: "Beats", artist: "Somebody"),
    ])
    try expectEqual(lookup(text, bench).suggestion, suggestion)
    withExtendedLifetime(stick) {}
  }

  @Test(arguments: [
    // Known, and something like it that is with the other.
    ("beetles help", "Beatles help"), ("help beetles", "help Beatles"),
    // Known, and with the other nowhere.
    ("somebody help", "somebody"), ("somebody crawl girl", nil), ("crawl somebody beetles", "crawl beetles"),
    ("crawl beetles", nil),
  ])
  func `a lookup of known words that no song has together suggests some of them`(
    text: String, suggestion: String?
  ) throws {
    let (bench, stick) = try bench([
      "1.flac": FakeFiles.content(title: "Help", artist: "The Beatles"),
      "2.flac": FakeFiles.content(title: "Girl", artist: "The Beatles"),
      "3.flac": FakeFiles.content(title: "Beats", artist: "Somebody"),
      "4.flac": FakeFiles.content(title: "Crawl", artist: "Beetles"),
    ])
    try expectEqual(lookup(text, bench).suggestion, suggestion)
    withExtendedLifetime(stick) {}
  }

  @Test func `the best of several volumes stand side by side`() throws {
    let first = try Stick([
      "1.flac": FakeFiles.content(title: "Moon", artist: "A"),
      "2.flac": FakeFiles.content(title: "Half Moon Bay"),
    ])
    let second = try Stick([
      "1.flac": FakeFiles.content(title: "Moon", artist: "B"),
      "2.flac": FakeFiles.content(title: "Half Moon Bay"),
    ])
    let bench = try Bench()
    for (stick, label) in [(first, "One"), (second, "Two")] {
      try bench.indexed(bench.mount(stick.path, label: label).id)
    }
    try expectEqual(
      lookup("moon", bench).tracks.map(\.uri), ["One/1.flac", "Two/1.flac", "One/2.flac", "Two/2.flac"])
    try expectEqual(lookup("moon", bench, limit: 3).tracks.count, 3)
    try bench.unmount(first.path)
    try expectEqual(lookup("moon", bench).tracks.map(\.uri), ["Two/1.flac", "Two/2.flac"])
  }

  @Test(arguments: [
    ("abc", "abc", 0), ("abc", "abd", 1), ("abc", "acb", 1), ("abc", "ab", 1), ("", "ab", 2),
    ("abcd", "badc", 2),
    ("abc", "xyz", nil), ("a", "abcd", nil),
  ])
  func `words are as far apart as letters have to change`(a: String, b: String, distance: Int?) {
    expectEqual(Spelling.distance(Array(a.unicodeScalars), Array(b.unicodeScalars), most: 2), distance)
    expectEqual(Spelling.distance(Array(b.unicodeScalars), Array(a.unicodeScalars), most: 2), distance)
  }
}
