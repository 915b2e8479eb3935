import Model
import Support
import Testing

@testable import Control

/// Names of which only the first are wanted.
@Suite struct FirstGroupsTests {
  private typealias Groups = GroupPage<String, Int>

  private func order(_ shelfLength: Int? = nil) -> Groups.Order {
    Groups.Order(
      key: { Array($0.utf8) }, shelf: shelfLength.map { length in { _ in length } },
      // The other way round on a shelf.
      keyOnShelf: shelfLength.map { length in { name, _ in name.utf8.dropFirst(length).map { 0xFF - $0 } } },
      size: { $0.utf8.count + 100 })
  }

  private func groups(_ order: Groups.Order? = nil, most: Int = .max, room: Int = 1 << 20) -> Groups {
    Groups(order ?? self.order(), most: most, countsAll: true, room: room)
  }

  private func name(_ number: Int) -> String {
    let digits = "\(number)"
    return String(repeating: "0", count: 6 - digits.count) + digits + String(repeating: "x", count: 1000)
  }

  /// Numbers below `count` in an order that is none.
  private func mixed(_ count: Int) -> [Int] { (0..<count).map { $0 * 7919 % count } }

  private func fill(_ groups: Groups, _ names: [String], bytes: Int = 0) {
    for _ in 1...3 {
      for name in names {
        groups.change(name, from: 0) {
          $0 += 1
          return bytes
        }
      }
    }
  }

  /// All that is kept, in its order.
  private func take(_ groups: Groups) -> [String] {
    while !groups.arrange() {}
    var names: [String] = []
    while let (name, value) = groups.popFirst() {
      expectEqual(value, 3)
      names.append(name)
    }
    return names
  }

  @Test(arguments: [0, 1, 30, 400])
  func `the first are kept whole, all are counted, and the rest takes no room`(
    _ most: Int
  ) {
    let groups = groups(most: most)
    fill(groups, mixed(3000).map(name))
    #expect(groups.count == 3000 && groups.keptCount <= most + max(most, 1024))
    #expect(take(groups) == (0..<most).map(name) && groups.keptCount == most)
  }

  @Test(arguments: [Int.max, 1200]) func `groups beyond the memory limit are found by further passes`(
    most: Int
  ) {
    let names = mixed(2000).map(name)
    var groups: Groups? = groups(most: most)
    var (told, passes): ([String], Int) = ([], 0)
    while let pass = groups, told.count < most {
      fill(pass, names, bytes: 20)
      if passes == 0 { expectEqual(pass.count, 2000) }
      let first = told.count
      told += take(pass)
      // A thousand bytes in the name and as many in the key.
      #expect((300...500).contains(pass.keptCount) || first + pass.keptCount == min(2000, most))
      passes += 1
      groups = pass.following(most: most - told.count)
    }
    expectEqual(told, (0..<min(2000, most)).map(name))
    #expect(passes >= 1200 / 500)
  }

  @Test func `one name is kept whatever it takes, so that there is an end`() {
    var groups: Groups? = groups(room: 1000)
    var told: [String] = []
    while let pass = groups {
      fill(pass, ["b", "a", "c"], bytes: 100_000)
      expectEqual(pass.keptCount, 1)
      told += take(pass)
      groups = pass.following(most: .max)
    }
    expectEqual(told, ["a", "b", "c"])
  }

  @Test(arguments: [1 << 20, 64 << 20]) func `names of one shelf stay together while there is room`(room: Int)
  {
    let names = mixed(1200).flatMap { number in ["a", "b", "c"].map { $0 + name(number) } }
    var groups: Groups? = groups(order(1), most: 3, room: room)
    var told: [String] = []
    repeat {
      guard let pass = groups else { break }
      fill(pass, names)
      told += take(pass)
      groups = pass.following(most: 1)
    } while told.count < 1200
    let whole = (0..<1200).map { "a" + name($0) }
    #expect(told.count == 1200 && told.sorted() == whole)
    expectEqual((told == whole.reversed()), (room == 64 << 20))
  }

  @Test func `a shelf that no longer fits is listed whole by the next pass`() {
    // Some 400 fit.
    let names = mixed(300).flatMap { number in ["a", "b", "c"].map { $0 + name(number) } }
    var groups: Groups? = groups(order(1), room: 1 << 20)
    var told: [String] = []
    while let pass = groups {
      fill(pass, names)
      told += take(pass)
      groups = pass.following(most: .max)
    }
    #expect(told == ["a", "b", "c"].flatMap { shelf in (0..<300).reversed().map { shelf + name($0) } })
  }

  @Test func `a shelf for which there is no room has one order in all windows`() {
    let names = mixed(1000).map { "a" + name($0) }
    func first(_ count: Int) -> [String] {
      var groups: Groups? = groups(order(1), most: count, room: 1 << 20)
      var listed: [String] = []
      while let pass = groups, listed.count < count {
        fill(pass, names)
        listed += take(pass)
        groups = pass.following(most: count - listed.count)
      }
      return Array(listed.prefix(count))
    }
    let whole = first(1000)
    #expect(whole.sorted() == (0..<1000).map { "a" + name($0) })
    for count in [50, 137, 500, 1000] { expectEqual(first(count), Array(whole.prefix(count))) }
  }

  // MARK: Commands

  /// Kept twice, in the name and in what orders it: a hundred of them are more than `usualRoom`.
  private static let long = String(repeating: "x", count: 70_000)

  /// Songs of artists with names so long that all together are more than is kept.
  private func conversation() -> Conversation {
    let conversation = Conversation()
    let fake = conversation.fake
    fake.songs = [:]
    for number in 0..<100 {
      fake.add(
        Song(
          uri: "\(number).mp3",
          tags: [
            .init(.artist, "\(100 + number) \(Self.long)"), .init(.album, "\(number % 2) \(Self.long)"),
            .init(.albumArtist, "\(100 + number) \(Self.long)"),
          ],
          duration: .seconds(1)))
    }
    return conversation
  }

  private func begins(_ lines: [String]) -> [String] { lines.map { String($0.prefix(24)) } }

  @Test func `a window is answered in any number of further groups`() {
    let conversation = conversation()
    expectEqual(begins(conversation.ask("list artist window 0:1")), ["Artist: 100 xxxxxxxxxxxx", "OK"])
    expectEqual(
      begins(conversation.ask("list album group artist window 0:1")),
      [
        "Artist: 100 xxxxxxxxxxxx", "Album: 0 xxxxxxxxxxxxxxx", "OK",
      ])
    expectEqual(
      begins(conversation.ask("browse artists window 1:2")),
      [
        "total: 100", "Artist: 101 xxxxxxxxxxxx", "albums: 1", "songs: 1", "playtime: 1",
        "file: 1.mp3", "OK",
      ])
    expectEqual(
      begins(conversation.ask("browse artists window 90:91")),
      [
        "total: 100", "Artist: 190 xxxxxxxxxxxx", "albums: 1", "songs: 1", "playtime: 1",
        "file: 90.mp3", "OK",
      ])
    expectEqual(begins(conversation.ask("list artist window 99:200")), ["Artist: 199 xxxxxxxxxxxx", "OK"])
  }

  @Test func `all is answered, however much there is`() {
    let conversation = conversation()
    let artists = (100..<200).map { "Artist: \($0) xxxxxxxxxxxx" }
    func named(_ command: String) -> [String] {
      begins(conversation.ask(command)).filter { line in
        !["songs", "playtime", "file"].contains { line.hasPrefix($0) }
      }
    }
    expectEqual(named("list artist"), artists + ["OK"])
    expectEqual(named("count group artist"), artists + ["OK"])
    #expect(named("browse artists").filter { $0 != "albums: 1" } == ["total: 100"] + artists + ["OK"])
    #expect(
      begins(conversation.ask("browse albums")).filter { $0.hasPrefix("AlbumArtist: ") }
        == (100..<200).map { "AlbumArtist: \($0) xxxxxxx" })
  }

  @Test func `albums with long names are counted without being kept`() {
    let conversation = Conversation()
    let fake = conversation.fake
    fake.songs = [:]
    for number in 0..<300 {
      let album = "\(number) \(Self.long)"
      fake.add(
        Song(uri: "\(number).mp3", tags: [.init(.artist, "A"), .init(.album, album)], duration: .seconds(1)))
    }
    expectEqual(
      conversation.ask("browse artists"),
      [
        "total: 1", "Artist: A", "albums: 300", "songs: 300", "playtime: 300", "file: 0.mp3", "OK",
      ])
  }

  @Test func `failed statistics are refused`() {
    let conversation = Conversation()
    conversation.fake.refusal = .volumeGone
    #expect(conversation.ask("stats").last?.hasPrefix("ACK ") == true)
  }
}
