import CLinux
import Support
import Testing

@testable import Linux

@Suite("Time")
struct TimeTests {
  @Test func `an instant stops at the ends of its range`() {
    let early = Instant(nanoseconds: .min)
    let late = Instant(nanoseconds: .max)
    expectEqual(late + .seconds(1), late)
    expectEqual(early + .seconds(-1), early)
    expectEqual(Instant(nanoseconds: 5) + .seconds(Int64.max), late)
    expectEqual(Instant(nanoseconds: 5) + .nanoseconds(2), Instant(nanoseconds: 7))
    expectEqual(Instant(nanoseconds: 5) - Instant(nanoseconds: 7), .nanoseconds(-2))
    #expect(late - early > .seconds(18_446_744_073))
  }

  @Test(arguments: [
    (Duration.zero, Int64(0)), (.nanoseconds(1), 1), (.nanoseconds(-1), -1), (.seconds(-3), -3_000_000_000),
    (.milliseconds(1500), 1_500_000_000), (.seconds(Int64.max), .max), (.seconds(Int64.min), .min),
  ])
  func `a duration in nanoseconds is exact or at the end of the range`(duration: Duration, nanoseconds: Int64)
  {
    expectEqual(duration.nanoseconds, nanoseconds)
  }

  @Test func `a clock that the kernel does not vouch for is nil`() {
    let reading = WallClock.reading()
    expectEqual(reading.known == nil, reading.source == .unknown)
    let before = time(nil)
    let now = WallClock.now()
    #expect((before...time(nil)).contains(Int(now)))
  }

  @Test func `a time service counts before a person, and a person before a chip`() {
    var evidence = ClockEvidence()
    func reading(_ isOfNetwork: Bool, _ isOfChip: Bool) -> ClockReading {
      evidence.reading(isOfNetwork: isOfNetwork, isOfChip: isOfChip, system: 1000, monotonic: 50)
    }
    expectEqual(reading(false, false), ClockReading(.unknown, 1000))
    expectEqual(reading(false, false).known, nil)
    expectEqual(reading(false, true), ClockReading(.chip, 1000))
    evidence.offset = 7000
    expectEqual(reading(false, false), ClockReading(.person, 7050))
    expectEqual(reading(false, true), ClockReading(.person, 7050))
    expectEqual(reading(true, true), ClockReading(.network, 1000))
    // The network is away: what it has set still counts.
    expectEqual(reading(false, false), ClockReading(.network, 1000))
  }

  @Test func `another time zone is reported`() throws {
    let folder = try TemporaryFolder()
    _ = try folder.write("localtime", "one")
    let loop = try EventLoop()
    var changes = 0
    let watch = try ClockWatch(loop: loop, zoneFolder: folder.path) { changes += 1 }
    expectEqual(changes, 0)
    _ = try folder.write("other", "two")
    expectEqual(unsafe rename("\(folder.path)/other", "\(folder.path)/localtime"), 0)
    while changes == 0 { try loop.turn() }
    withExtendedLifetime(watch) {}
  }

  @Test func `the time service's mark shows the clock's state if the kernel cannot be asked`() throws {
    let folder = try TemporaryFolder()
    let none = "\(folder.path)/none"
    #expect(!WallClock.isSynchronised(answer: -1, status: 0, mark: none))
    #expect(WallClock.isSynchronised(answer: -1, status: 0, mark: folder.path))
    #expect(WallClock.isSynchronised(answer: 0, status: 0, mark: none))
    #expect(!WallClock.isSynchronised(answer: 0, status: STA_UNSYNC, mark: folder.path))
    #expect(!WallClock.isSynchronised(answer: TIME_ERROR, status: 0, mark: folder.path))
  }

  @Test func `a clock chip that set the kernel's clock at boot vouches for a plausible time`() throws {
    let folder = try TemporaryFolder()
    func chip(_ number: Int, _ hctosys: String) throws {
      let path = "\(folder.path)/rtc\(number)"
      expectEqual(unsafe mkdir(path, 0o755), 0)
      _ = try folder.write("rtc\(number)/hctosys", hctosys)
    }
    let november2026: Int64 = 1_795_910_400
    #expect(!WallClock.isSetByChip(at: november2026, chips: folder.path))
    try chip(0, "0\n")
    #expect(!WallClock.isSetByChip(at: november2026, chips: folder.path))
    try chip(1, "1\n")
    // The battery was empty; systemd has set the clock to the last time that it knew.
    _ = try folder.write("rtc1/since_epoch", "946684812\n")
    #expect(!WallClock.isSetByChip(at: november2026, chips: folder.path))
    _ = try folder.write("rtc1/since_epoch", "1795910400\n")
    #expect(WallClock.isSetByChip(at: november2026, chips: folder.path))
    // The battery is empty, or the chip was never set.
    #expect(!WallClock.isSetByChip(at: 946_684_800, chips: folder.path))
    #expect(!WallClock.isSetByChip(at: 4_102_444_800, chips: folder.path))
  }

  @Test func `a time zone that is set while the program runs counts at once`() throws {
    let before = unsafe getenv("TZ").map { unsafe String(cString: $0) }
    defer {
      if let before { unsafe setenv("TZ", before, 1) } else { unsafe unsetenv("TZ") }
    }
    unsafe setenv("TZ", "UTC0", 1)
    expectEqual(WallClock.localName(of: 1_600_000_000), "2020-09-13 12-26-40")
    unsafe setenv("TZ", "AAA-5:30", 1)
    expectEqual(WallClock.localName(of: 1_600_000_000), "2020-09-13 17-56-40")
    expectEqual(WallClock.offset(at: 1_600_000_000), 19_800)
    unsafe setenv("TZ", "CET-1CEST,M3.5.0,M10.5.0/3", 1)
    expectEqual(WallClock.offset(at: 1_774_745_999), 3600)
    expectEqual(WallClock.offset(at: 1_774_746_000), 7200)
  }

  @Test func `a manual clock goes only by hand`() {
    let clock = ManualClock(at: Instant(nanoseconds: 7))
    expectEqual(clock.now, Instant(nanoseconds: 7))
    clock.advance(by: .nanoseconds(3))
    expectEqual(clock.now, Instant(nanoseconds: 10))
    expectEqual(clock.elapsed, .nanoseconds(3))
  }
}
