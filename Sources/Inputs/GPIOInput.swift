internal import CGPIO
internal import Linux

/// An input line of a GPIO chip through libgpiod, of either version.
@safe final class GPIOInput: InputLine {
  let isDebounced: Bool
  private let path: String
  private let line: UnsafeMutablePointer<cgpio_line>
  /// A duplicate of the line's descriptor, which libgpiod owns.
  private let descriptor: Descriptor
  private var events = [cgpio_event](repeating: cgpio_event(), count: Int(CGPIO_EVENTS_PER_READ))

  /// More edges than this many reads wait for the loop's next turn.
  private static let readsPerTurn = 8

  /// Requests the line as an input with both edges.
  /// - Throws: ENOENT or EINVAL where there is no such chip or line, EBUSY where someone else has it, EACCES.
  init(_ request: LineRequest) throws(SystemError) {
    path = request.address.description
    let periodMicroseconds = UInt(clamping: (request.debounce ?? .zero).nanoseconds / 1_000)
    isDebounced = periodMicroseconds > 0 && cgpio_debounces() == 1
    var opened: UnsafeMutablePointer<cgpio_line>?
    try systemCall("gpiod", path: path) {
      unsafe opened = cgpio_open_input(
        request.address.chip, request.address.line, request.active == .low ? 1 : 0, Self.bias(request.bias),
        periodMicroseconds, "jukebox")
      return unsafe opened == nil ? Int32(-1) : 0
    }
    guard let opened = unsafe opened else { preconditionFailure("a line that is open") }
    unsafe line = opened
    do throws(SystemError) {
      descriptor = Descriptor(
        owning: try systemCall("fcntl", path: path) { unsafe cgpio_duplicate_fd(opened) })
    } catch {
      unsafe cgpio_close(opened)
      throw error
    }
  }

  deinit { unsafe cgpio_close(line) }

  func register(
    with loop: EventLoop, _ handler: @escaping (EventLoop.Readiness) -> Void
  ) throws(SystemError) -> EventLoop.Registration {
    try loop.register(descriptor, for: .read, handler)
  }

  func read(_ handler: (LineEdge) -> Void) throws(SystemError) {
    for _ in 0..<Self.readsPerTurn {
      let count = try systemCallUnlessBlocked("read", path: path) { unsafe cgpio_read(line, &events) }
      guard let count, count > 0 else { return }
      for event in events.prefix(Int(count)) {
        let time = Instant(nanoseconds: Int64(clamping: event.nanoseconds))
        handler(LineEdge(isActive: event.active == 1, time: time))
      }
      if count < CGPIO_EVENTS_PER_READ { return }
    }
  }

  func isActive() throws(SystemError) -> Bool {
    try systemCall("gpiod_line_get_value", path: path) { unsafe cgpio_value(line) } == 1
  }

  private static func bias(_ bias: LineBias) -> Int32 {
    switch bias {
    case .asIs: Int32(CGPIO_BIAS_AS_IS)
    case .disabled: Int32(CGPIO_BIAS_DISABLED)
    case .pullUp: Int32(CGPIO_BIAS_PULL_UP)
    case .pullDown: Int32(CGPIO_BIAS_PULL_DOWN)
    }
  }
}
