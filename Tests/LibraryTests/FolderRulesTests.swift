import Model
import Support
import Testing

@testable import Library
@testable import LibrarySupport

@Suite("Folders that people include and exclude") struct FolderRulesTests {
  private static let sound = FakeFiles.content()

  private func path(_ text: String) -> [UInt8] { Array(text.utf8) }

  private func rules(_ rules: [String: Bool]) -> FolderRules {
    FolderRules(Dictionary(uniqueKeysWithValues: rules.map { (path($0), $1) }))
  }

  @Test func `the nearest rule counts`() {
    let rules = rules(["": false, "a": true, "a/b": false, "a/b/c": true, "d": false])
    for (folder, isIncluded) in [
      ("", false), ("x", false), ("a", true), ("a/x", true), ("a/b", false), ("a/b/x", false),
      ("a/b/c/d", true),
      ("ab", false), ("d/e", false),
    ] { #expect(rules.isIncluded(path(folder)) == isIncluded, "\(folder)") }
    #expect(rules.hasIncluded(atOrBelow: path("a/b")) && rules.hasIncluded(atOrBelow: []))
    #expect(!rules.hasIncluded(atOrBelow: path("a/b/x")) && !rules.hasIncluded(atOrBelow: path("d")))
    #expect(FolderRules().isIncluded(path("a")))
  }

  @Test func `the opposite takes a rule back`() {
    let excluded = FolderRules().setting(path("a"), isIncluded: false)
    expectEqual(excluded, rules(["a": false]))
    expectEqual(excluded.setting(path("a"), isIncluded: true), FolderRules())
    let below = excluded.setting(path("a/b"), isIncluded: true)
    expectEqual(below, rules(["a": false, "a/b": true]))
    expectEqual(below.setting(path("a/b"), isIncluded: false), excluded)
    // A file of names to skip may exclude what no rule does.
    expectEqual(FolderRules().setting(path("a"), isIncluded: true), rules(["a": true]))
  }

  private func set(_ isIncluded: Bool, _ folder: String, _ bench: Bench) throws -> Result<UInt32, Refusal> {
    let before = bench.events.count
    let result = try bench.answer {
      bench.library.folders.setIncluded(isIncluded, folder: folder, completion: $0)
    }
    if case .success(let job) = result {
      try bench.wait { () -> Void? in
        for case .updateEnded(job) in bench.events[before...] { return () }
        return nil
      }
    }
    return result
  }

  @Test func `songs of an excluded folder leave the library and come back with their personal data`()
    throws
  {
    let stick = try Stick([
      "1.mp3": Self.sound, "a/2.mp3": Self.sound, "a/b/3.mp3": FakeFiles.content(title: "three"),
      "c/4.mp3": Self.sound,
    ])
    let bench = try Bench()
    let info = try bench.mount(stick.path, isFixed: true)
    let all = ["1.mp3", "a/", "a/2.mp3", "a/b/", "a/b/3.mp3", "c/", "c/4.mp3"]
    try expectEqual(bench.list(recursive: true), all)
    let song = TrackReference(volume: info.id, path: path("a/b/3.mp3"))
    let rated = try bench.answer { (done: @escaping (Result<PersonalValues, Refusal>) -> Void) in
      bench.library.personal.change(of: .track(song), [.rate(8)]) { done($0.map(\.values)) }
    }
    try expectEqual(rated.get().rating, 8)

    _ = try set(false, "a", bench).get()
    try expectEqual(bench.list(recursive: true), ["1.mp3", "c/", "c/4.mp3"])
    // Neither a scan of everything nor one of the folder brings it back.
    try bench.scan(rescan: true)
    try bench.scan("a/b")
    try expectEqual(bench.list(recursive: true), ["1.mp3", "c/", "c/4.mp3"])
    _ = try set(true, "a/b", bench).get()
    try expectEqual(bench.list(recursive: true), ["1.mp3", "a/", "a/b/", "a/b/3.mp3", "c/", "c/4.mp3"])
    try bench.scan()
    try expectEqual(bench.list(recursive: true), ["1.mp3", "a/", "a/b/", "a/b/3.mp3", "c/", "c/4.mp3"])
    let kept = try bench.answer { (done: @escaping (Result<PersonalValues, Refusal>) -> Void) in
      bench.library.personal.report(of: .track(song)) { done($0.map(\.values)) }
    }
    try expectEqual(kept.get().rating, 8)
    let sources = try bench.answer { bench.library.folders.sources(completion: $0) }
    #expect(sources.map(\.uri) == ["", "a", "a/b"] && sources.map(\.songs) == [3, 1, 1])
    expectEqual(sources.map(\.isExcluded), [false, true, false])
    _ = try set(true, "a", bench).get()
    try expectEqual(bench.list(recursive: true), all)
    expectEqual(bench.warnings, [])
  }

  @Test
  func
    `a stick with one included folder shows it alone, also with an ignore file and after a restart`()
    throws
  {
    let stick = try Stick([
      ".jukeboxignore": path("m*\n"), "1.mp3": Self.sound, "music/2.mp3": Self.sound,
      "music/x/3.mp3": Self.sound,
      "music/x/m4.mp3": Self.sound, "other/5.mp3": Self.sound,
    ])
    let bench = try Bench()
    _ = try bench.mount(stick.path)
    _ = try set(false, "Stick", bench).get()
    _ = try set(true, "Stick/music", bench).get()
    let some = ["Stick/", "Stick/music/", "Stick/music/2.mp3", "Stick/music/x/", "Stick/music/x/3.mp3"]
    try expectEqual(bench.list(recursive: true), some)
    try bench.unmount(stick.path)
    let other = try Bench()
    _ = try other.mount(stick.path)
    try other.scan(rescan: true)
    try expectEqual(other.list(recursive: true), some)
  }

  @Test
  func `a rule for a path that is no folder is refused, and the rule of a deleted folder can be removed`()
    throws
  {
    let stick = try Stick(["1.mp3": Self.sound, "a/2.mp3": Self.sound])
    let bench = try Bench()
    _ = try bench.mount(stick.path, isFixed: true)
    for uri in ["x", "1.mp3", "a/2.mp3"] {
      try expectEqual(set(false, uri, bench), .failure(.noSuchDirectory))
    }
    _ = try set(false, "a", bench).get()
    stick.remove("a/2.mp3")
    stick.remove("a")
    _ = try set(true, "a", bench).get()
    #expect(try bench.answer { bench.library.folders.sources(completion: $0) }.map(\.uri) == [""])
  }

  @Test func `folders are found by words of their names`() throws {
    let stick = try Stick([
      "Jazz/Live at Montreux/1.mp3": Self.sound, "Jazz/Studio/2.mp3": Self.sound,
      "Café Live/3.mp3": Self.sound,
      "Live/Blue Notes/4.mp3": Self.sound, "Gone/5.mp3": Self.sound,
    ])
    let bench = try Bench()
    _ = try bench.mount(stick.path, isFixed: true)
    func found(_ text: String, limit: Int = 9) throws -> [String] {
      try bench.answer { bench.library.folders.lookup(text, limit: limit, completion: $0) }.map(\.uri)
    }
    try expectEqual(found("LIVE"), ["Café Live", "Jazz/Live at Montreux", "Live"])
    try expectEqual(found("live cafe"), ["Café Live"])
    // The parent's name helps, but does not find by itself.
    try expectEqual(found("jazz stu"), ["Jazz/Studio"])
    try expectEqual(found("live", limit: 1), ["Café Live"])
    try expectEqual(found("notes live"), ["Live/Blue Notes"])
    #expect(try found("ive").isEmpty && found("-").isEmpty)
    stick.remove("Gone/5.mp3")
    try bench.scan()
    #expect(try found("gone").isEmpty)
    _ = try set(false, "Jazz", bench).get()
    try expectEqual(found("jazz"), ["Jazz"])
    // Without songs that the library has it is found to be included again.
    try expectEqual(found("studio"), ["Jazz/Studio"])
  }
}
