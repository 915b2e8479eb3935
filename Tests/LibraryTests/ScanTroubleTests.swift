import Linux
import Model
import Support
import Testing

@testable import Library
@testable import LibrarySupport

@Suite struct ScanTroubleTests {
  private final class Warnings {
    var texts: [String] = []
  }

  private let stick: Stick
  private let root: Root
  private let warnings = Warnings()
  private var trouble: ScanTrouble

  init() throws {
    stick = try Stick(["a.flac": [1]])
    root = try Root(path: stick.path)
    let pace = ScanPace(gate: ScanGate(), cancellation: Cancellation(), path: stick.path)
    trouble = ScanTrouble(root: root, pace: pace) { [warnings] event in
      if case .warning(let text) = event { warnings.texts.append(text) }
    }
  }

  @Test mutating func `a storage that fails sixteen times in a row ends the scan`() throws {
    let failure = SystemError(.inputOutput, call: "read", path: "a.flac")
    for _ in 1...15 { try trouble.note(failure, Array("a.flac".utf8)) }
    trouble.works()
    for _ in 1...15 { try trouble.note(failure, Array("a.flac".utf8)) }
    #expect(trouble.isIncomplete && trouble.notRead == 30)
    expectEqual(warnings.texts.count, 21)
    var ending: StoreError?
    do { try trouble.note(failure, Array("a.flac".utf8)) } catch { ending = error }
    expectEqual(ending?.kind, .inputOutput)
  }

  @Test mutating func `a file that is gone or forbidden leaves the scan whole`() throws {
    let there = try trouble.attempt(Array("a.flac".utf8)) { (root) throws(SystemError) in
      try root.status(of: Array("a.flac".utf8)).size
    }
    let gone = try trouble.attempt(Array("b.flac".utf8)) { (root) throws(SystemError) in
      try root.status(of: Array("b.flac".utf8)).size
    }
    #expect(there == 1 && gone == nil && warnings.texts.isEmpty)
    try trouble.note(SystemError(.accessDenied, call: "open", path: "c"), Array("c".utf8))
    #expect(trouble.forbidden == 1 && !trouble.isIncomplete && warnings.texts.count == 1)
  }
}
