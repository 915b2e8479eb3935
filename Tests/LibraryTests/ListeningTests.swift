import Model
import Support
import Testing

@testable import Library
@testable import LibrarySupport

/// What a volume counts of what was heard. Every track takes 100 s; a day is a day of the clock on the wall.
@Suite("Listening statistics") struct ListeningTests {
  private static let day: Int64 = 86_400
  private static let start: Int64 = 1_700_000_000

  private let stick: Stick
  private let store: VolumeStore

  init() throws {
    stick = try Stick()
    store = try stick.open()
    for number in 1...6 { try add("a/\(number).mp3") }
  }

  private func add(_ path: String, genre: String? = nil, seconds: Int = 100) throws {
    let (folder, name) = VolumePath.split(Array(path.utf8))
    try store.connection.execute(
      """
      INSERT INTO tracks (folder, name, state, sort_key, match_name, size, mtime_ns, added_sequence, format, rate,
        channels, genre, duration_us)
      VALUES (?1, ?2, 0, ?2, '', 1, 1, 1, 2, 44100, 2, ?3, ?4)
      """, .integer(try store.makeFolder(folder)), .blob(name), .optional(genre),
      .integer(Int64(seconds) * 1_000_000))
  }

  private func report(
    _ playing: UInt64, _ number: Int, heard: Int, played: Bool = false, skipped: Bool = false,
    toEnd: Bool = false, over: Bool = true
  ) -> HeardReport {
    HeardReport(
      playing: playing, track: TrackReference(volume: store.identity, path: Array("a/\(number).mp3".utf8)),
      heard: .seconds(heard), length: .seconds(100), isPlayed: played, isSkipped: skipped, soughtEnd: toEnd,
      isOver: over)
  }

  private func count(_ report: HeardReport, day: Int64? = 0) throws {
    #expect(try store.count(report, time: day.map { Self.start + $0 * Self.day }))
  }

  /// Tracks whole, as often as is said.
  private func play(_ number: Int, times: Int, from playing: UInt64, day: Int64? = 0) throws {
    for index in 0..<UInt64(times) {
      try count(report(playing + index, number, heard: 100, played: true), day: day)
    }
  }

  private func statistics(_ number: Int, day: Int64? = 0) throws -> ListeningStatistics {
    try #require(
      try store.statistics(
        at: Array("a/\(number).mp3".utf8), time: day.map { Self.start + $0 * Self.day }))
  }

  /// The numbers of the tracks in a list.
  private func list(_ list: ListeningList, day: Int64? = 0, limit: Int = 100) throws -> [Int] {
    let time = day.map { Self.start + $0 * Self.day }
    let rows = try store.list(list, limit: limit, time: time)
    let names = try store.tracks.inRows(rows.map(\.row)).map { track in
      track.flatMap {
        Int(String(decoding: VolumePath.split($0.reference.path).name, as: UTF8.self).prefix { $0.isNumber })
      } ?? 0
    }
    #expect(try store.count(of: list, time: time) >= Int64(names.count))
    return names
  }

  @Test func `a playing is counted once, however often it is reported`() throws {
    for _ in 0..<3 { try count(report(1, 1, heard: 50, played: true, over: false)) }
    var found = try statistics(1)
    #expect(found.plays == 1 && found.playings == 0 && found.lastPlayed == Self.start)
    for _ in 0..<3 { try count(report(1, 1, heard: 80, played: true), day: 1) }
    found = try statistics(1)
    #expect(found.plays == 1 && found.playings == 1 && found.listened == .seconds(80))
    #expect(found.ratio == 0.8 && found.skips == 0)
    try count(report(2, 1, heard: 10, skipped: true), day: 2)
    found = try statistics(1, day: 2)
    #expect(found.skips == 1 && found.playings == 2 && found.offered == .seconds(200))
    expectEqual(found.lastSkipped, Self.start + 2 * Self.day)
    try expectEqual(store.changeCount(), 3)
  }

  @Test func `a person's time of the last play is sorted among the others`() throws {
    func say(_ number: Int, _ edits: PersonalEdit...) throws {
      _ = try store.change(personalAt: Array("a/\(number).mp3".utf8), edits).get()
    }
    try play(1, times: 1, from: 1, day: 0)
    try play(2, times: 1, from: 2, day: 10)
    try play(3, times: 1, from: 3, day: 20)
    try expectEqual(list(.recentlyPlayed, day: 20), [3, 2, 1])
    // Alone it is no playing.
    try say(4, .lastPlayed(Self.start + 15 * Self.day))
    try expectEqual(list(.recentlyPlayed, day: 20), [3, 2, 1])
    try say(4, .plays(5))
    try expectEqual(list(.recentlyPlayed, day: 20), [3, 4, 2, 1])
    try say(5, .plays(1), .lastPlayed(Self.start - Self.day))
    try expectEqual(list(.recentlyPlayed, day: 20), [3, 4, 2, 1, 5])
    try say(1, .lastPlayed(Self.start + 30 * Self.day))
    try expectEqual(list(.recentlyPlayed, day: 20), [1, 3, 4, 2, 5])
    try say(4, .lastPlayed(Self.start + 12 * Self.day))
    try say(6, .plays(1), .lastPlayed(Self.start + 13 * Self.day))
    try expectEqual(list(.recentlyPlayed, day: 20), [1, 3, 6, 4, 2, 5])
    // How often says nothing of when.
    try say(2, .plays(9))
    try expectEqual(list(.recentlyPlayed, day: 20), [1, 3, 6, 4, 2, 5])
    try expectEqual(list(.forgotten, day: 71), [2])
    try expectEqual(list(.forgotten, day: 73), [2, 4])
    try say(4, .plays(0))
    try say(6, .lastPlayed(nil))
    try expectEqual(list(.recentlyPlayed, day: 20), [1, 3, 2, 5])
    try play(4, times: 1, from: 9, day: 21)
    try expectEqual(list(.recentlyPlayed, day: 21), [4, 1, 3, 2, 5])
    let all = StickerChange.delete(name: nil)
    _ = try store.change(stickersOf: .track(path: Array("a/3.mp3".utf8)), all).get()
    try expectEqual(list(.recentlyPlayed, day: 21), [4, 1, 2, 5])
  }

  @Test func `a person's values of a track stay, and their counts continue`() throws {
    _ = try store.change(personalAt: Array("a/1.mp3".utf8), [.rate(9), .plays(41), .skips(4)]).get()
    try count(report(1, 1, heard: 100, played: true))
    try count(report(2, 1, heard: 1, skipped: true))
    let kept = try #require(try store.personal(at: Array("a/1.mp3".utf8)))
    #expect(kept.plays == 42 && kept.skips == 5 && kept.rating == 9)
  }

  @Test func `a track without a row is not counted`() throws {
    let other = HeardReport(
      playing: 1, track: TrackReference(volume: store.identity, path: Array("b/1.mp3".utf8)),
      heard: .seconds(1), isOver: true)
    #expect(try !store.count(other, time: nil))
  }

  @Test(arguments: [
    // What ended, and what it is worth.
    (100, true, false, false, 1.0), (70, true, false, false, 0.7), (50, true, false, false, 0.5),
    (10, false, true, false, -0.9), (40, false, true, false, -0.6), (10, false, false, true, -0.5),
    (30, false, false, false, 0.0),
  ])
  func `each playing adds its part to the score`(
    _ heard: Int, _ played: Bool, _ skipped: Bool, _ toEnd: Bool, _ sum: Double
  ) throws {
    try count(report(1, 1, heard: heard, played: played, skipped: skipped, toEnd: toEnd))
    #expect(abs(try statistics(1).sum - sum) < 1e-9)
    // The same where it was told in two parts.
    if played {
      try count(report(2, 2, heard: 50, played: true, over: false))
      try count(report(2, 2, heard: heard, played: true))
      #expect(abs(try statistics(2).sum - sum) < 1e-9)
    }
  }

  @Test func `a score halves in ninety days, and time changes no order`() throws {
    try play(1, times: 4, from: 1)
    try play(2, times: 1, from: 10)
    #expect(abs(try statistics(1).sum - 4) < 1e-9)
    #expect(abs(try statistics(1, day: 90).sum - 2) < 1e-9)
    #expect(try statistics(1).score > 66 && statistics(1).score < 67)
    #expect(abs(try statistics(1, day: 90).score - 50) < 1e-9)
    try play(3, times: 1, from: 20, day: 90)
    try expectEqual(list(.ranking, day: 90), [1, 3, 2])
    try expectEqual(list(.ranking, day: 300), [1, 3, 2])
    #expect(try statistics(3, day: 90).rank == 2 && statistics(3, day: 90).ranked == 3)
    #expect(try statistics(4).rank == nil && statistics(4).score == 0)
  }

  @Test func `a track skipped more than played has no score and no rank`() throws {
    try count(report(1, 1, heard: 50, played: true))
    try count(report(2, 1, heard: 1, skipped: true))
    #expect(try statistics(1).sum < 0 && statistics(1).score == 0)
    try expectEqual(list(.ranking), [])
  }

  @Test func `the order of playings decides without a clock`() throws {
    try play(1, times: 1, from: 1, day: nil)
    try play(2, times: 1, from: 2, day: nil)
    try play(3, times: 1, from: 3, day: nil)
    try play(1, times: 1, from: 4, day: nil)
    try expectEqual(list(.recentlyPlayed, day: nil), [1, 3, 2])
    #expect(try statistics(1, day: nil).lastPlayed == nil)
    // Only what was heard has passed, as far as anybody knows.
    try expectEqual(ListeningClock(store.connection).now(at: nil), 400)
    // The clock is known from here on: what was before does not fade at once.
    try play(2, times: 1, from: 5, day: 0)
    #expect(try statistics(1).sum > 1.9)
    #expect(abs(try statistics(1, day: 90).sum * 2 - statistics(1).sum) < 1e-9)
  }

  @Test func `a clock that goes back or leaps costs little`() throws {
    try play(1, times: 2, from: 1)
    try play(2, times: 1, from: 5, day: -5000)
    #expect(try statistics(1, day: -5000).sum > 1.9)
    try play(2, times: 1, from: 6, day: 20_000)
    // A year at most.
    #expect(try statistics(1, day: 20_000).sum > 0.1)
  }

  @Test func `lovely songs have a score of fifty and three plays`() throws {
    try play(1, times: 3, from: 1)
    try play(2, times: 2, from: 10)
    try play(3, times: 5, from: 20)
    try play(4, times: 5, from: 30)
    _ = try store.change(personalAt: Array("a/4.mp3".utf8), [.like(.disliked)]).get()
    for playing in 40..<UInt64(43) { try count(report(playing, 5, heard: 50, played: true)) }
    try expectEqual(list(.lovely), [3, 1])
    #expect(try statistics(1).isLovely && !statistics(2).isLovely && !statistics(4).isLovely)
    // Two months later one has faded, and the other not yet.
    try expectEqual(list(.lovely, day: 60), [3])
    try expectEqual(list(.lovely, day: 300), [])
  }

  @Test func `lists show played songs, their counts, and songs never played`() throws {
    try play(3, times: 3, from: 1)
    try play(1, times: 5, from: 10, day: 1)
    try play(5, times: 1, from: 20, day: 2)
    try count(report(30, 2, heard: 3, skipped: true), day: 3)
    try expectEqual(list(.recentlyPlayed, day: 3), [5, 1, 3])
    try expectEqual(list(.mostPlayed, day: 3), [1, 3, 5])
    try expectEqual(list(.mostPlayed, day: 3, limit: 2), [1, 3])
    for kind in ListeningList.allCases {
      let all = try store.list(kind, limit: 10, time: nil)
      try expectEqual(store.list(kind, skipping: 1, limit: 10, time: nil), Array(all.dropFirst()))
    }
    try expectEqual(list(.neverPlayed, day: 3), [2, 4, 6])
    // What was liked in whichever way, the longest ago first; not what was disliked.
    _ = try store.change(personalAt: Array("a/5.mp3".utf8), [.like(.favourite)]).get()
    _ = try store.change(personalAt: Array("a/3.mp3".utf8), [.rate(8)]).get()
    try expectEqual(list(.forgotten, day: 59), [])
    try expectEqual(list(.forgotten, day: 61), [3])
    try expectEqual(list(.forgotten, day: 90), [3, 1, 5])
    _ = try store.change(personalAt: Array("a/1.mp3".utf8), [.like(.disliked)]).get()
    try expectEqual(list(.forgotten, day: 90), [3, 5])
    // What has vanished is in no list, and nothing of it is lost.
    try store.connection.execute("UPDATE tracks SET state = 1 WHERE name = CAST('3.mp3' AS BLOB)")
    try expectEqual(list(.forgotten, day: 90), [5])
    try expectEqual(list(.mostPlayed, day: 90), [1, 5])
    try expectEqual(store.count(of: .mostPlayed, time: nil), 2)
    try expectEqual(statistics(3, day: 90).plays, 3)
  }

  @Test func `the history keeps the last playings only`() throws {
    try play(1, times: 1, from: 1)
    try store.connection.execute("UPDATE listening SET sequence = ?1", .integer(500_000))
    try play(2, times: 1, from: 2)
    try store.connection.execute(
      "UPDATE listening SET sequence = ?1 WHERE playing = 2", .integer(500_000 + Listening.mostPlayings))
    try play(3, times: 1, from: 3)
    var left: [Int64] = []
    try store.connection.forEach("SELECT playing FROM listening ORDER BY sequence") {
      (row) throws(StoreError) in left.append(try row.integer(0))
    }
    expectEqual(left, [2, 3])
  }

  @Test func `numbers of a foreign hand neither trap nor are believed`() throws {
    try play(1, times: 1, from: 1)
    for sql: StaticString in [
      "UPDATE heard SET affinity = 9e999", "UPDATE heard SET affinity = -1.5e308",
      "UPDATE heard SET playings = 9223372036854775807, listened_us = 9223372036854775807, offered_us = -5",
      "UPDATE personal SET plays = 9223372036854775807, skips = 9223372036854775807",
      "UPDATE listening_clock SET seconds = 9223372036854775807, wall = -9223372036854775808",
      "UPDATE listening_clock SET seconds = -9223372036854775808, wall = 9223372036854775807",
      "UPDATE listening SET heard_us = -9223372036854775808",
      "UPDATE listening SET sequence = 9223372036854775807 WHERE sequence = (SELECT max(sequence) FROM listening)",
    ] {
      try store.connection.execute(sql)
      _ = try? store.count(report(.random(in: 10 ... .max), 1, heard: 100, played: true), time: Self.start)
      _ = try? store.count(report(.random(in: 10 ... .max), 1, heard: 1, skipped: true), time: nil)
      if let found = try? statistics(1) { #expect(found.score >= 0 && found.score <= 100) }
      for list in ListeningList.allCases { _ = try? self.list(list) }
    }
  }

  @Test func `the parts of a sum are listed, and add up to it`() throws {
    try play(1, times: 2, from: 1)
    try count(report(11, 1, heard: 60, played: true))
    try count(report(12, 1, heard: 20, skipped: true))
    try count(report(13, 1, heard: 10, toEnd: true))
    try count(report(14, 1, heard: 50, played: true, over: false))
    try count(report(15, 2, heard: 5, skipped: true))
    func near(_ a: Double, _ b: Double) -> Bool { abs(a - b) < 1e-9 }
    var parts = try statistics(1).parts
    #expect(near(parts.plays, 2) && near(parts.heard, 1.1) && near(parts.skips, -0.8))
    #expect(near(parts.seeksToEnd, -0.5) && near(parts.rest, 0))
    // What fades is told apart.
    let later = try statistics(1, day: 90)
    parts = later.parts
    #expect(near(parts.plays, 2) && near(parts.rest, -0.9) && near(later.sum, 0.9))
    try expectEqual(statistics(3).parts, AffinityParts())
  }

  // MARK: Folders

  private func resumes(_ path: String) throws -> String? {
    try store.folderResume(at: Array(path.utf8)).map { "\($0.resumes) \($0.reason)" }
  }

  @Test func `a folder of what is spoken and long resumes`() throws {
    for number in 1...4 { try add("Krimi/\(number).mp3", genre: number > 2 ? "Hörspiel" : nil, seconds: 300) }
    for number in 1...2 { try add("Jingles/\(number).mp3", genre: "Speech", seconds: 20) }
    for number in 1...2 { try add("Sets/\(number).mp3", seconds: 3600) }
    for number in 1...2 { try add("Techno/\(number).mp3", genre: "Techno", seconds: 3600) }
    for number in 1...9 { try add("Hörbücher/Momo/\(number).mp3", seconds: 90) }
    try add("Rock/1.mp3", genre: "Rock", seconds: 1500)
    try add("talks/1.mp3", genre: "Comedy\u{1F}Podcast", seconds: 900)
    #expect(try resumes("Krimi") == "true tracks" && resumes("Jingles") == "false tracks")
    #expect(try resumes("Sets") == "true tracks" && resumes("Techno") == "false tracks")
    #expect(try resumes("Hörbücher/Momo") == "true tracks" && resumes("Rock") == "false tracks")
    #expect(try resumes("talks") == "true tracks" && resumes("a") == "false tracks")
    #expect(try resumes("") == "false tracks" && resumes("nowhere") == nil)
  }

  @Test func `a person's rule for a folder covers all folders below, and the nearest counts`() throws {
    try add("shelf/one/1.mp3")
    try add("shelf/two/1.mp3")
    #expect(try store.mark(folder: Array("shelf".utf8), resumes: true)?.resumes == true)
    try expectEqual(resumes("shelf/one"), "true above")
    try expectEqual(store.mark(folder: Array("shelf/two".utf8), resumes: false)?.reason, .marked)
    try expectEqual(resumes("shelf/two"), "false marked")
    #expect(try store.mark(folder: Array("shelf".utf8), resumes: nil)?.resumes == false)
    #expect(try resumes("shelf/one") == "false tracks" && resumes("shelf/two") == "false marked")
    try expectEqual(store.folderResumes().map(\.folder.path), [Array("shelf/two".utf8)])
    #expect(try store.mark(folder: Array("nowhere".utf8), resumes: true) == nil)
    #expect(try store.mark(folder: [], resumes: true)?.resumes == true)
    try expectEqual(resumes("shelf/one"), "true above")
  }

  @Test func `a music folder's stored position does not make it resume after its rule is removed`() throws {
    let a = Array("a".utf8)
    for number in 1...3 { try add("Krimi/\(number).mp3", genre: "Hörspiel", seconds: 300) }
    _ = try store.mark(folder: a, resumes: true)
    for path in ["a/2.mp3", "Krimi/1.mp3"] {
      let point = FolderPoint(track: Array(path.utf8), elapsed: .seconds(5))
      try store.keep(point, of: VolumePath.split(point.track).folder, time: nil)
    }
    try expectEqual(store.folderResumes().map(\.resumes), [true, true])
    #expect(try store.mark(folder: a, resumes: nil)?.resumes == false)
    let found = try store.folderResumes()
    #expect(found.map(\.resumes) == [true, false] && found.map(\.reason) == [.tracks, .tracks])
    for folder in found { try expectEqual(store.folderResume(at: folder.folder.path), folder) }
    // Of those that were left earlier no more tracks are looked at than is quick: a place alone says that they go on.
    try expectEqual(store.folderResumes(mostMembers: 3).map(\.resumes), [true, true])
    try expectEqual(store.folderResumes(mostMembers: 4).map(\.resumes), [true, false])
  }

  @Test func `positions in folders are stored, the latest first, and follow their files`() throws {
    let (a, b) = (Array("a".utf8), Array("b".utf8))
    try add("b/1.mp3")
    try store.keep(FolderPoint(track: Array("a/2.mp3".utf8), elapsed: .seconds(40)), of: a, time: nil)
    try store.keep(FolderPoint(track: Array("b/1.mp3".utf8), elapsed: .seconds(1)), of: b, time: 5)
    try store.keep(FolderPoint(track: Array("b/none.mp3".utf8), elapsed: .seconds(9)), of: b, time: 5)
    var found = try store.folderResumes()
    #expect(
      found.map(\.folder.path) == [b, a] && found.map(\.point?.elapsed) == [.seconds(1), .seconds(40)])
    try store.keep(
      FolderPoint(track: Array("a/3.mp3".utf8), elapsed: .seconds(50), isAtEnd: true), of: a, time: nil)
    found = try store.folderResumes()
    expectEqual(found.map(\.folder.path), [a, b])
    #expect(found[0].point?.track == Array("a/3.mp3".utf8) && found[0].point?.isAtEnd == true)
    // The folder was renamed: its files have rows in another one.
    let new = try store.makeFolder(Array("new".utf8))
    try store.connection.execute(
      "UPDATE tracks SET folder = ?1 WHERE name = CAST('3.mp3' AS BLOB)", .integer(new))
    try expectEqual(store.folderResumes().first?.folder.path, Array("new".utf8))
    #expect(try store.folderResume(at: a)?.point == nil)
    try expectEqual(store.folderResume(at: Array("new".utf8))?.point?.elapsed, .seconds(50))
    // What was said of the folder is told of both names apart.
    #expect(try store.mark(folder: a, resumes: true)?.resumes == true)
    let marked = try store.folderResumes().filter { $0.reason == .marked }
    #expect(marked.map(\.folder.path) == [a] && marked.first?.point == nil)
    // Said to start over, it does, wherever it was left.
    #expect(try store.mark(folder: b, resumes: false)?.resumes == false)
    #expect(try store.folderResumes().first { $0.folder.path == b }?.resumes == false)
  }

  @Test func `the counts of lists equal their tracks, before and after some vanish`() throws {
    for number in 1...5 { try play(number, times: number, from: UInt64(number) * 100) }
    _ = try store.change(personalAt: Array("a/2.mp3".utf8), [.rate(9)]).get()
    func compare(_ counts: [ListeningList: Int]) throws {
      for (list, expected) in counts {
        let time = Self.start + 100 * Self.day
        let rows = try store.list(list, limit: 100, time: time).count
        let told = try store.count(of: list, time: time)
        #expect(rows == expected && told == Int64(expected), "\(list)")
      }
    }
    let all: [ListeningList: Int] = [
      .recentlyPlayed: 5, .mostPlayed: 5, .neverPlayed: 1, .forgotten: 2, .ranking: 5,
    ]
    try compare(all)
    // Once a scan has come to its end, rows need not be looked at.
    try store.scanCount.scanEnded(isOfAll: true)
    #expect(store.scanCount.isKept)
    try compare(all)
    let gone = try #require(try store.list(.recentlyPlayed, limit: 1, time: Self.start).first?.row)
    // Rows that this test made have no digest.
    try store.connection.execute("UPDATE folders SET digest = NULL")
    #expect(try store.vanished.sweep([]) { $0 != gone }.marked == 1)
    let fewer: [ListeningList: Int] = [
      .recentlyPlayed: 4, .mostPlayed: 4, .neverPlayed: 1, .forgotten: 1, .ranking: 4,
    ]
    try compare(fewer)
    try store.scanCount.scanEnded(isOfAll: true)
    #expect(store.scanCount.isKept)
    try compare(fewer)
  }

  @Test func `a list continues where its window ended, with equal numbers, before and after some vanish`()
    throws
  {
    func say(_ number: Int, day: Int64) throws {
      _ = try store.change(
        personalAt: Array("a/\(number).mp3".utf8), [.plays(6), .lastPlayed(Self.start + day * Self.day)]
      ).get()
    }
    try play(1, times: 3, from: 1, day: 0)
    try play(2, times: 5, from: 10, day: 10)
    // These share the numbers of the ones before them.
    for (number, day) in [(3, Int64(5)), (4, 7), (5, 12), (6, 11)] { try say(number, day: day) }
    func compare(_ expected: [ListeningList: [Int]]) throws {
      for (kind, numbers) in expected {
        #expect(try list(kind, day: 100) == numbers, "\(kind)")
        let time = Self.start + 100 * Self.day
        let all = try store.list(kind, limit: 100, time: time)
        for skipping in 0...numbers.count + 1 {
          for limit in 1...numbers.count {
            let window = try store.list(kind, skipping: skipping, limit: limit, time: time)
            #expect(window == Array(all.dropFirst(skipping).prefix(limit)), "\(kind) \(skipping) \(limit)")
          }
        }
      }
    }
    let all: [ListeningList: [Int]] = [
      .recentlyPlayed: [5, 6, 2, 4, 3, 1], .mostPlayed: [6, 5, 4, 3, 2, 1], .ranking: [2, 1],
      .forgotten: [3, 4, 2, 5, 6],
    ]
    #expect(!store.scanCount.isKept)
    try compare(all)
    try store.scanCount.scanEnded(isOfAll: true)
    #expect(store.scanCount.isKept)
    try compare(all)
    let gone = try #require(
      try store.list(.recentlyPlayed, skipping: 1, limit: 1, time: Self.start).first?.row)
    // Rows that this test made have no digest.
    try store.connection.execute("UPDATE folders SET digest = NULL")
    #expect(try store.vanished.sweep([]) { $0 != gone }.marked == 1)
    let fewer = all.mapValues { $0.filter { $0 != 6 } }
    try compare(fewer)
    try store.scanCount.scanEnded(isOfAll: true)
    #expect(store.scanCount.isKept)
    try compare(fewer)
  }

  @Test func `favourites, rated songs and new ones have their orders, without what has vanished`() throws {
    func say(_ number: Int, _ edits: PersonalEdit...) throws {
      _ = try store.change(personalAt: Array("a/\(number).mp3".utf8), edits).get()
    }
    try say(5, .like(.favourite), .rate(8))
    try say(2, .like(.favourite), .rate(0))
    try say(3, .like(.favourite))
    try say(4, .like(.disliked), .rate(10))
    try say(1, .rate(8))
    func compare(_ expected: [ListeningList: [Int]]) throws {
      for (kind, numbers) in expected {
        #expect(try list(kind) == numbers, "\(kind)")
        #expect(try store.count(of: kind, time: nil) == Int64(numbers.count), "\(kind)")
      }
    }
    // Of the same second in the order in which they came; those of which no time is known at the end.
    for (number, microseconds, sequence) in [
      (1, 7_900_000, 11), (2, 7_100_000, 12), (3, 8_000_000, 13), (4, nil, 14), (5, 2_000_000, 15),
      (6, nil, 16),
    ] as [(Int, Int64?, Int64)] {
      try store.connection.execute(
        "UPDATE tracks SET added_time = ?2, added_sequence = ?3 WHERE name = ?1",
        .blob(Array("\(number).mp3".utf8)), .optional(microseconds), .integer(sequence))
    }
    try compare([
      .favourites: [2, 3, 5], .rated: [4, 1, 5, 2], .recentlyAdded: [3, 1, 2, 5, 4, 6],
    ])
    try store.scanCount.scanEnded(isOfAll: true)
    try compare([.recentlyAdded: [3, 1, 2, 5, 4, 6]])
    try store.connection.execute(
      "UPDATE tracks SET state = 1 WHERE name IN (CAST('1.mp3' AS BLOB), CAST('3.mp3' AS BLOB))")
    store.scanCount.forget()
    try compare([.favourites: [2, 5], .rated: [4, 5, 2], .recentlyAdded: [2, 5, 4, 6]])
  }
}
