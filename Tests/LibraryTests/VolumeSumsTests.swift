import Support
import Testing

@testable import Library
@testable import LibrarySupport

@Suite struct VolumeSumsTests {
  /// Gives a volume answers of one window each.
  /// - Parameter changes: whether its tracks change while they are counted.
  /// - Returns: the names of those that it has afterwards.
  private func kept(_ answers: [(name: String, bytes: Int)], changes: Bool = false) throws -> [String] {
    let stick = try Stick(["1.mp3": FakeFiles.content(title: "1")])
    let bench = try Bench()
    _ = try bench.mount(stick.path, isFixed: true)
    let volume = try #require(bench.library.ordered.first)
    func question(_ name: String) -> VolumeSums.Question { .folders(prefix: name, rank: 0) }
    for (name, bytes) in answers {
      var answer = VolumeSums.Answer(to: question(name), of: volume)
      answer.add(VolumeSums.Window(values: [name], bytes: bytes))
      if changes { volume.tracksChanged() }
      answer.keep(in: volume)
    }
    return answers.map(\.name).filter {
      volume.sums.windows(of: question($0))?.first?.values as? [String] == [$0]
    }
  }

  @Test func `answers are kept as far as their bytes fit, those that were used last`() throws {
    try expectEqual(kept([("a", 2 << 20), ("b", 2 << 20), ("c", 2 << 20)]), ["a", "b", "c"])
    try expectEqual(kept([("a", 2 << 20), ("b", 2 << 20), ("c", 2 << 20), ("d", 4 << 20)]), ["b", "c", "d"])
    try expectEqual(kept([("a", 2 << 20), ("b", 9 << 20)]), ["a"])
  }

  @Test func `sums counted while tracks changed are dropped`() throws {
    try expectEqual(kept([("a", 1)], changes: true), [])
  }
}
