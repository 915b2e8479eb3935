import Model
import Support
import Testing

@testable import Library
@testable import LibrarySupport

/// Looking through tracks for those that are wanted.
@Suite struct SelectingTests {
  private func stick(_ name: String, count: Int) throws -> Stick {
    let stick = try Stick()
    for number in 1...count {
      stick.write(
        "\(number % 2 == 0 ? "even" : "odd")/\(number).flac",
        FakeFiles.content(title: "\(name) \(number)", artist: number % 5 == 0 ? "Fives" : "Others"))
    }
    return stick
  }

  /// The titles of all pages of a selection.
  private func titles(
    _ bench: Bench, below uri: String = "", limit: Int = 7,
    where accepts: @escaping @Sendable (Track) -> Bool = { _ in true }
  ) throws -> [String] {
    var titles: [String] = []
    var cursor: Cursor?
    repeat {
      let page = try bench.answer {
        (done: @escaping (Result<SelectionPage<String>, Refusal>) -> Void) in
        bench.library.catalogue.select(
          below: uri, after: cursor, limit: limit,
          transform: { track, _ in accepts(track) ? track.details.title : nil }, completion: done)
      }.get()
      #expect(page.next == nil || page.values.count >= limit)
      titles += page.values
      cursor = page.next
    } while cursor != nil
    return titles
  }

  @Test func `pages go over all volumes in order, without a gap`() throws {
    let (first, second) = (try stick("A", count: 650), try stick("B", count: 20))
    let bench = try Bench()
    _ = try bench.mount(first.path, isFixed: true)
    _ = try bench.mount(second.path, label: "Second")
    func expected(_ name: String, _ count: Int) -> [String] {
      let numbers = Array(1...count)
      return (numbers.filter { $0 % 2 == 0 } + numbers.filter { $0 % 2 == 1 }).map { "\(name) \($0)" }
    }
    let all = expected("A", 650) + expected("B", 20)
    for limit in [1, 7, 300, 10_000] { #expect(try titles(bench, limit: limit) == all, "\(limit)") }
    let fives = try titles(bench) { $0.details.artists == ["Fives"] }
    #expect(fives == all.filter { Int($0.split(separator: " ")[1])?.isMultiple(of: 5) == true })
    #expect(try titles(bench) { _ in false } == [])
  }

  @Test func `a folder, a volume, and a track can be the base; what isn't there is refused`() throws {
    let (first, second) = (try stick("A", count: 6), try stick("B", count: 4))
    let bench = try Bench()
    _ = try bench.mount(first.path, isFixed: true)
    _ = try bench.mount(second.path, label: "Second")
    try expectEqual(titles(bench, below: "odd"), ["A 1", "A 3", "A 5"])
    try expectEqual(titles(bench, below: "Second"), ["B 2", "B 4", "B 1", "B 3"])
    try expectEqual(titles(bench, below: "Second/even/4.flac"), ["B 4"])
    #expect(throws: Refusal.self) { try titles(bench, below: "nowhere") }
    #expect(throws: Refusal.self) { try titles(bench, below: "Second/nowhere") }
  }

  @Test func `tracks are found again by their rows until they or their volumes are gone`() throws {
    let (first, second) = (try stick("A", count: 3), try stick("B", count: 2))
    let bench = try Bench()
    _ = try bench.mount(first.path, isFixed: true)
    _ = try bench.mount(second.path, label: "Second")
    let found = try bench.answer { (done: @escaping (Result<SelectionPage<Track>, Refusal>) -> Void) in
      bench.library.catalogue.select(
        below: "", limit: 100, transform: { track, _ in track }, completion: done)
    }.get().values
    func again(_ tracks: [Track]) throws -> [Track?] {
      try bench.answer { (done: @escaping (Result<[Track?], Refusal>) -> Void) in
        bench.library.catalogue.tracks(
          in: tracks.map { TrackRow(volume: $0.reference.volume, row: $0.row) }, completion: done)
      }.get()
    }
    expectEqual(found.count, 5)
    func places(_ tracks: [Track]) throws -> [TrackReference?] {
      try bench.answer { (done: @escaping (Result<[TrackReference?], Refusal>) -> Void) in
        bench.library.catalogue.references(
          in: tracks.map { TrackRow(volume: $0.reference.volume, row: $0.row) }, completion: done)
      }.get()
    }
    try expectEqual(again(found.reversed()), found.reversed())
    try expectEqual(places(found.reversed()), found.reversed().map(\.reference))
    try expectEqual(again([]), [])
    first.remove("odd/1.flac")
    try bench.scan()
    #expect(try again(found).map { $0?.details.title } == ["A 2", nil, "A 3", "B 2", "B 1"])
    #expect(try places(found) == again(found).map { $0?.reference })
    try bench.unmount(second.path)
    #expect(throws: Refusal.volumeGone) { try again(found) }
    #expect(throws: Refusal.volumeGone) { try places(found) }
    try expectEqual(again([found[0]]), [found[0]])
  }
}
