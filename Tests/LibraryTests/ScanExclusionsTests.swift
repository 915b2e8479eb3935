import Linux
import Support
import Testing

@testable import Library
@testable import LibrarySupport

@Suite struct ScanExclusionsTests {
  private let stick: Stick
  private let warnings = Guarded<[String]>([])
  private var trouble: ScanTrouble

  init() throws {
    stick = try Stick()
    let warnings = warnings
    let pace = ScanPace(gate: ScanGate(), cancellation: Cancellation(), path: "")
    trouble = ScanTrouble(root: try Root(path: stick.path), pace: pace) {
      if case .warning(let text) = $0 { warnings.withLock { $0.append(text) } }
    }
  }

  private func path(_ text: String) -> [UInt8] { Array(text.utf8) }

  private func exclusions(_ rules: [String: Bool] = [:]) -> ScanExclusions {
    ScanExclusions(rules: FolderRules(Dictionary(uniqueKeysWithValues: rules.map { (path($0), $1) })))
  }

  @Test(
    arguments: [
      // The folder's path, by its parent, by a list; nil: nothing below it counts, either.
      ("a", false, false, false), ("a", true, false, nil), ("a", false, true, nil),
      ("out", false, false, true),
      ("out/in", true, false, false), ("out/in", true, true, false), ("out/other", true, false, nil),
      ("far", false, false, nil),
    ] as [(String, Bool, Bool, Bool?)])
  func `the rules of people count more than the parent folder and the lists`(
    folder: String, byParent: Bool, isIgnored: Bool, isExcluded: Bool?
  ) {
    let exclusions = exclusions(["out": false, "out/in": true, "far": false])
    expectEqual(exclusions.isExcluded(path(folder), byParent: byParent, isIgnored: isIgnored), isExcluded)
  }

  @Test mutating func `the lists of the parents hold for a folder, and an empty one leaves all of it out`()
    throws
  {
    stick.write(".mpdignore", Array("*.tmp\n".utf8))
    stick.write("a/.jukeboxignore", Array("draft*\n".utf8))
    stick.write("b/.jukeboxignore", [])
    stick.write("c/.mpdignore", [])
    var exclusions = exclusions(["b/kept": true])
    let inside = try #require(try exclusions.ignored(above: path("a/x"), isFolder: true, &trouble))
    #expect(inside.lists.count == 2 && !inside.isExcluded)
    for (name, isSkipped) in [("1.tmp", true), ("draft 1", true), ("1.mp3", false)] {
      expectEqual(
        exclusions.isPassedOver(path(name), isFolder: false, by: inside.lists, in: path("a/x"), &trouble),
        isSkipped)
    }
    #expect(try exclusions.ignored(above: path("a/draft"), isFolder: true, &trouble) == nil)
    #expect(try exclusions.ignored(above: path("a/1.tmp"), isFolder: false, &trouble) == nil)
    #expect(try exclusions.ignored(above: path("b/x"), isFolder: true, &trouble) == nil)
    #expect(try exclusions.ignored(above: path("b/kept"), isFolder: true, &trouble)?.isExcluded == false)
    #expect(try exclusions.ignored(above: path("c/x"), isFolder: true, &trouble)?.isExcluded == false)
    #expect(try exclusions.ignored(above: path("a/.jukebox"), isFolder: true, &trouble) == nil)
    #expect(warnings.withLock { $0.isEmpty })
  }

  @Test mutating func `a list that is too long or a folder is not followed`() throws {
    stick.write("a/.jukeboxignore", [UInt8](repeating: 0x78, count: IgnoreList.mostBytes + 1))
    stick.write("b/.jukeboxignore/x", [1])
    var exclusions = exclusions()
    for folder in ["a", "b"] {
      #expect(try exclusions.ignored(in: path(folder), [], nil, &trouble)?.isEmpty == true)
    }
    expectEqual(warnings.withLock { $0.count }, 1)
  }
}
