import Support
import Testing

/// State has one owner that a reader can hold in mind: a class, or a struct that changes itself, has few stored variables, is joined at its construction and
/// grows by a part of its own, not by an extension in another file. `Exceptions` lists what is larger; a number there
/// only becomes smaller.
@Suite struct ShapeTests {
  private static let sources = SourceFile.all.map { $0.filter { $0.path.hasPrefix("Sources/") } }
  private static let allShapes = sources.map(ClassShape.all)
  private let files: [SourceFile]

  init() throws { files = try Self.sources.get() }

  /// Records what exceeds its limit, and what no longer needs its exception.
  private func compare(
    _ found: [String: Int], _ exceptions: [String: Int], limit: Int, _ list: String, _ remedy: String
  ) {
    for name in Set(found.keys).union(exceptions.keys).sorted() {
      let (count, allowed) = (found[name] ?? 0, exceptions[name] ?? limit)
      if count > allowed { Issue.record("\(name) has \(count), at most \(allowed): \(remedy)") }
      let needed = count > limit ? count : nil
      if count <= allowed, needed != exceptions[name] {
        let change = needed.map { "set it to \($0)" } ?? "remove it"
        Issue.record("Exceptions.\(list) has \(name): \(allowed), but it has \(count): \(change)")
      }
    }
  }

  @Test
  func `a class or changing struct has at most 12 stored variables and 3 closures that others set`() throws {
    let shapes = try Self.allShapes.get()
    #expect(shapes.count > 100)
    compare(
      shapes.mapValues(\.stored), Exceptions.stored, limit: 12, "stored",
      "give some of them to a part with its own invariants")
    compare(
      shapes.mapValues(\.closures), Exceptions.closures, limit: 3, "closures",
      "pass it to init, or give a list of observers there")
  }

  @Test func `a class that owns state lies in one file`() throws {
    let shapes = try Self.allShapes.get().filter { $0.value.stored > 0 && !$0.value.isStruct }
    compare(
      shapes.mapValues(\.extensions), Exceptions.extensions, limit: 0, "extensions",
      "make what the extension does a part of its own, with the state that it needs")
  }

  @Test func `a function has at most 60 lines`() {
    var found: [String: Int] = [:]
    for file in files {
      for (name, lines) in LongFunction.all(in: file) where lines > 60 {
        found["\(file.path): \(name)"] = lines
      }
    }
    compare(found, Exceptions.functions, limit: 60, "functions", "split it by its steps")
  }

  @Test func `the shape of a class is counted`() {
    let shape = ClassShape.all(
      in: [
        SourceFile(
          path: "Sources/A/B.swift",
          text: """
            final class B {
              static let limit = 3
              private let a: Int
              var done: () -> Void = {}
              private var hidden: () -> Void = {}
              var size: Int { 4 }
              var seen = 0 {
                didSet { a() }
              }
              func f() {
                let local = 1
              }
            }
            """), SourceFile(path: "Sources/A/B+More.swift", text: "extension B {\n}\n"),
        SourceFile(path: "Sources/A/C.swift", text: "extension B: Sendable {}\n"),
      ])["B"]
    #expect(shape.map { [$0.stored, $0.closures, $0.extensions] } == [4, 1, 1])
    // A struct counts where it changes itself, in whatever file.
    let structs = ClassShape.all(
      in: [
        SourceFile(
          path: "Sources/A/D.swift", text: "public struct D {\n  var a = 1\n}\n\nstruct E {\n  var b = 1\n}\n"
        ),
        SourceFile(path: "Sources/A/D+More.swift", text: "extension D {\n  mutating func f() {}\n}\n"),
      ])
    expectEqual(structs.mapValues(\.stored), ["D": 1])
  }
}
