import Model
import Player
import Support
import Testing

/// What is counted of what was heard. Every track of the rig is 100 s long.
@Suite struct ListeningTests {
  /// What was told so far, such as `1 played`, `1 over 60.0 played`, `2 over 3.0 skipped`.
  private func words(_ rig: Rig) -> [String] {
    rig.reports.map { report in
      var words = [String(decoding: report.track.path, as: UTF8.self)]
      if report.isOver { words.append("over \(report.heard.components.seconds)") }
      if report.isPlayed { words.append("played") }
      if report.isSkipped { words.append("skipped") }
      if report.soughtEnd { words.append("to the end") }
      return words.joined(separator: " ")
    }
  }

  /// Something that may happen while the first of three entries plays.
  private enum Step {
    case heard(Int)
    case event(Event)
    case ends
    case goesOn
  }

  private func heard(_ steps: [Step], saved: SavedState? = nil) throws -> [String] {
    var rig = try saved.map { try Rig(restoring: $0) } ?? Rig(3)
    if saved == nil { try rig.send(.play) }
    try take(steps, &rig)
    return words(rig)
  }

  private func take(_ steps: [Step], _ rig: inout Rig) throws {
    if rig.status.serial != nil { try rig.sounds() }
    for step in steps {
      switch step {
      case .heard(let seconds):
        rig.pass(.seconds(seconds))
        try rig.send(.tick)
      case .event(let event):
        let effects = try rig.send(event)
        if Rig.words(effects).contains(where: { $0.hasPrefix("start") }) { try rig.sounds() }
      case .ends:
        if let serial = rig.status.serial {
          try rig.send(.ended(serial))
          let effects = try rig.send(.drained(after: serial))
          if Rig.words(effects).contains(where: { $0.hasPrefix("start") }) { try rig.sounds() }
        }
      case .goesOn: break
      }
    }
  }

  @Test func `half of an entry makes it played, at once and once`() throws {
    try expectEqual(heard([.heard(49)]), [])
    try expectEqual(heard([.heard(49), .heard(1)]), ["a/1.flac played"])
    try expectEqual(heard([.heard(50), .heard(20), .heard(30)]), ["a/1.flac played"])
  }

  @Test func `the moment in which it counts is waited for`() throws {
    var rig = try Rig(1)
    try rig.send(.play)
    try rig.sounds()
    var ticks = 0
    while rig.reports.isEmpty, ticks < 100, let deadline = rig.jukebox.deadline {
      rig.time = deadline
      try rig.send(.tick)
      ticks += 1
    }
    #expect(rig.time == .seconds(50) && words(rig) == ["a/1.flac played"])
    // No sound brings it nearer while it is paused.
    rig = try Rig(1)
    try rig.send(.play)
    try rig.sounds()
    try rig.send(.setPaused(true))
    #expect(rig.jukebox.deadline == nil)
  }

  @Test func `a song left by hand before its half is skipped, and after it is not`() throws {
    let ways: [Event] = [
      .next, .previous, .playPosition(2), .playID(EntryID(rawValue: 3)), .delete(0..<1), .clear,
      .deleteIDs([EntryID(rawValue: 1)]), .seekPosition(2, to: .seconds(3)), .perform(.next),
      .replaceQueue([Rig.track(9)].map { QueueItem($0) }),
    ]
    for way in ways {
      if case .previous = way { continue }
      #expect(try heard([.heard(20), .event(way)]) == ["a/1.flac over 20 skipped"], "\(way)")
      #expect(
        try heard([.heard(60), .event(way)]) == ["a/1.flac played", "a/1.flac over 60 played"], "\(way)")
    }
  }

  @Test(arguments: [(95.0, "skipped to the end"), (94.9, "skipped")])
  func `a jump to the last twentieth looks for the end, and one before it does not`(
    _ seconds: Double, _ end: String
  ) throws {
    let words = try heard([.heard(20), .event(.seekCurrent(to: .seconds(seconds))), .event(.next)])
    expectEqual(words, ["a/1.flac over 20 \(end)"])
  }

  @Test func `a song that is stopped, fails or ends by itself is not skipped`() throws {
    try expectEqual(heard([.heard(20), .event(.stop)]), ["a/1.flac over 20"])
    try expectEqual(heard([.heard(20), .event(.perform(.stop))]), ["a/1.flac over 20"])
    try expectEqual(heard([.heard(20), .event(.setPaused(true))]), [])
    try expectEqual(heard([.heard(20), .event(.powerOff)]), [])
    try expectEqual(heard([.heard(20), .ends]), ["a/1.flac over 20"])
    var rig = try Rig(2)
    try rig.send(.play)
    try rig.sounds()
    rig.pass(.seconds(5))
    let serial = try #require(rig.status.serial)
    try rig.send(.failed(serial, .broken, reason: "cut off"))
    _ = try rig.ends()
    expectEqual(words(rig), ["a/1.flac over 5"])
  }

  @Test func `a song never heard counts as neither played nor skipped`() throws {
    try expectEqual(heard([.event(.next), .event(.next)]), [])
  }

  @Test func `time that sounds counts, not the position`() throws {
    // Jumping past the middle is not hearing it.
    try expectEqual(heard([.heard(10), .event(.seekCurrent(to: .seconds(80))), .heard(5)]), [])
    try expectEqual(
      heard([.heard(10), .event(.seekCurrent(to: .seconds(40))), .heard(40)]), ["a/1.flac played"])
    // Hearing the beginning again is.
    try expectEqual(heard([.heard(30), .event(.seekCurrent(to: .zero)), .heard(20)]), ["a/1.flac played"])
    try expectEqual(
      heard([
        .heard(30), .event(.setPaused(true)), .heard(500), .event(.setPaused(false)), .heard(10),
        .event(.next),
      ]), ["a/1.flac over 40 skipped"])
  }

  @Test func `a stalled device is not heard`() throws {
    var rig = try Rig(1)
    try rig.send(.play)
    try rig.sounds()
    let serial = try #require(rig.status.serial)
    for _ in 0..<20 {
      rig.pass(.seconds(4))
      try rig.send(.position(serial, .seconds(2)))
      try rig.send(.tick)
    }
    expectEqual(rig.saved().position.playing?.heard, .seconds(2))
  }

  @Test func `positions that come in steps lose nothing and add nothing`() throws {
    var rig = try Rig(1)
    try rig.send(.play)
    try rig.sounds()
    let serial = try #require(rig.status.serial)
    for step in 1...4000 {
      rig.pass(.milliseconds(10))
      // In steps of 30 ms, up to 20 ms late, and now and then a little back.
      let told = step * 10 / 30 * 30 - (step.isMultiple(of: 7) ? 5 : 0)
      try rig.send(.position(serial, .milliseconds(told)))
    }
    let heard = try #require(rig.saved().position.playing?.heard)
    #expect(heard <= .seconds(40) && heard >= .milliseconds(39_900))
  }

  @Test func `a position reported before a jump does not count as heard`() throws {
    var rig = try Rig(1)
    try rig.send(.play)
    try rig.sounds()
    let serial = try #require(rig.status.serial)
    rig.pass(.seconds(1))
    try rig.send(.seekCurrent(to: .seconds(90)))
    try rig.send(.position(serial, .seconds(1)))
    rig.pass(.milliseconds(10))
    try rig.send(.position(serial, .seconds(90)))
    let heard = try #require(rig.saved().position.playing?.heard)
    #expect(heard <= .milliseconds(1010))
  }

  @Test func `four minutes of a long entry make it played`() throws {
    var rig = try Rig(1)
    try rig.send(.play)
    let serial = try #require(rig.status.serial)
    try rig.send(.started(serial, length: .seconds(7200)))
    rig.pass(.seconds(239))
    try rig.send(.tick)
    expectEqual(words(rig), [])
    rig.pass(.seconds(1))
    try rig.send(.tick)
    expectEqual(words(rig), ["a/1.flac played"])
  }

  @Test func `an entry of unknown length counts its half at its end`() throws {
    for (start, isPlayed) in [(0, true), (70, false)] {
      var rig = try Rig(1)
      try rig.send(.seekPosition(0, to: .seconds(start)))
      let serial = try #require(rig.status.serial)
      try rig.send(.started(serial, length: nil))
      rig.pass(.seconds(60))
      _ = try rig.ends()
      expectEqual(words(rig), ["a/1.flac over 60" + (isPlayed ? " played" : "")])
    }
  }

  @Test func `half of a length that is only reckoned counts`() throws {
    var rig = try Rig(2)
    try rig.send(.play)
    let serial = try #require(rig.status.serial)
    try rig.send(.started(serial, length: nil, likely: .seconds(20)))
    rig.pass(.seconds(11))
    try rig.send(.tick)
    expectEqual(words(rig), ["a/1.flac played"])
    try rig.send(.next)
    expectEqual(words(rig), ["a/1.flac played", "a/1.flac over 11 played"])
    expectEqual(rig.reports.last?.length, .seconds(20))
  }

  @Test func `a jump beyond a length that is only reckoned makes it no longer`() throws {
    var rig = try Rig(1)
    try rig.send(.play)
    let serial = try #require(rig.status.serial)
    try rig.send(.started(serial, length: nil, likely: .seconds(20)))
    rig.pass(.seconds(5))
    try rig.send(.seekCurrent(to: .seconds(999)))
    // It may be half as long again.
    expectEqual(rig.status.elapsed, .seconds(40))
    _ = try rig.ends()
    #expect(words(rig) == ["a/1.flac over 5 to the end"] && rig.reports.last?.length == .seconds(20))
  }

  @Test func `a jump continues after an estimated length that was too short`() throws {
    var rig = try Rig(1)
    try rig.send(.play)
    let serial = try #require(rig.status.serial)
    try rig.send(.started(serial, length: nil, likely: .seconds(20)))
    rig.pass(.seconds(60))
    try rig.send(.seekCurrentBy(.seconds(10)))
    expectEqual(rig.status.elapsed, .seconds(70))
  }

  // MARK: Parts

  /// A queue of parts of the first song, which is 100 s long, and of the second; the first part plays.
  private func parts(_ parts: Range<Int>...) throws -> Rig {
    var rig = try Rig()
    let items = parts.map {
      QueueItem(Rig.track(1), Region(start: .seconds($0.lowerBound), end: .seconds($0.upperBound)))
    }
    try rig.send(.addItems(items + [QueueItem(Rig.track(2))], at: .end))
    try rig.send(.play)
    try soundsPart(&rig)
    return rig
  }

  private func soundsPart(_ rig: inout Rig) throws {
    let serial = try #require(rig.status.serial)
    let region = try #require(rig.jukebox.current).region
    let length = (region.end ?? Rig.trackLength) - region.start
    try rig.send(.started(serial, length: length, file: Rig.trackLength))
  }

  private func hear(_ seconds: Int, _ rig: inout Rig) throws {
    rig.pass(.seconds(seconds))
    try rig.send(.tick)
  }

  @Test func `parts of a song that follow each other are one playing of it`() throws {
    var rig = try parts(0..<20, 20..<40, 40..<60, 60..<100)
    let playing = rig.saved().position.playing?.id
    for seconds in [20, 20] {
      try hear(seconds, &rig)
      _ = try rig.ends()
      try soundsPart(&rig)
    }
    expectEqual(words(rig), [])
    try hear(10, &rig)
    expectEqual(words(rig), ["a/1.flac played"])
    try hear(10, &rig)
    // Seamlessly.
    let (last, next) = (try #require(rig.status.serial), try #require(rig.jukebox.next))
    try rig.send(.ended(last))
    try rig.send(
      .started(PlaySerial(rawValue: last.rawValue + 1), length: .seconds(40), file: Rig.trackLength))
    #expect(rig.jukebox.current == next && rig.saved().position.playing?.id == playing)
    expectEqual(rig.saved().position.playing?.entry, next.id)
    try hear(40, &rig)
    _ = try rig.ends()
    expectEqual(words(rig), ["a/1.flac played", "a/1.flac over 100 played"])
    expectEqual(Set(rig.reports.map(\.playing)).count, 1)
  }

  @Test func `a part reports only its heard part of the song`() throws {
    var rig = try parts(0..<2)
    try hear(2, &rig)
    _ = try rig.ends()
    #expect(words(rig) == ["a/1.flac over 2"] && rig.reports.last?.length == Rig.trackLength)
  }

  @Test
  func `a jump from one part of a song to another is a seek, and a skip counts the part's own time`()
    throws
  {
    for (seconds, isSkipped) in [(10, false), (9, true)] {
      var rig = try parts(0..<20, 20..<40)
      try hear(5, &rig)
      try rig.send(.next)
      try soundsPart(&rig)
      try hear(seconds, &rig)
      expectEqual(words(rig), [])
      try rig.send(.next)
      expectEqual(words(rig), ["a/1.flac over \(5 + seconds)" + (isSkipped ? " skipped" : "")])
    }
  }

  @Test func `a part heard before is not skipped by leaving the next part`() throws {
    var rig = try parts(0..<20, 20..<40)
    try hear(20, &rig)
    _ = try rig.ends()
    try soundsPart(&rig)
    try hear(1, &rig)
    try rig.send(.next)
    expectEqual(words(rig), ["a/1.flac over 21"])
  }

  @Test func `a part after the estimated end can be sought to its own end`() throws {
    var rig = try Rig()
    let region = Region(start: .seconds(2400), end: .seconds(2640))
    try rig.send(.addItems([QueueItem(Rig.track(1), region)], at: .end))
    try rig.send(.play)
    let serial = try #require(rig.status.serial)
    try rig.send(.started(serial, length: nil, likely: .seconds(240), file: .seconds(1800)))
    try rig.send(.seekCurrent(to: .seconds(200)))
    expectEqual(rig.status.elapsed, .seconds(200))
    try rig.send(.seekCurrent(to: .seconds(999)))
    expectEqual(rig.status.elapsed, .seconds(240))
  }

  @Test func `a part that begins again is another playing`() throws {
    var rig = try parts(0..<60, 0..<60)
    try hear(60, &rig)
    _ = try rig.ends()
    try soundsPart(&rig)
    try hear(60, &rig)
    _ = try rig.ends()
    #expect(words(rig).filter { $0 == "a/1.flac over 60 played" }.count == 2)
  }

  @Test func `a part ends its song only where that ends`() throws {
    var rig = try parts(0..<20)
    try rig.send(.seekCurrent(to: .seconds(19)))
    try hear(1, &rig)
    _ = try rig.ends()
    expectEqual(words(rig), ["a/1.flac over 1"])
  }

  @Test func `a jump to the end is reported, and is no skip`() throws {
    try expectEqual(
      heard([.heard(5), .event(.seekCurrent(to: .seconds(97))), .heard(3), .ends]),
      ["a/1.flac over 8 to the end"])
    try expectEqual(
      heard([.heard(5), .event(.seekCurrent(to: .seconds(500))), .ends]), ["a/1.flac over 5 to the end"])
    // A small step near the end, or a jump back, is none.
    try expectEqual(
      heard([.heard(96), .event(.seekCurrentBy(.seconds(2))), .event(.next)]),
      ["a/1.flac played", "a/1.flac over 96 played"])
    try expectEqual(
      heard([.heard(5), .event(.seekCurrent(to: .seconds(94))), .event(.stop)]), ["a/1.flac over 5"])
  }

  @Test func `each repeat of an entry counts separately`() throws {
    var rig = try Rig(1)
    try rig.send(.setRepeat(true))
    var next = try rig.send(.play).lastNext
    try rig.sounds()
    for _ in 0..<3 {
      rig.pass(.seconds(100))
      let serial = try #require(rig.status.serial)
      let follower = try #require(next)
      try rig.send(.ended(serial))
      next = try rig.send(.started(follower.serial, length: Rig.trackLength)).lastNext
    }
    expectEqual(rig.reports.filter(\.isOver).count, 3)
    #expect(rig.reports.filter { $0.isPlayed && $0.isOver }.count == 3)
    expectEqual(Set(rig.reports.map(\.playing)).count, 3)
  }

  @Test func `a restart of an entry does not leave it`() throws {
    try expectEqual(
      heard([.heard(20), .event(.playPosition(0)), .heard(60)]),
      [
        "a/1.flac over 20", "a/1.flac played",
      ])
    try expectEqual(heard([.heard(2), .event(.perform(.previous)), .heard(1)]), ["a/1.flac over 2"])
  }

  // MARK: Interruptions

  @Test func `a power cut parts no playing`() throws {
    var rig = try Rig(3)
    try rig.send(.play)
    try take([.heard(30)], &rig)
    let first = try #require(rig.saved().position.playing)
    var other = try Rig(restoring: rig.saved())
    try take([.heard(19)], &other)
    expectEqual(words(other), [])
    try take([.heard(1), .event(.next)], &other)
    expectEqual(words(other), ["a/1.flac played", "a/1.flac over 50 played"])
    #expect(other.reports.allSatisfy { $0.playing == first.id })
  }

  @Test func `a playing counted before a power cut is counted again under the same number`() throws {
    var rig = try Rig(3)
    try rig.send(.play)
    try take([.heard(60), .event(.seekCurrent(to: .seconds(99))), .event(.setPaused(true))], &rig)
    expectEqual(words(rig), ["a/1.flac played"])
    var other = try Rig(restoring: rig.saved())
    try take([.event(.setPaused(false)), .ends], &other)
    expectEqual(words(other).last, "a/1.flac over 60 played to the end")
    expectEqual(Set((rig.reports + other.reports).map(\.playing)).count, 1)
  }

  @Test func `a volume that leaves and comes back parts no playing, and is no skip`() throws {
    var rig = try Rig(3)
    try rig.send(.play)
    try take([.heard(30), .event(.volumeLeft(Rig.stick)), .heard(2), .ends], &rig)
    expectEqual(words(rig), [])
    try take([.event(.volumeArrived(Rig.stick)), .heard(18)], &rig)
    expectEqual(words(rig), ["a/1.flac played"])
  }

  @Test func `another song played without the volume is no skip`() throws {
    var rig = try Rig(1)
    try rig.send(.volumeArrived(Rig.otherStick))
    try rig.send(.add([Rig.track(7, volume: Rig.otherStick)], at: .end))
    try rig.send(.playPosition(0))
    try take([.heard(30), .event(.volumeLeft(Rig.stick)), .ends, .event(.playPosition(1))], &rig)
    expectEqual(words(rig), ["a/1.flac over 30"])
  }

  @Test func `a file moved while it plays is reported by its new place`() throws {
    var rig = try Rig(1)
    try rig.send(.play)
    try take([.heard(10)], &rig)
    try rig.send(.moved([Rig.track(1): Rig.track(1, folder: "b")]))
    try take([.heard(10), .event(.stop)], &rig)
    expectEqual(words(rig), ["b/1.flac over 20"])
  }
}
