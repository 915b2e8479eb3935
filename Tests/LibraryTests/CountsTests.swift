import Linux
import Model
import Support
import Testing

@testable import Library
@testable import LibrarySupport

@Suite struct CountsTests {
  @Test func `each artist counts once, also beside others`() throws {
    let stick = try Stick([
      "1.mp3": FakeFiles.content(artist: "Ann;Ben", album: "One"),
      "2.mp3": FakeFiles.content(artist: "Ben;Ann", album: "One"),
      "3.mp3": FakeFiles.content(artist: "Cem", album: "Two"), "4.mp3": FakeFiles.content(title: "None"),
    ])
    let bench = try Bench()
    _ = try bench.mount(stick.path, isFixed: true)
    let counts = try bench.answer { (done: @escaping (Result<LibraryStatistics, Refusal>) -> Void) in
      bench.library.totals.counts(completion: done)
    }.get()
    #expect(counts.songs == 4 && counts.artists == 3 && counts.albums == 2)
  }

  private func counts(_ bench: Bench) throws -> LibraryStatistics {
    try bench.answer { (done: @escaping (Result<LibraryStatistics, Refusal>) -> Void) in
      bench.library.totals.counts(completion: done)
    }.get()
  }

  @Test func `an artist and an album of several volumes count once`() throws {
    let first = try Stick([
      "1.mp3": FakeFiles.content(artist: "Ann", album: "One"),
      "2.mp3": FakeFiles.content(artist: "Ben", album: "Two"),
    ])
    let second = try Stick([
      "1.mp3": FakeFiles.content(artist: "Ann;Cem", album: "One"),
      "2.mp3": FakeFiles.content(artist: "Ben", album: "Three"),
    ])
    let bench = try Bench()
    _ = try bench.mount(first.path, isFixed: true)
    _ = try bench.mount(second.path, label: "Other")
    for _ in 1...2 {
      let counts = try counts(bench)
      #expect(counts.songs == 4 && counts.artists == 3 && counts.albums == 3)
    }
    try bench.unmount(second.path)
    let counts = try counts(bench)
    #expect(counts.songs == 2 && counts.artists == 2 && counts.albums == 2)
  }

  @Test func `counts are kept until tracks change, and made in windows of texts`() throws {
    var files: [String: [UInt8]] = [:]
    for number in 0..<400 {
      let artists = (0..<4).map { "\(number) \($0) " + String(repeating: "x", count: 900) }
      files["\(number).mp3"] = FakeFiles.content(
        artist: artists.joined(separator: ";"), album: "\(number % 7)")
    }
    let stick = try Stick(files)
    let bench = try Bench()
    _ = try bench.mount(stick.path, isFixed: true)
    var told = try counts(bench)
    #expect(told.songs == 400 && told.artists == 1600 && told.albums == 7)
    let volume = try #require(bench.library.ordered.first)
    expectEqual(volume.sums.counts?.songs, 400)
    let (part, whole) = try bench.answer {
      (done: @escaping (Result<(VolumeCounts.Part, Int64), StoreError>) -> Void) in
      bench.library.ask(
        volume,
        { (store) throws(StoreError) in
          (try store.totals.counts(after: .min, limit: 3000), try store.totals.trackCount())
        }, completion: done)
    }.get()
    #expect(part.songs < whole && part.next != nil)
    stick.write("new.mp3", FakeFiles.content(artist: "new"))
    try bench.scan()
    told = try counts(bench)
    #expect(told.songs == 401 && told.artists == 1601)
  }

  @Test func `a volume that can't be counted is reported, not counted as empty`() throws {
    let stick = try Stick(["1.mp3": FakeFiles.content(artist: "Ann")])
    let bench = try Bench()
    try bench.indexed(try bench.mount(stick.path, isFixed: true).id)
    let volume = try #require(bench.library.ordered.first)
    // As the last thing that a program of another mind did to it.
    _ = try bench.answer { (done: @escaping (Result<Void, StoreError>) -> Void) in
      bench.library.ask(
        volume,
        { (store) throws(StoreError) in
          try store.connection.execute("UPDATE tracks SET artist = CAST(x'ff' AS TEXT)")
        },
        completion: done)
    }
    let result = try bench.answer { (done: @escaping (Result<LibraryStatistics, Refusal>) -> Void) in
      bench.library.totals.counts(completion: done)
    }
    guard case .failure(.system) = result else { return #expect(Bool(false), "\(result)") }
    #expect(bench.warnings.contains { $0.contains("cannot count the songs") })
  }

  @Test func `lengths that no song has add up to what fits, however many there are`() throws {
    let stick = try Stick()
    for number in 1...5 { stick.write("\(number).mp3", FakeFiles.content(artist: "Ann", album: "One")) }
    let bench = try Bench()
    try bench.indexed(try bench.mount(stick.path, isFixed: true).id)
    let volume = try #require(bench.library.ordered.first)
    try bench.answer { (done: @escaping (Result<Void, StoreError>) -> Void) in
      bench.library.ask(
        volume,
        { (store) throws(StoreError) in
          try store.connection.execute(
            """
            UPDATE tracks SET duration_us = CASE id WHEN 1 THEN 9223372036854775807 WHEN 2 THEN 9223372036854775806
              WHEN 3 THEN -9223372036854775807 - 1 WHEN 4 THEN 7 END
            """)
        }, completion: done)
    }.get()
    let expected = Duration.microseconds(2 * TagCounts.counted(.max) + 7)
    try expectEqual(counts(bench).duration, expected)
    var tallied = Duration.zero
    try bench.answer { (done: @escaping (Result<Void, Refusal>) -> Void) in
      bench.library.totals.tally(
        [.disc], make: { $0 }, take: { for tally in $0 { tallied += tally.duration } }, completion: done)
    }.get()
    expectEqual(tallied, expected)
    // A million of them fit into the seconds that clients are told.
    let million = Duration.microseconds(TagCounts.counted(.max)) * 1_000_000
    expectEqual(million.components.seconds, 1_000_000_000_000_000)
    #expect(TagCounts.counted(-5) == 0 && TagCounts.counted(5) == 5)
  }

  // MARK: Different ones

  private func counted(_ numbers: Range<Int>) -> DistinctCount {
    var count = DistinctCount()
    for number in numbers { count.add(Hasher.hash(bytesOf: "artist \(number)")) }
    return count
  }

  @Test func `different ones are counted exactly, whatever comes twice`() {
    for count in [0, 1, 65_537, 200_000] { expectEqual(counted(0..<count).count, count) }
    var union = counted(0..<200_000)
    union.formUnion(counted(100_000..<250_000))
    expectEqual(union.count, 250_000)
    union = counted(0..<100)
    union.formUnion(counted(50..<70_000))
    expectEqual(union.count, 70_000)
  }

  @Test func `different ones beyond the bound are not counted`() {
    var all = DistinctCount()
    for number in 0..<DistinctCount.most + 10 { all.add(number) }
    expectEqual(all.count, DistinctCount.most)
    all.formUnion(counted(0..<100))
    expectEqual(all.count, DistinctCount.most)
  }

  @Test func `albums in one folder come one after the other`() throws {
    let stick = try Stick([
      "mixed/a1.mp3": FakeFiles.content(album: "Album 10", track: 1),
      "mixed/a2.mp3": FakeFiles.content(album: "Album 10", track: 2),
      "mixed/b1.mp3": FakeFiles.content(album: "album 9", track: 1),
      "mixed/b2.mp3": FakeFiles.content(album: "Album 9", track: 2),
      "mixed/c.mp3": FakeFiles.content(track: 30), "mixed/...d.mp3": FakeFiles.content(track: 31),
    ])
    let bench = try Bench()
    _ = try bench.mount(stick.path, isFixed: true)
    try expectEqual(
      bench.list("mixed"),
      [
        "mixed/c.mp3", "mixed/...d.mp3", "mixed/b1.mp3", "mixed/b2.mp3", "mixed/a1.mp3", "mixed/a2.mp3",
      ])
  }
}
