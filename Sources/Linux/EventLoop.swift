import CLinux

/// The one loop that decides everything: waits in epoll for descriptors and timers, collects what is ready, reads
/// the clock once, then acts. Confined to the thread that made it.
public final class EventLoop {
  /// Events to wait for on a descriptor.
  public struct Interest: OptionSet, Hashable, Sendable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    public static let read = Interest(rawValue: 1)
    public static let write = Interest(rawValue: 2)
    /// Exceptional data: EPOLLPRI, which /proc/self/mountinfo signals at a change.
    public static let priority = Interest(rawValue: 4)
    /// The end of what a socket's peer sends: EPOLLRDHUP. It is seen without reading what was sent before.
    public static let end = Interest(rawValue: 8)

    /// As epoll(7) and poll(2) write it: they share their numbers.
    var mask: UInt32 {
      var mask: UInt32 = 0
      if contains(.read) { mask |= EPOLLIN.rawValue }
      if contains(.write) { mask |= EPOLLOUT.rawValue }
      if contains(.priority) { mask |= EPOLLPRI.rawValue }
      if contains(.end) { mask |= EPOLLRDHUP.rawValue }
      return mask
    }
  }

  /// Events of a descriptor. `error` and `hangup` come unasked. A peer that only stopped sending is `read`, and reading
  /// gives the end, or `end` if that is waited for; `hangup` is a peer that is gone for both directions.
  public struct Readiness: OptionSet, Hashable, Sendable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    public static let read = Readiness(rawValue: 1)
    public static let write = Readiness(rawValue: 2)
    public static let priority = Readiness(rawValue: 4)
    public static let error = Readiness(rawValue: 8)
    public static let hangup = Readiness(rawValue: 16)
    public static let end = Readiness(rawValue: 32)

    init(mask: UInt32) {
      self = []
      if mask & EPOLLIN.rawValue != 0 { insert(.read) }
      if mask & EPOLLOUT.rawValue != 0 { insert(.write) }
      if mask & EPOLLPRI.rawValue != 0 { insert(.priority) }
      if mask & EPOLLERR.rawValue != 0 { insert(.error) }
      if mask & EPOLLHUP.rawValue != 0 { insert(.hangup) }
      if mask & EPOLLRDHUP.rawValue != 0 { insert(.end) }
    }
  }

  /// A descriptor's place in the loop, until `remove` or until nothing holds it. Its number is never reused, so that an event
  /// collected before finds no handler, even if the kernel has reused the descriptor's number since.
  public final class Registration {
    fileprivate let id: UInt64
    private weak var loop: EventLoop?

    fileprivate init(id: UInt64, in loop: EventLoop) {
      self.id = id
      self.loop = loop
    }

    deinit { loop?.remove(id) }
  }

  /// A timer's place in the loop.
  public struct Timer: Hashable, Sendable {
    let id: UInt64
  }

  /// The time at which this turn began to act.
  public private(set) var now: Instant

  private struct Source {
    let descriptor: Int32
    let handler: (Readiness) -> Void
  }

  /// A timer that this turn has taken out of the heap; nil once cancelled.
  private struct Due {
    let id: UInt64
    var handler: (() -> Void)?
  }

  /// Events taken from the kernel in one turn; more stay for the next.
  private static let eventsPerTurn = Int(CLINUX_EPOLL_BATCH)

  /// Checked in debug builds: the loop and all that hangs on it belong to the thread that made it.
  private let owner = pthread_self()
  private let epoll: Descriptor
  private let timerDescriptor: Descriptor
  private static let timerID: UInt64 = 0
  private var nextID: UInt64 = 1
  private var sources: [UInt64: Source] = [:]
  private var timers = TimerQueue()
  private var armed: Instant?
  private var events = [clinux_epoll_event](repeating: clinux_epoll_event(), count: EventLoop.eventsPerTurn)
  private var ready: [(id: UInt64, readiness: Readiness)] = []
  private var due: [Due] = []
  private var isStopping = false

  /// epoll_create1(2), timerfd_create(2).
  public init() throws(SystemError) {
    epoll = Descriptor(owning: try systemCall("epoll_create1") { epoll_create1(Int32(EPOLL_CLOEXEC)) })
    timerDescriptor = Descriptor(
      owning: try systemCall("timerfd_create") {
        timerfd_create(CLOCK_MONOTONIC, Int32(TFD_CLOEXEC | TFD_NONBLOCK))
      })
    now = .now()
    ready.reserveCapacity(Self.eventsPerTurn)
    try control(EPOLL_CTL_ADD, timerDescriptor.rawValue, .read, id: Self.timerID)
  }

  /// Calls `handler` in each turn in which the descriptor is ready, until the registration ends: by `remove`, or when
  /// nothing holds it. The caller keeps the descriptor and ends the registration before closing it.
  /// - Throws: EPERM for a descriptor that epoll does not take, such as a regular file.
  public func register(
    _ descriptor: borrowing Descriptor, for interest: Interest, _ handler: @escaping (Readiness) -> Void
  ) throws(SystemError) -> Registration {
    assertOwner()
    let id = makeID()
    try control(EPOLL_CTL_ADD, descriptor.rawValue, interest, id: id)
    sources[id] = Source(descriptor: descriptor.rawValue, handler: handler)
    return Registration(id: id, in: self)
  }

  /// Waits for something else on the descriptor from now on. An empty interest waits for errors only.
  public func change(_ registration: Registration, to interest: Interest) throws(SystemError) {
    guard let source = sources[registration.id] else { return }
    try control(EPOLL_CTL_MOD, source.descriptor, interest, id: registration.id)
  }

  /// Ends a registration. Ending it twice is harmless.
  public func remove(_ registration: Registration) { remove(registration.id) }

  private func remove(_ id: UInt64) {
    guard let source = sources.removeValue(forKey: id) else { return }
    // The handler may own the descriptor.
    withExtendedLifetime(source) {
      // A descriptor that another process closed with the device is gone from epoll already (ENOENT).
      try? control(EPOLL_CTL_DEL, source.descriptor, [], id: id)
    }
  }

  /// Whether the registration has not been removed.
  public func contains(_ registration: Registration) -> Bool { sources[registration.id] != nil }

  /// Calls `handler` once, in the first turn at or after `instant`. Timers of one instant fire in the order in which
  /// they were made; one made by a handler fires in a later turn, so that a turn always ends.
  @discardableResult
  public func schedule(at instant: Instant, _ handler: @escaping () -> Void) -> Timer {
    assertOwner()
    let id = makeID()
    timers.insert(id: id, at: instant, handler)
    return Timer(id: id)
  }

  /// As `schedule(at:)`, `delay` after this turn's time.
  @discardableResult
  public func schedule(after delay: Duration, _ handler: @escaping () -> Void) -> Timer {
    schedule(at: now + delay, handler)
  }

  /// The timer does not fire any more. Harmless for one that has fired.
  public func cancel(_ timer: Timer) {
    timers.remove(id: timer.id)
    for index in due.indices where due[index].id == timer.id { due[index].handler = nil }
  }

  /// One turn: waits for something to do, then does it.
  /// - Parameter limit: waits no longer than this; nil waits until something happens.
  public func turn(waitingAtMost limit: Duration? = nil) throws(SystemError) {
    assertOwner()
    // A handler that is due by the end of a turn needs no timer of the kernel.
    let isDue = timers.earliest.map { $0 <= now } ?? false
    if !isDue { try arm() }
    let milliseconds: Int32
    if isDue {
      milliseconds = 0
    } else if let limit {
      milliseconds = Int32(clamping: (max(0, limit.nanoseconds) + 999_999) / 1_000_000)
    } else {
      milliseconds = -1
    }
    let count = try collect(milliseconds: milliseconds)
    now = .now()
    for index in 0..<count {
      let (id, readiness) = ready[index]
      if id == Self.timerID { drainTimerDescriptor() } else { sources[id]?.handler(readiness) }
    }
    ready.removeAll(keepingCapacity: true)
    timers.takeDue(at: now) { due.append(Due(id: $0, handler: $1)) }
    for index in due.indices { due[index].handler?() }
    due.removeAll(keepingCapacity: true)
  }

  /// Turns until `stop`.
  public func run() throws(SystemError) {
    isStopping = false
    var rested = now
    while !isStopping {
      try turn()
      // With clients and keys that always have more to say it would never sleep, and the kernel ends a real-time
      // thread that doesn't (RLIMIT_RTTIME).
      if now - rested >= Self.restPeriod {
        var rest = timespec(tv_sec: 0, tv_nsec: Self.restNanoseconds)
        _ = unsafe nanosleep(&rest, nil)
        rested = now
      }
    }
  }

  private static let restPeriod = Duration.milliseconds(250)
  private static let restNanoseconds = 50_000

  /// Lets `run` return at the end of this turn.
  public func stop() { isStopping = true }

  private func assertOwner() {
    assert(
      pthread_self() == owner, "the loop is used by a thread that did not make it: send it a message instead")
  }

  private func makeID() -> UInt64 {
    defer { nextID += 1 }
    return nextID
  }

  private func collect(milliseconds: Int32) throws(SystemError) -> Int {
    let taken = try unsafe events.withUnsafeMutableBufferPointer { (buffer) throws(SystemError) in
      try systemCall("epoll_wait") {
        unsafe clinux_epoll_wait(epoll.rawValue, buffer.baseAddress, milliseconds)
      }
    }
    for index in 0..<Int(taken) {
      ready.append((id: events[index].id, readiness: Readiness(mask: events[index].events)))
    }
    return Int(taken)
  }

  private func control(_ operation: Int32, _ descriptor: Int32, _ interest: Interest, id: UInt64)
    throws(SystemError)
  {
    try systemCall("epoll_ctl") {
      clinux_epoll_ctl(epoll.rawValue, operation, descriptor, interest.mask, id)
    }
  }

  /// Sets the timer descriptor to the earliest timer, where that has changed.
  private func arm() throws(SystemError) {
    let earliest = timers.earliest
    guard earliest != armed else { return }
    var setting = itimerspec()
    if let earliest {
      // Zero would disarm it.
      let nanoseconds = max(1, earliest.nanoseconds)
      setting.it_value.tv_sec = Int(nanoseconds / 1_000_000_000)
      setting.it_value.tv_nsec = Int(nanoseconds % 1_000_000_000)
    }
    try systemCall("timerfd_settime") {
      unsafe timerfd_settime(timerDescriptor.rawValue, Int32(TFD_TIMER_ABSTIME), &setting, nil)
    }
    armed = earliest
  }

  private func drainTimerDescriptor() {
    // A timerfd is read as an eventfd is: one count of eight bytes.
    var count: eventfd_t = 0
    _ = unsafe eventfd_read(timerDescriptor.rawValue, &count)
    armed = nil
  }
}
