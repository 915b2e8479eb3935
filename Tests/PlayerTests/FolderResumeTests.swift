import Model
import Player
import Support
import Testing

/// The queue of the rig: `book` with 1, 2, 3 and `music` with 4, 5, then `tale` with 6, 7.
@Suite struct FolderResumeTests {
  private let book = FolderReference(volume: Rig.stick, path: Array("book".utf8))
  private let tale = FolderReference(volume: Rig.stick, path: Array("tale".utf8))

  private static let queue =
    (1...3).map { Rig.track($0, folder: "book") } + (4...5).map { Rig.track($0, folder: "music") }
    + (6...7).map { Rig.track($0, folder: "tale") }

  private func rig(_ rules: [FolderRule]? = nil) throws -> Rig {
    var rig = try Rig()
    try rig.send(.folders(rules ?? [rule(book), rule(tale)]))
    try rig.send(.add(Self.queue, at: .end))
    return rig
  }

  private func rule(_ folder: FolderReference, _ point: FolderPoint? = nil) -> FolderRule {
    FolderRule(folder: folder, resumes: true, point: point)
  }

  private func point(_ number: Int, _ folder: String, _ seconds: Int, isAtEnd: Bool = false) -> FolderPoint {
    FolderPoint(
      track: Rig.track(number, folder: folder).path, elapsed: .seconds(seconds), isAtEnd: isAtEnd, sequence: 1
    )
  }

  /// What begins, such as `start 2 at 40.0`.
  private func starts(_ rig: inout Rig, _ event: Event) throws -> String? {
    let words = Rig.words(try rig.send(event))
    try rig.sounds()
    return words.first { $0.hasPrefix("start") }
  }

  @Test func `a stopped book continues, and music starts over`() throws {
    var rig = try rig()
    try expectEqual(starts(&rig, .playPosition(1)), "start 2")
    rig.pass(.seconds(40))
    try rig.send(.stop)
    try expectEqual(starts(&rig, .play), "start 2 at 40.0")
    try expectEqual(starts(&rig, .playPosition(3)), "start 4")
    rig.pass(.seconds(40))
    try rig.send(.stop)
    try expectEqual(starts(&rig, .play), "start 4")
  }

  @Test func `a return to a book from elsewhere starts at its stored position`() throws {
    let ways: [Event] = [
      .playPosition(0), .playID(EntryID(rawValue: 1)), .previous, .perform(.previousFolder),
      .perform(.previous), .playPosition(1),
    ]
    for way in ways {
      var rig = try rig()
      try starts(&rig, .playPosition(1)).map { expectEqual($0, "start 2") }
      rig.pass(.seconds(40))
      try expectEqual(starts(&rig, .perform(.nextFolder)), "start 4")
      #expect(try starts(&rig, way) == "start 2 at 40.0", "\(way)")
    }
  }

  @Test func `another entry that is chosen in it begins at its beginning`() throws {
    var rig = try rig([rule(book, point(2, "book", 40))])
    try expectEqual(starts(&rig, .playPosition(2)), "start 3")
    // Within the folder, all do.
    try expectEqual(starts(&rig, .previous), "start 2")
    try expectEqual(starts(&rig, .previous), "start 1")
    try expectEqual(starts(&rig, .playPosition(1)), "start 2")
    try expectEqual(starts(&rig, .next), "start 3")
  }

  @Test func `next and an end by itself come to where a book was left`() throws {
    var rig = try rig([rule(tale, point(7, "tale", 12))])
    try starts(&rig, .playPosition(4)).map { expectEqual($0, "start 5") }
    // No joint leads to the middle of an entry.
    expectEqual(rig.status.next?.id, EntryID(rawValue: 6))
    try expectEqual(starts(&rig, .next), "start 7 at 12.0")
    _ = try starts(&rig, .playPosition(4))
    let serial = try #require(rig.status.serial)
    try expectEqual(rig.acts(.wantsNext(after: serial)), "next -")
    rig.pass(.seconds(100))
    try expectEqual(starts(&rig, .ended(serial)), "start 7 at 12.0")
  }

  @Test func `an entry heard to its end leads to the next one, and the last one to the beginning`()
    throws
  {
    var rig = try rig([rule(book, point(2, "book", 100, isAtEnd: true))])
    try expectEqual(starts(&rig, .play), "start 3")
    rig = try self.rig([rule(book, point(3, "book", 100, isAtEnd: true))])
    try expectEqual(starts(&rig, .play), "start 1")
    // Nothing comes before or after it in this queue.
    rig = try Rig()
    try rig.send(.folders([rule(book, point(2, "book", 100, isAtEnd: true))]))
    try rig.send(.add([Self.queue[1]], at: .end))
    try expectEqual(starts(&rig, .play), "start 1")
  }

  @Test func `a preset continues with the book left last`() throws {
    var rig = try Rig()
    try rig.send(.folders([rule(book, point(2, "book", 40)), rule(tale)]))
    #expect(try starts(&rig, .replaceQueue(Self.queue.map { QueueItem($0) })) == "start 2 at 40.0")
    _ = try starts(&rig, .perform(.nextFolder))
    try expectEqual(starts(&rig, .perform(.nextFolder)), "start 6")
    rig.pass(.seconds(7))
    #expect(try starts(&rig, .replaceQueue(Self.queue.map { QueueItem($0) })) == "start 13 at 7.0")
    // What was heard to its end starts over.
    rig.pass(.seconds(1))
    #expect(try starts(&rig, .replaceQueue(Array(Self.queue[3...4]).map { QueueItem($0) })) == "start 15")
  }

  @Test func `the place is kept while it sounds, at a pause, a jump, a stop and when it is left`() throws {
    var rig = try rig()
    _ = try starts(&rig, .playPosition(1))
    func kept() -> [String] {
      rig.saves.compactMap { save in
        guard case .folder(let folder, let point) = save else { return nil }
        let track = String(decoding: point.track, as: UTF8.self)
        expectEqual(folder, book)
        return "\(track) \(point.elapsed.components.seconds)" + (point.isAtEnd ? " end" : "")
      }
    }
    expectEqual(kept(), ["book/2.flac 0"])
    rig.pass(.seconds(4))
    try rig.send(.tick)
    expectEqual(kept().last, "book/2.flac 4")
    rig.pass(.seconds(1))
    try rig.send(.setPaused(true))
    expectEqual(kept().last, "book/2.flac 5")
    try rig.send(.seekCurrent(to: .seconds(50)))
    expectEqual(kept().last, "book/2.flac 50")
    try rig.send(.play)
    rig.pass(.seconds(2))
    try rig.send(.stop)
    expectEqual(kept().last, "book/2.flac 52")
    _ = try starts(&rig, .play)
    rig.pass(.seconds(3))
    _ = try starts(&rig, .playPosition(3))
    expectEqual(kept().last, "book/2.flac 55")
    rig.pass(.seconds(40))
    try rig.send(.stop)
    expectEqual(kept().last, "book/2.flac 55")
  }

  @Test func `a song heard to its end is stored as finished`() throws {
    var rig = try rig()
    _ = try starts(&rig, .playPosition(2))
    rig.pass(.seconds(100))
    let serial = try #require(rig.status.serial)
    try rig.send(.ended(serial))
    // The next is music, which follows without a gap.
    let next = try #require(rig.jukebox.next)
    expectEqual(next.id, EntryID(rawValue: 4))
    try rig.send(.drained(after: serial))
    let points = rig.saves.compactMap { if case .folder(_, let point) = $0 { point } else { nil } }
    #expect(points.last?.isAtEnd == true)
    try rig.send(.stop)
    try expectEqual(starts(&rig, .playPosition(0)), "start 1")
  }

  @Test func `a shuffled queue jumps nowhere`() throws {
    var rig = try rig([rule(book, point(2, "book", 40))])
    try rig.send(.setRandom(true))
    try expectEqual(starts(&rig, .playPosition(0)), "start 1")
    try rig.send(.stop)
    #expect(try starts(&rig, .playPosition(1)) == "start 2 at 40.0" || rig.currentID == 2)
  }

  @Test func `a folder that is to start over does`() throws {
    var rig = try rig([rule(book, point(2, "book", 40))])
    try rig.send(.folders([FolderRule(folder: book, resumes: false)]))
    try expectEqual(starts(&rig, .play), "start 1")
  }

  @Test func `books that exchange their names continue at their positions`() throws {
    var rig = try rig([rule(book, point(2, "book", 40)), rule(tale, point(7, "tale", 50))])
    var places: [TrackReference: TrackReference] = [:]
    for number in 1...3 { places[Rig.track(number, folder: "book")] = Rig.track(number, folder: "tale") }
    for number in 6...7 { places[Rig.track(number, folder: "tale")] = Rig.track(number, folder: "book") }
    try rig.send(.moved(places))
    try expectEqual(starts(&rig, .playPosition(0)), "start 2 at 40.0")
    try rig.send(.stop)
    try expectEqual(starts(&rig, .playPosition(5)), "start 7 at 50.0")
  }

  @Test func `rules of a volume that comes back replace the old ones`() throws {
    var rig = try rig([rule(book, point(2, "book", 40))])
    try rig.send(.volumeLeft(Rig.stick))
    try rig.send(.folders([rule(book, point(3, "book", 9))]))
    try rig.send(.volumeArrived(Rig.stick))
    try expectEqual(starts(&rig, .play), "start 3 at 9.0")
  }

  @Test func `a book played before its stick is there continues at its position`() throws {
    let ways: [Event] = [.play, .playPosition(0), .perform(.toggle)]
    for way in ways {
      var rig = try rig()
      try rig.send(.volumeLeft(Rig.stick))
      try rig.send(way)
      try rig.send(.folders([rule(book, point(2, "book", 40))]))
      #expect(try starts(&rig, .volumeArrived(Rig.stick)) == "start 2 at 40.0", "\(way)")
    }
  }

  @Test func `another entry chosen in a book on an absent stick begins at its beginning`() throws {
    for isHeardOut in [true, false] {
      var rig = try rig()
      try expectEqual(starts(&rig, .playPosition(1)), "start 2")
      rig.pass(.seconds(40))
      try rig.send(.volumeLeft(Rig.stick))
      if isHeardOut { try rig.ends() }
      try rig.send(.playPosition(0))
      try rig.send(.folders([rule(book, point(2, "book", 40))]))
      try expectEqual(starts(&rig, .volumeArrived(Rig.stick)), "start 1")
    }
  }

  @Test(arguments: [nil, 3])
  func `a book that was to play at a power cut continues at its position`(heardBefore: Int?) throws {
    var rig = try rig()
    if let heardBefore {
      try expectEqual(starts(&rig, .playPosition(heardBefore)), "start 4")
      rig.pass(.seconds(5))
    }
    try rig.send(.volumeLeft(Rig.stick))
    try rig.ends()
    try rig.send(.playPosition(0))
    expectEqual(rig.reports.filter(\.isOver).count, (heardBefore == nil ? 0 : 1))
    var again = try Rig(restoring: rig.saved(), arrived: false)
    try again.send(.folders([rule(book, point(2, "book", 40))]))
    try expectEqual(starts(&again, .volumeArrived(Rig.stick)), "start 2 at 40.0")
  }

  @Test func `files that move keep their place`() throws {
    var rig = try rig([rule(book, point(2, "book", 40))])
    let moved = Dictionary(
      uniqueKeysWithValues: (1...3).map {
        (Rig.track($0, folder: "book"), Rig.track($0, folder: "shelf/book"))
      })
    try rig.send(.moved(moved))
    try expectEqual(starts(&rig, .play), "start 2 at 40.0")
  }

  // MARK: Episodes

  private func url(_ name: String) -> TrackReference {
    TrackReference(volume: .network, path: Array("http://a/\(name).mp3".utf8))
  }

  /// An episode that was fetched to a file of the folder `book`.
  private func fetched(_ number: Int, _ name: String, left seconds: Int? = nil, sequence: Int64 = 1)
    -> FolderRule
  {
    let point = seconds.map {
      FolderPoint(track: url(name).path, elapsed: .seconds($0), sequence: sequence)
    }
    return FolderRule(
      folder: FolderReference(of: url(name)), resumes: true, point: point,
      file: Rig.track(number, folder: "book"))
  }

  @Test func `each episode of a folder has its own place, as a file and as a URL`() throws {
    var rig = try rig([rule(book), fetched(1, "one", left: 31), fetched(2, "two")])
    try rig.send(.volumeArrived(.network))
    try rig.send(.add([url("one")], at: .end))
    try expectEqual(starts(&rig, .playPosition(0)), "start 1 at 31.0")
    rig.pass(.seconds(20))
    try expectEqual(starts(&rig, .playPosition(1)), "start 2")
    rig.pass(.seconds(7))
    try expectEqual(starts(&rig, .playPosition(0)), "start 1 at 51.0")
    try expectEqual(starts(&rig, .playPosition(1)), "start 2 at 7.0")
    try expectEqual(starts(&rig, .playPosition(7)), "start 8 at 51.0")
    rig.pass(.seconds(3))
    try rig.send(.stop)
    try expectEqual(starts(&rig, .playPosition(0)), "start 1 at 54.0")
    let folders = rig.saves.compactMap { if case .folder(let folder, _) = $0 { folder.url } else { nil } }
    expectEqual(Set(folders), ["http://a/one.mp3", "http://a/two.mp3"])
  }

  @Test func `an episode heard to its end starts over, and not the next one of its folder`() throws {
    var rig = try rig([fetched(1, "one", left: 31), fetched(2, "two")])
    try expectEqual(starts(&rig, .playPosition(0)), "start 1 at 31.0")
    try rig.ends()
    try rig.send(.stop)
    try expectEqual(starts(&rig, .playPosition(0)), "start 1")
  }

  @Test func `an episode keeps its place where its file is moved, and where its feed has another URL`() throws
  {
    var rig = try rig([fetched(1, "one", left: 31), fetched(2, "two")])
    try rig.send(.moved([Rig.track(1, folder: "book"): Rig.track(1, folder: "shelf")]))
    try rig.send(.moved([url("one"): url("one-b"), url("two"): url("two-b")]))
    try expectEqual(starts(&rig, .playPosition(0)), "start 1 at 31.0")
    try expectEqual(starts(&rig, .playPosition(1)), "start 2")
    rig.pass(.seconds(7))
    try rig.send(.stop)
    guard
      case .folder(let folder, let point)? = rig.saves.last(where: {
        if case .folder = $0 { true } else { false }
      })
    else { throw Refusal.noSuchSong }
    #expect(folder == FolderReference(of: url("two-b")) && point.elapsed == .seconds(7))
  }

  @Test func `a stick that comes back has the place at which another jukebox left an episode`() throws {
    var rig = try rig([fetched(1, "one", left: 31, sequence: 4)])
    try rig.send(.volumeLeft(Rig.stick))
    try rig.send(.folders([fetched(1, "one", left: 12, sequence: 3)]))
    try rig.send(.volumeArrived(Rig.stick))
    try expectEqual(starts(&rig, .playPosition(0)), "start 1 at 31.0")
    try rig.send(.stop)
    try rig.send(.folders([fetched(1, "one", left: 77, sequence: 9)]))
    try expectEqual(starts(&rig, .playPosition(0)), "start 1 at 77.0")
  }
}
