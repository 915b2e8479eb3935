import Support
import Testing

/// The rules can fail: each finds its bad sample, at its line, and leaves the good one alone.
@Suite struct RuleTests {
  private func lines(
    _ rule: (SourceFile) -> [Finding], _ path: String, _ text: String
  ) -> [Int] {
    rule(SourceFile(path: path, text: text)).map(\.line)
  }

  @Test func `an import that points up is found`() {
    let text = "import Linux\n@testable public import struct Media.Track\n// import Audio\nimport Audio\n"
    expectEqual(lines(Rules.importsPointDown, "Sources/Media/A.swift", text), [2, 4])
    expectEqual(lines(Rules.importsPointDown, "Sources/jukeboxd/A.swift", text), [])
    expectEqual(lines(Rules.importsPointDown, "Sources/Player/A.swift", "import Synchronization"), [1])
    expectEqual(lines(Rules.importsPointDown, "Sources/Model/A.swift", "import Linux"), [1])
    expectEqual(lines(Rules.importsPointDown, "Sources/Library/A.swift", "import Player"), [1])
    expectEqual(lines(Rules.importsPointDown, "Sources/Library/A.swift", "import CALSA"), [1])
    expectEqual(lines(Rules.importsPointDown, "Sources/Nowhere/A.swift", ""), [1])
  }

  @Test func `Foundation is found outside the client`() {
    let text = "import Linux\ninternal import FoundationEssentials\nimport Dispatch"
    expectEqual(lines(Rules.noFoundation, "Sources/Linux/A.swift", text), [2, 3])
    expectEqual(lines(Rules.noFoundation, "Tests/AudioTests/A.swift", text), [2, 3])
    expectEqual(lines(Rules.noFoundation, "Sources/jukebox/A.swift", text), [3])
    expectEqual(lines(Rules.noFoundation, "Sources/jukebox/A.swift", "import Foundation"), [1])
    expectEqual(lines(Rules.noFoundation, "Tests/jukeboxTests/A.swift", text), [])
  }

  @Test func `unsafe code is found above the layers that may have it`() {
    let text = """
      // unsafe
      let a = "unsafe \\(unsafe b)"
      let c = unsafe d()
      func `unsafe as a name`() {}
      let e: UnsafePointer<Int>
      /* unsafe /* unsafe */ unsafe */ let f = #"unsafe " unsafe"#
      """
    expectEqual(lines(Rules.unsafeStaysBelow, "Sources/Player/A.swift", text), [3, 5])
    expectEqual(lines(Rules.unsafeStaysBelow, "Sources/Linux/A.swift", text), [])
    expectEqual(lines(Rules.unsafeStaysBelow, "Tests/PlayerTests/A.swift", text), [])
  }

  @Test func `an unchecked promise without a reason is found`() {
    let text = """
      extension A: @unchecked Sendable {}
      // Its lock guards all of it.
      extension B: @unchecked Sendable {}
      extension C: @unchecked Sendable {}  // Its lock guards all of it.

      nonisolated(unsafe) var d = 1
      """
    expectEqual(lines(Rules.uncheckedHasReason, "Sources/Linux/A.swift", text), [1, 6])
  }

  @Test func `a file that is too long is found`() {
    let longest = String(repeating: "//\n", count: Rules.maximumLines)
    expectEqual(lines(Rules.length, "Sources/Linux/A.swift", longest), [])
    expectEqual(lines(Rules.length, "Sources/Linux/A.swift", longest + "//\n"), [Rules.maximumLines + 1])
  }

  @Test func `a second large type and a wrongly named file are found`() {
    func text(_ lines: Int) -> String {
      """
      public final class Queue {
        struct Entry {}
      }
      private struct Helper {}
      @frozen public struct Other: ~Copyable {
      \(String(repeating: "  // A line.\n", count: lines - 2))}
      struct Third {}
      """
    }
    let small = text(Rules.satelliteLines)
    let large = text(Rules.satelliteLines + 1)
    expectEqual(lines(Rules.oneLargeTypePerFile, "Sources/Player/Queue.swift", small), [])
    expectEqual(lines(Rules.oneLargeTypePerFile, "Sources/Player/Queue.swift", large), [5])
    expectEqual(lines(Rules.oneLargeTypePerFile, "Sources/Player/Queue+Order.swift", large), [5])
    expectEqual(lines(Rules.oneLargeTypePerFile, "Sources/Player/List.swift", small).count, 3)
    let many = "struct AddCommand {}\nstruct PlayCommand {}"
    expectEqual(lines(Rules.oneLargeTypePerFile, "Sources/jukebox/QueueCommands.swift", many), [])
    expectEqual(lines(Rules.oneLargeTypePerFile, "Sources/jukebox/QueueTexts.swift", many), [1, 2])
    #expect(
      lines(Rules.oneLargeTypePerFile, "Sources/Player/Text.swift", "extension Queue {}\nfunc help() {}")
        == [])
  }

  @Test func `a loose end is found`() {
    let text = "let a = 1\n// TO" + "DO: later\n// FIX" + "ME"
    expectEqual(lines(Rules.noLooseEnds, "Sources/Player/A.swift", text), [2, 3])
  }

  @Test func `a refusal with the whole text of an error is found`() {
    let text = """
      throw .system("\\(error)")
      return .failure(.failed(.notFound, "no: \\(failure)"))
      result.mapError { .system("\\($0)") }
      throw .system("\\(error.withoutPath)")
      Log.warning("\\(error)")
      throw Refusal(system: error)
      """
    expectEqual(lines(Rules.refusalsHidePaths, "Sources/jukeboxd/A.swift", text), [1, 2, 3])
    expectEqual(lines(Rules.refusalsHidePaths, "Sources/Library/A.swift", text), [1, 2, 3])
    expectEqual(lines(Rules.refusalsHidePaths, "Sources/Linux/A.swift", text), [])
  }

  @Test func `a test that sleeps is found`() {
    let text = "try await Task.sleep (for: .seconds(1))\nusleep(1)\n// sleep(1)\nlet sleep = 1\nasleep(1)"
    expectEqual(lines(Rules.noSleepInTests, "Tests/AudioTests/A.swift", text), [1, 2])
    expectEqual(lines(Rules.noSleepInTests, "Sources/Audio/A.swift", text), [])
  }

  @Test func `code is distinguished from strings of several lines`() {
    let text = "let a = \"\"\"\n  unsafe \"x\" \\(b(\")\")) unsafe\n  \"\"\"\nlet c = unsafe d\n"
    expectEqual(CodeScanner.code(of: text).split(separator: "\n").last, "let c = unsafe d")
    expectEqual(lines(Rules.unsafeStaysBelow, "Sources/Player/A.swift", text), [4])
  }

  @Test func `a comment that begins with no noun or verb is found`() {
    let text =
      "/// What a\n/// Of b.\n/// The c\n/// of which\n/// Where d.\n\n// Whose e\n  /// Whatever\nlet f = 1  // What"
    expectEqual(lines(Words.plainBeginnings, "Sources/Player/A.swift", text), [1, 7])
  }

  @Test func `a name of a test that begins with no thing, or has a riddle, is found`() {
    let text =
      "@Test func `what is none is refused`() {\n@Test func `a song goes on`() {\n@Test func `a song is skipped`() {"
    expectEqual(lines(Words.plainTestNames, "Tests/PlayerTests/A.swift", text).sorted(), [1, 2])
  }

  @Test func `words that are not plain are found in messages and comments, and named with better ones`() {
    let text = """
      // whoever reads comments
      let a = "it goes on \\(anew("x"))"
      let b = \"""
        several lines, whoever
        reads them, are told
        \"""
      let whoever = "as-let-go, told, a let-go, let on"
      """
    expectEqual(lines(Words.plainWords, "Sources/jukebox/A.swift", text), [2, 4, 5, 1])
    expectEqual(lines(Words.plainWords, "Sources/Signal/A.swift", text), [1])
    expectEqual(lines(Words.plainWords, "Tests/jukeboxTests/A.swift", text), [])
    let broken = Words.findings(in: ["A song goes", "on here, once", "", "more, anew."], of: "README.md")
    expectEqual(broken.map(\.line), [2, 4])
    expectEqual(broken.last?.description, "README.md:4: \"anew\" is not plain; write: again, new")
  }
}
