import Model
import Player
import Support
import Testing

/// Songs that guests ask for.
@Suite struct PartyTests {
  /// - Returns: a jukebox that plays the first of some songs of the household.
  private func playing(_ count: Int, random: Bool = false, _ change: (inout PartyRules) -> Void = { _ in })
    throws
    -> Rig
  {
    var policy = Policy(autoplay: .off)
    change(&policy.party)
    var rig = try Rig(count, policy: policy)
    if random { try rig.send(.setRandom(true)) }
    try rig.send(.play)
    try rig.sounds()
    return rig
  }

  private func item(_ number: Int, _ guest: String) -> QueueItem {
    QueueItem(Rig.track(number, folder: guest))
  }

  /// The guests of the queue, with the number of each one's song, in the order of playback.
  private func order(_ rig: Rig) -> [String] {
    let entries =
      rig.status.modes.random
      ? rig.jukebox.savedOrder.compactMap { rig.jukebox.queue.entry(of: $0) } : rig.jukebox.queue.entries
    return entries.map { entry in
      let name = String(decoding: entry.track.path, as: UTF8.self)
      return (entry.told.guest ?? "-") + String(name.dropLast(5).suffix(1))
    }
  }

  @Test func `guests take turns with each other and with the household`() throws {
    var rig = try playing(4)
    try rig.send(.request([item(1, "Ana"), item(2, "Ana")], guest: "Ana"))
    expectEqual(order(rig), ["-1", "Ana1", "-2", "Ana2", "-3", "-4"])
    try rig.send(.request([item(1, "Ben")], guest: "Ben"))
    expectEqual(order(rig), ["-1", "Ana1", "Ben1", "-2", "Ana2", "-3", "-4"])
    try rig.send(.request([item(2, "Ben")], guest: "Ben"))
    expectEqual(order(rig), ["-1", "Ana1", "Ben1", "-2", "Ana2", "Ben2", "-3", "-4"])
    expectEqual(rig.jukebox.lastAdded.count, 1)
    #expect(rig.jukebox.next?.told.guest == "Ana")
  }

  @Test func `a guest whose song plays has had a turn`() throws {
    var rig = try playing(1)
    try rig.send(.request([item(1, "Ana"), item(2, "Ana")], guest: "Ana"))
    try rig.send(.next)
    try rig.send(.request([item(1, "Ben")], guest: "Ben"))
    expectEqual(order(rig), ["-1", "Ana1", "Ben1", "Ana2"])
    // The song that has played is none of those that wait.
    try rig.send(.request([item(3, "Ana"), item(4, "Ana")], guest: "Ana"))
    expectEqual(order(rig), ["-1", "Ana1", "Ben1", "Ana2", "Ana3", "Ana4"])
  }

  @Test func `turns hold in random order, after what has a priority`() throws {
    var rig = try playing(6, random: true)
    let last = try #require(rig.jukebox.savedOrder.last)
    try rig.send(.prioritiseIDs([last], 5))
    try rig.send(.request([item(1, "Ana")], guest: "Ana"))
    try rig.send(.request([item(1, "Ben")], guest: "Ben"))
    let order = order(rig)
    expectEqual(Array(order[2...3]), ["Ana1", "Ben1"])
    expectEqual(rig.jukebox.savedOrder[1], last)
    expectEqual(Set(order).count, 8)
    // The queue has them at its end.
    expectEqual(rig.jukebox.queue.entries.suffix(2).map { $0.told.guest }, ["Ana", "Ben"])
  }

  @Test func `a guest has few songs that wait`() throws {
    var rig = try playing(1) { $0.songsEach = 2 }
    let limit = Refusal.failed(.guestLimit, "At most 2 songs of a guest wait in the queue", about: "2")
    #expect(throws: limit) {
      try rig.send(.request([item(1, "Ana"), item(2, "Ana"), item(3, "Ana")], guest: "Ana"))
    }
    expectEqual(rig.ids.count, 1)
    try rig.send(.request([item(1, "Ana"), item(2, "Ana")], guest: "Ana"))
    #expect(throws: limit) { try rig.send(.request([item(3, "Ana")], guest: "Ana")) }
    try rig.send(.request([item(3, "Ana")], guest: "Ben"))
    try rig.send(.next)
    try rig.send(.request([item(4, "Ana")], guest: "Ana"))
    expectEqual(rig.ids.count, 5)
  }

  @Test func `no song plays twice within the hour`() throws {
    var rig = try playing(1)
    let repeats = Refusal.failed(
      .songRepeats, "The song waits already, or has played in the last 60 minutes", about: "60")
    let song = item(1, "Ana")
    try rig.send(.request([song], guest: "Ana"))
    #expect(throws: repeats) { try rig.send(.request([song], guest: "Ben")) }
    #expect(throws: repeats) { try rig.send(.request([QueueItem(Rig.track(1))], guest: "Ben")) }
    #expect(throws: repeats) { try rig.send(.request([item(2, "Ana"), item(2, "Ana")], guest: "Ben")) }
    try rig.send(.next)
    try rig.sounds()
    try rig.send(.delete(0..<2))
    rig.pass(.seconds(59 * 60))
    #expect(throws: repeats) { try rig.send(.request([song], guest: "Ben")) }
    rig.pass(.seconds(60))
    try rig.send(.request([song], guest: "Ben"))
    var free = try playing(1) { $0.againAfterMinutes = 0 }
    try free.send(.request([QueueItem(Rig.track(1)), QueueItem(Rig.track(1))], guest: "Ben"))
    expectEqual(free.ids.count, 3)
  }

  @Test func `enough guests skip a song by their votes`() throws {
    var rig = try playing(3) { $0.skipVotes = 2 }
    let (first, second) = (rig.jukebox.queue[0].id, rig.jukebox.queue[1].id)
    #expect(throws: Refusal.overtaken) { try rig.send(.vote(second, guest: "Ana")) }
    try expectEqual(rig.acts(.vote(first, guest: "Ana")), "changed player")
    try rig.send(.vote(first, guest: "Ana"))
    expectEqual([rig.status.skipVotes, rig.status.skipVotesNeeded], [1, 2])
    expectEqual(rig.currentID, first.rawValue)
    try rig.send(.vote(first, guest: "Ben"))
    expectEqual(rig.currentID, second.rawValue)
    expectEqual(rig.status.skipVotes, 0)
    // A vote that comes late does not skip the next song.
    #expect(throws: Refusal.overtaken) { try rig.send(.vote(first, guest: "Cem")) }
    try rig.send(.vote(second, guest: "Ana"))
    expectEqual(rig.currentID, second.rawValue)
    var without = try playing(2) { $0.skipVotes = 0 }
    #expect(throws: Refusal.failed(.notConfigured, "There are no votes: [party] skip-votes is 0")) {
      try without.send(.vote(without.jukebox.queue[0].id, guest: "Ana"))
    }
  }

  @Test func `a guest removes own songs that have not begun`() throws {
    var rig = try playing(2)
    try rig.send(.request([item(1, "Ana")], guest: "Ana"))
    let (own, other) = (rig.jukebox.queue[1].id, rig.jukebox.queue[2].id)
    let foreign = Refusal.failed(.noPermission, "Another guest, or the household, added this song")
    #expect(throws: foreign) { try rig.send(.withdraw(own, guest: "Ben")) }
    #expect(throws: foreign) { try rig.send(.withdraw(other, guest: "Ana")) }
    try rig.send(.withdraw(own, guest: "Ana"))
    expectEqual(order(rig), ["-1", "-2"])
    #expect(throws: Refusal.noSuchSong) { try rig.send(.withdraw(own, guest: "Ana")) }
    try rig.send(.request([item(2, "Ana")], guest: "Ana"))
    try rig.send(.next)
    #expect(throws: Refusal.plays) { try rig.send(.withdraw(rig.jukebox.queue[1].id, guest: "Ana")) }
  }

  @Test(arguments: [ModeSwitch.off, .on])
  func `a guest's song starts the music where the queue has ended by itself`(consume: ModeSwitch) throws {
    var rig = try Rig(1)
    try rig.send(.setConsume(consume))
    try rig.send(.request([item(1, "Ana")], guest: "Ana"))
    #expect(rig.status.state == .stop, "nobody has started it yet")
    try rig.send(.play)
    try rig.send(.next)
    try rig.send(.next)
    expectEqual(rig.status.state, .stop)
    try rig.send(.request([item(2, "Ana"), item(3, "Ana")], guest: "Ana"))
    expectEqual(rig.status.state, .play)
    expectEqual(rig.jukebox.current?.track, Rig.track(2, folder: "Ana"))
    try rig.send(.stop)
    try rig.send(.request([item(4, "Ana")], guest: "Ben"))
    #expect(rig.status.state == .stop, "the household has stopped it")
  }

  // MARK: After the end

  /// - Returns: a jukebox whose queue of 3 songs has ended; the last 2 are Ana's, who may have 2 that wait.
  private func ended(random: Bool = false) throws -> Rig {
    var rig = try playing(1, random: random) { $0.songsEach = 2 }
    try rig.send(.request([item(1, "Ana"), item(2, "Ana")], guest: "Ana"))
    for _ in 1...3 { try rig.send(.next) }
    expectEqual(rig.status.state, .stop)
    expectEqual(rig.ids.count, 3)
    return rig
  }

  /// The next songs begin, and are all that waits.
  private func expectRequest(_ rig: inout Rig) throws {
    try rig.send(.request([item(8, "Ana"), item(9, "Ana")], guest: "Ana"))
    expectEqual(rig.status.state, .play)
    expectEqual(rig.jukebox.current?.track, Rig.track(8, folder: "Ana"))
    expectEqual(rig.jukebox.next?.track, Rig.track(9, folder: "Ana"))
  }

  @Test func `after the end, the song that played last may be withdrawn`() throws {
    var rig = try ended()
    try rig.send(.withdraw(rig.jukebox.queue[2].id, guest: "Ana"))
    try expectRequest(&rig)
  }

  @Test func `the current song that ends the queue may be deleted`() throws {
    var rig = try playing(3)
    try rig.send(.playPosition(2))
    try rig.send(.delete(2..<3))
    try expectRequest(&rig)
  }

  @Test(arguments: [false, true]) func `after the end, random may change`(random: Bool) throws {
    var rig = try ended(random: random)
    try rig.send(.setRandom(!random))
    try expectRequest(&rig)
  }

  @Test func `the end holds over a restart`() throws {
    let old = try ended().jukebox
    let saved = SavedState(
      settings: old.savedSettings, entries: old.queue.entries, position: old.savedPosition(at: .zero))
    var policy = Policy()
    policy.party.songsEach = 2
    var rig = try Rig(restoring: saved, policy: policy)
    expectEqual(rig.status.state, .stop)
    try expectRequest(&rig)
    expectEqual(rig.jukebox.savedPosition(at: .zero).ended, nil)
  }

  @Test func `after the end, consume may have left songs`() throws {
    var rig = try ended()
    try rig.send(.setConsume(.on))
    try rig.send(.playPosition(2))
    try rig.send(.next)
    expectEqual(rig.ids.count, 2)
    try expectRequest(&rig)
  }

  @Test func `songs that the household has added since the end come first`() throws {
    var rig = try ended()
    try rig.send(.add([Rig.track(7)], at: .position(0)))
    try rig.send(.request([item(8, "Ana")], guest: "Ana"))
    expectEqual(rig.jukebox.current?.track, Rig.track(7))
    expectEqual(rig.jukebox.next?.track, Rig.track(8, folder: "Ana"))
  }

  @Test func `a folder is refused without a look at the queue, and a full queue has places`() throws {
    var rig = try playing(QueueLimits.entries - 3)
    let folder = (1...1_000).map { item($0, "Ana") }
    #expect(throws: Refusal.self) { try rig.send(.request(folder, guest: "Ana")) }
    try rig.send(.request([item(1, "Ana"), item(2, "Ana"), item(3, "Ana")], guest: "Ana"))
    expectEqual(
      rig.jukebox.queue.entries.prefix(7).map { $0.told.guest }, [nil, "Ana", nil, "Ana", nil, "Ana", nil])
  }
}
