import Model
import Player
import Support
import Testing

@Suite struct RandomTests {
  /// Plays to the end of the order, each entry seamlessly after the other.
  private func playThrough(_ rig: inout Rig, at most: Int = 1_000) throws -> [UInt32] {
    var played: [UInt32] = []
    if let id = rig.currentID { played.append(id) }
    var next = rig.jukebox.next
    while next != nil, played.count < most {
      try rig.send(.next)
      if let id = rig.currentID { played.append(id) }
      next = rig.jukebox.next
    }
    return played
  }

  @Test(arguments: 1..<20) func `random visits each entry once`(_ seed: UInt64) throws {
    var rig = try Rig(30, seed: seed)
    try rig.send(.setRandom(true))
    try rig.send(.play)
    let played = try playThrough(&rig)
    expectEqual(played.sorted(), Array(1...30))
    #expect(played != Array(1...30))
    try rig.send(.next)
    expectEqual(rig.status.state, .stop)
  }

  @Test func `seamless steps follow the same order as next`() throws {
    var rig = try Rig(10)
    try rig.send(.setRandom(true))
    var effects = try rig.send(.play)
    let order = rig.jukebox.savedOrder.map(\.rawValue)
    var played: [UInt32] = []
    for _ in 0..<10 {
      played.append(try #require(rig.currentID))
      try rig.sounds()
      guard let next = effects.lastNext, let serial = rig.status.serial else { break }
      effects = try rig.send(.ended(serial)) + rig.send(.started(next.serial, length: nil))
    }
    expectEqual(played, order)
  }

  @Test func `previous steps back through what was played`() throws {
    var rig = try Rig(12)
    try rig.send(.setRandom(true))
    try rig.send(.play)
    var history: [UInt32] = []
    for _ in 0..<6 {
      history.append(try #require(rig.currentID))
      try rig.send(.next)
    }
    for expected in history.reversed() {
      try rig.send(.previous)
      expectEqual(rig.currentID, expected)
    }
    // And forward again through the same.
    for expected in history.dropFirst() {
      try rig.send(.next)
      expectEqual(rig.currentID, expected)
    }
  }

  @Test(arguments: 1..<10) func `rounds follow each other, each complete, never one entry twice in a row`(
    _ seed: UInt64
  ) throws {
    var rig = try Rig(7, seed: seed)
    try rig.send(.setRepeat(true))
    try rig.send(.setRandom(true))
    try rig.send(.play)
    var played: [UInt32] = []
    for _ in 0..<35 {
      played.append(try #require(rig.currentID))
      try rig.send(.next)
    }
    for round in 0..<5 { expectEqual(played[round * 7..<round * 7 + 7].sorted(), Array(1...7)) }
    for (a, b) in zip(played, played.dropFirst()) { #expect(a != b) }
    #expect(played[..<7] != played[7..<14] || played[7..<14] != played[14..<21])
  }

  @Test func `previous goes back into the round before`() throws {
    var rig = try Rig(5)
    try rig.send(.setRepeat(true))
    try rig.send(.setRandom(true))
    try rig.send(.play)
    var played: [UInt32] = []
    for _ in 0..<7 {
      played.append(try #require(rig.currentID))
      try rig.send(.next)
    }
    // The one that plays now is the third of the second round; go back to the end of the first.
    for expected in [played[6], played[5], played[4]] {
      try rig.send(.previous)
      expectEqual(rig.currentID, expected)
    }
  }

  @Test func `entries added later come in what remains, each once`() throws {
    var rig = try Rig(10)
    try rig.send(.setRandom(true))
    let next = try rig.send(.play).lastNext
    let first = try #require(rig.currentID)
    #expect(try rig.acts(.add((11...30).map { Rig.track($0) }, at: .end)) == "changed playlist")
    expectEqual(rig.jukebox.next?.id, next?.entry.id)
    let played = try playThrough(&rig)
    expectEqual(played.first, first)
    expectEqual(played.sorted(), Array(1...30))
    // They do not all come last.
    #expect(played.dropLast(20).contains { $0 > 10 })
  }

  @Test func `higher priorities come first, and count once`() throws {
    var rig = try Rig(20)
    try rig.send(.setRandom(true))
    try rig.send(.play)
    let first = try #require(rig.currentID)
    try rig.send(.prioritiseIDs([3, 5, 7, first].map { EntryID(rawValue: $0) }, 10))
    try rig.send(.prioritiseIDs([EntryID(rawValue: first == 9 ? 8 : 9)], 20))
    var expected = [first, first == 9 ? 8 : 9]
    let group = [3, 5, 7].filter { $0 != first }
    let played = try playThrough(&rig)
    expectEqual(Array(played.prefix(2)), expected)
    expectEqual(played[2..<2 + group.count].sorted(), group)
    expectEqual(played.sorted(), Array(1...20))
    expected = rig.jukebox.queue.entries.filter { $0.priority > 0 }.map(\.id.rawValue)
    expectEqual(expected, [first])
  }

  @Test func `a played entry whose priority is raised plays again`() throws {
    var rig = try Rig(6)
    try rig.send(.setRandom(true))
    try rig.send(.play)
    let first = try #require(rig.jukebox.current?.id)
    try rig.send(.next)
    try expectEqual(rig.acts(.prioritiseIDs([first], 1)), "next \(first.rawValue), changed playlist")
    try rig.send(.next)
    expectEqual(rig.jukebox.current?.id, first)
    expectEqual(rig.jukebox.current?.priority, 0)
  }

  @Test func `an entry chosen by hand doesn't cost the ones in between`() throws {
    var rig = try Rig(15)
    try rig.send(.setRandom(true))
    try rig.send(.play)
    let first = try #require(rig.currentID)
    let far = try #require(rig.jukebox.savedOrder.last)
    try rig.send(.playID(far))
    let played = try playThrough(&rig)
    expectEqual(played.first, far.rawValue)
    expectEqual(([first] + played).sorted(), Array(1...15))
    try rig.send(.stop)
  }

  @Test func `turning random on keeps the current song first, and off continues from it`() throws {
    var rig = try Rig(10)
    try rig.send(.playPosition(4))
    try rig.send(.setRandom(true))
    expectEqual(rig.jukebox.savedOrder.first?.rawValue, 5)
    expectEqual(rig.currentID, 5)
    try rig.send(.setRandom(false))
    expectEqual(rig.jukebox.next?.id.rawValue, 6)
    expectEqual(rig.jukebox.savedOrder, [])
  }

  @Test func `the order and its history survive a restart`() throws {
    var rig = try Rig(20)
    try rig.send(.setRandom(true))
    try rig.send(.play)
    var history: [UInt32] = []
    for _ in 0..<5 {
      history.append(try #require(rig.currentID))
      try rig.send(.next)
    }
    let saved = rig.saved()
    let rest = try playThrough(&rig)
    var again = try Rig(restoring: saved)
    try expectEqual(playThrough(&again), rest)
    again = try Rig(restoring: saved)
    for expected in history.reversed() {
      try again.send(.previous)
      expectEqual(again.currentID, expected)
    }
  }

  @Test func `an order that lost entries, or has strange ones, is put right`() throws {
    var rig = try Rig(10)
    try rig.send(.setRandom(true))
    try rig.send(.play)
    try rig.send(.next)
    var saved = rig.saved()
    saved.order.removeAll { [3, 4].contains($0.rawValue) && $0 != saved.position.entry }
    saved.order += [EntryID(rawValue: 99), saved.order[2], saved.order[3]]
    let again = try Rig(restoring: saved)
    expectEqual(again.jukebox.savedOrder.map(\.rawValue).sorted(), Array(1...10))
    #expect(again.jukebox.savedOrder.prefix(2).elementsEqual(saved.order.prefix(2)))
  }

  @Test(arguments: 1..<8) func `random with consume plays each entry once and leaves none`(_ seed: UInt64)
    throws
  {
    for isRepeating in [false, true] {
      var rig = try Rig(12, seed: seed)
      try rig.send(.setConsume(.on))
      try rig.send(.setRepeat(isRepeating))
      try rig.send(.setRandom(true))
      var effects = try rig.send(.play)
      var played: [UInt32] = []
      while let id = rig.currentID, played.count < 50 {
        played.append(id)
        try rig.sounds()
        guard let serial = rig.status.serial else { break }
        if let next = effects.lastNext {
          effects = try rig.send(.ended(serial)) + rig.send(.started(next.serial, length: nil))
        } else {
          try rig.ends()
        }
      }
      expectEqual(played.sorted(), Array(1...12))
      expectEqual(rig.ids, [])
    }
  }

  @Test func `a broken last entry of a round keeps its place in the next, with consume too`() throws {
    var rig = try Rig(3)
    try rig.send(.setConsume(.on))
    try rig.send(.setRepeat(true))
    try rig.send(.setRandom(true))
    try rig.send(.play)
    let first = try #require(rig.currentID)
    // Left by hand, the first is not consumed; the chosen one is, by the step to the last.
    try rig.send(.playID(try #require(rig.jukebox.savedOrder.last)))
    try rig.send(.next)
    let serial = try #require(rig.status.serial)
    try rig.send(.failed(serial, .broken, reason: "bad"))
    expectEqual(rig.currentID, first)
    expectEqual(rig.ids.count, 2)
    expectEqual(rig.jukebox.savedOrder.map(\.rawValue).sorted(), rig.ids.sorted())
  }

  @Test(arguments: 1..<20) func `edits in between cost no entry its turn, and give none a second`(
    _ seed: UInt64
  ) throws {
    var dice = Dice(seed: seed)
    var rig = try Rig(25, seed: seed)
    try rig.send(.setRandom(true))
    try rig.send(.play)
    var played: [UInt32] = []
    while let id = rig.currentID {
      played.append(id)
      for _ in 0..<dice.below(3) where played.count < 60 {
        let count = rig.jukebox.queue.count
        let position = dice.below(count)
        switch dice.below(6) {
        case 0: try rig.send(.add([Rig.track(1), Rig.track(2)], at: .position(position)))
        case 1 where rig.jukebox.currentPosition != position: try rig.send(.delete(position..<position + 1))
        case 2: try rig.send(.move(position..<position + 1, to: .position(dice.below(count))))
        case 3: try rig.send(.shuffle(0..<Int.max))
        case 4: try rig.send(.swap(position, dice.below(count)))
        default:
          let other = rig.jukebox.queue[position]
          if !played.contains(other.id.rawValue) {
            try rig.send(.prioritiseIDs([other.id], UInt8(dice.below(4))))
          }
        }
      }
      try rig.send(.next)
    }
    expectEqual(Set(played).count, played.count)
    #expect(Set(rig.ids).isSubset(of: played))
  }
}
