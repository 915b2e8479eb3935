import Testing

@testable import Control

/// Names of which only the first are wanted.
@Suite struct FirstGroupsTests {
  private func groups(
    most: Int, countsAll: Bool = true, room: Int = 1 << 20,
    key: @escaping (String) -> [UInt8] = { Array($0.utf8) }
  ) -> FirstGroups<String, Int> {
    FirstGroups(most: most, countsAll: countsAll, room: room, size: { $0.utf8.count + 100 }, key: key)
  }

  private func name(_ number: Int) -> String {
    let digits = "\(number)"
    return String(repeating: "0", count: 6 - digits.count) + digits + String(repeating: "x", count: 1000)
  }

  /// Numbers below `count` in an order that is none.
  private func mixed(_ count: Int) -> [Int] { (0..<count).map { $0 * 7919 % count } }

  @Test(arguments: [1, 30, 400]) func `the first are kept whole, all are counted, and the rest takes no room`(
    _ most: Int
  ) {
    var groups = groups(most: most)
    for _ in 1...3 {
      for number in mixed(10_000) {
        groups.change(name(number), from: 0) {
          $0 += 1
          return 0
        }
      }
    }
    #expect(!groups.isTooMuch && groups.count == 10_000)
    for number in 0..<most { #expect(groups.groups[name(number)]?.value == 3) }
    #expect(groups.groups.count < 2000)
  }

  @Test func `without a window it is too much, and no more is kept`() {
    var groups = groups(most: .max)
    for number in mixed(10_000) { groups.change(name(number), from: 0) { _ in 0 } }
    #expect(groups.isTooMuch && groups.groups.isEmpty)
  }

  @Test func `what a group itself takes counts`() {
    var groups = groups(most: 1)
    for _ in 0..<2000 { groups.change("one", from: 0) { _ in 1000 } }
    #expect(groups.isTooMuch)
    groups = self.groups(most: 10)
    // Those that are let go of give back all that they took.
    for number in mixed(10_000) { groups.change("\(name(number))", from: 0) { _ in 500 } }
    #expect(!groups.isTooMuch && groups.count == 10_000)
  }

  @Test func `names of one key stay together`() {
    var groups = groups(most: 3, room: 64 << 20) { Array($0.utf8.prefix(1)) }
    for number in mixed(5000) {
      for letter in ["a", "b", "c"] {
        groups.change(letter + name(number), from: 0) {
          $0 += 1
          return 0
        }
      }
    }
    #expect(groups.count == 15_000)
    #expect(groups.groups.keys.count { $0.hasPrefix("a") } == 5000)
    #expect(!groups.isTooMuch)
  }

  @Test func `nothing at all is wanted but the count`() {
    var groups = groups(most: 0)
    for number in mixed(10_000) { groups.change(name(number), from: 0) { _ in 0 } }
    #expect(groups.count == 10_000 && !groups.isTooMuch)
  }

  // MARK: Commands

  private static let long = String(repeating: "x", count: 100_000)

  /// Songs of artists with names so long that all together are more than is kept.
  private func conversation() -> Conversation {
    let conversation = Conversation()
    let fake = conversation.fake
    fake.songs = [:]
    for number in 0..<300 {
      fake.add(
        Song(
          uri: "\(number).mp3",
          tags: [
            .init(.artist, "\(100 + number) \(Self.long)"), .init(.album, "\(number % 2) \(Self.long)"),
          ],
          duration: .seconds(1)))
    }
    return conversation
  }

  private func begins(_ lines: [String]) -> [String] { lines.map { String($0.prefix(24)) } }

  @Test func `a window is answered however much is behind it`() {
    let conversation = conversation()
    #expect(begins(conversation.ask("list artist window 0:1")) == ["Artist: 100 xxxxxxxxxxxx", "OK"])
    #expect(
      begins(conversation.ask("list album group artist window 0:1")) == [
        "Artist: 100 xxxxxxxxxxxx", "Album: 0 xxxxxxxxxxxxxxx", "OK",
      ])
    #expect(
      begins(conversation.ask("browse artists window 1:2")) == [
        "total: 300", "Artist: 101 xxxxxxxxxxxx", "albums: 1", "songs: 1", "playtime: 1", "OK",
      ])
    for command in ["list artist", "browse artists"] {
      #expect(
        conversation.ask(command) == [
          "ACK [2@0] {\(command.prefix { $0 != " " })} There is too much to be put in order: a filter or a window makes it less"
        ])
    }
    #expect(
      conversation.ask("count group artist") == [
        "ACK [2@0] {count} There is too much to be put in order: a filter makes it less"
      ])
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
    #expect(
      conversation.ask("browse artists") == [
        "total: 1", "Artist: A", "albums: 300", "songs: 300", "playtime: 300", "OK",
      ])
  }

  @Test func `statistics that can't be had are refused`() {
    let conversation = Conversation()
    conversation.fake.refusal = .volumeGone
    #expect(conversation.ask("stats").last?.hasPrefix("ACK ") == true)
  }
}
