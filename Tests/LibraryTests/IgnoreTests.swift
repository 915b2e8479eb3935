import CLinux
import Linux
import Support
import Testing

@testable import Library
@testable import LibrarySupport

@Suite("Ignored files and folders") struct IgnoreTests {
  private static let sound = FakeFiles.content()

  private func list(_ text: String, room: Int = 100) -> IgnoreList {
    IgnoreList(parsing: Array(text.utf8), isAllWhenEmpty: true, room: room)
  }

  private func passes(_ text: String, _ name: String, isFolder: Bool = false) -> Bool {
    var comparisons = IgnoreList.mostComparisons
    return list(text).passesOver(Array(name.utf8), isFolder: isFolder, comparisons: &comparisons)
  }

  @Test func `names and patterns match in either case, and others do not`() {
    for (pattern, name) in [
      ("a.mp3", "a.mp3"), ("A.MP3", "a.mp3"), ("*.ogg", "x.OGG"), ("*", "x"), ("a*b*c", "aXbYbZc"),
      ("?.mp3", "ä.mp3"),
      ("**x**", "x"), ("a b", "a b"), ("ä*", "ärger"), ("a*", "a"), ("*a", "aaa"), ("*.mp3?", "a.mp3.mp3x"),
    ] {
      #expect(passes(pattern, name), "\(pattern) for \(name)")
    }
    for (pattern, name) in [
      ("a", "ab"), ("a", "b"), ("*.ogg", "ogg"), ("?", ""), ("?", "ab"), ("a*b", "aXc"), ("Ä", "ä"),
      ("[ab]", "a"),
      ("x/y", "y"), ("/", "x"), ("#a", "#a"), ("a/", "a"),
    ] {
      #expect(!passes(pattern, name), "\(pattern) for \(name)")
    }
    #expect(passes("a/", "a", isFolder: true) && passes("a", "a", isFolder: true))
  }

  @Test func `lines end in any way, comments and what is too long say nothing`() {
    let text = "\u{FEFF}a\r\n  \n# b\nc \t\n\n\(String(repeating: "d", count: 256))\n"
    expectEqual(list(text).count, 2)
    #expect(passes(text, "a") && passes(text, "c") && !passes(text, "b"))
    expectEqual(list("a\nb\nc", room: 2).count, 2)
    #expect(list("").isEverything && list(" \r\n\n").isEverything)
    #expect(!list("# nothing\n").isEverything && !list("a").isEverything)
    #expect(!IgnoreList(parsing: [], isAllWhenEmpty: false, room: 9).isEverything)
  }

  @Test func `a name and a pattern that are made to be slow are not`() {
    let name = [UInt8](repeating: UInt8(ascii: "a"), count: 255)
    let pattern = String(repeating: "*a", count: 120) + "*b"
    var comparisons = IgnoreList.mostComparisons
    #expect(!list(pattern).passesOver(name, isFolder: false, comparisons: &comparisons))
    #expect(comparisons > 0)
    // Many of a sort that fits nearly, wherever it begins.
    let costly = (0..<256).map { "*\(String(repeating: "a", count: 120))b\($0)*" }
    let many = list((costly + ["*a"]).joined(separator: "\n"), room: IgnoreList.mostPatterns + 1)
    #expect(!many.passesOver(name, isFolder: false, comparisons: &comparisons))
    #expect(comparisons <= 0)
    // All that anybody would write are compared to the end.
    let usual = (0..<255).map { "*live?\($0)*" } + ["*a"]
    comparisons = IgnoreList.mostComparisons
    #expect(
      list(usual.joined(separator: "\n"), room: 256).passesOver(
        [UInt8](repeating: UInt8(ascii: "a"), count: 200), isFolder: false, comparisons: &comparisons))
  }

  @Test func `patterns that take too long are left out, with one warning`() throws {
    let stick = try Stick()
    let costly = (0..<256).map { "*\(String(repeating: "a", count: 120))b\($0)*" }
    stick.write(".jukeboxignore", Array(costly.joined(separator: "\n").utf8))
    for number in 0..<3 { stick.write("\(String(repeating: "a", count: 240))\(number).mp3", Self.sound) }
    let bench = try Bench()
    _ = try bench.mount(stick.path, isFixed: true)
    try expectEqual(bench.list(recursive: true).count, 3)
    #expect(bench.warnings.count == 1 && bench.warnings[0].contains("some are not applied"))
  }

  @Test func `a scan skips ignored names, below as well, and reads them again later`() throws {
    let stick = try Stick([
      ".jukeboxignore": Array("*.ogg\nspeech/\n".utf8), "1.mp3": Self.sound, "2.ogg": Self.sound,
      "speech/3.mp3": Self.sound, "speech.mp3": Self.sound, "a/4.ogg": Self.sound, "a/5.mp3": Self.sound,
      "a/speech/6.mp3": Self.sound, "a/.mpdignore": Array("x*\n".utf8), "a/x/7.mp3": Self.sound,
      "a/b/x8.mp3": Self.sound, "x9.mp3": Self.sound, "empty/.jukeboxignore": [], "empty/10.mp3": Self.sound,
      "empty/c/11.mp3": Self.sound, "mpd/.mpdignore": [], "mpd/12.mp3": Self.sound,
    ])
    let bench = try Bench()
    _ = try bench.mount(stick.path, isFixed: true)
    let some = ["1.mp3", "speech.mp3", "x9.mp3", "a/", "a/5.mp3", "mpd/", "mpd/12.mp3"]
    try expectEqual(bench.list(recursive: true), some)
    // Nor does an update of a part come to them.
    for path in [
      "speech", "speech/3.mp3", "a/4.ogg", "a/b", "a/b/x8.mp3", "a/x", "empty", "empty/c", "2.ogg",
    ] {
      try bench.scan(path)
    }
    try expectEqual(bench.list(recursive: true), some)
    stick.remove(".jukeboxignore")
    stick.write("empty/.jukeboxignore", Array("c/\n".utf8))
    try bench.scan()
    let more = try bench.list(recursive: true)
    #expect(Set(more).isSuperset(of: ["2.ogg", "speech/3.mp3", "a/4.ogg", "a/speech/6.mp3", "empty/10.mp3"]))
    #expect(!more.contains("empty/c/11.mp3") && !more.contains("a/x/7.mp3"))
    stick.write(".jukeboxignore", [])
    try bench.scan()
    try expectEqual(bench.list(recursive: true), [])
    expectEqual(bench.warnings, [])
  }

  @Test func `an ignore file that is too long, or no file, is without effect and never blocks`() throws {
    let stick = try Stick(["1.mp3": Self.sound, "a/2.mp3": Self.sound, "b/3.mp3": Self.sound])
    stick.write(".jukeboxignore", [UInt8](repeating: UInt8(ascii: "*"), count: IgnoreList.mostBytes + 1))
    _ = Files.makeFolder("\(stick.path)/a/.jukeboxignore")
    _ = unsafe mkfifo("\(stick.path)/b/.jukeboxignore", 0o600)
    _ = unsafe symlink("/etc/hostname", "\(stick.path)/b/.mpdignore")
    let bench = try Bench()
    _ = try bench.mount(stick.path, isFixed: true)
    try expectEqual(bench.list(recursive: true), ["1.mp3", "a/", "a/2.mp3", "b/", "b/3.mp3"])
    #expect(bench.warnings.count == 1 && bench.warnings[0].contains(".jukeboxignore"))
  }
}
