internal import Linux

/// Keeps something open that stands on GPIO lines: where they can't be had, or are lost, it tries again with growing
/// pauses. Another program may hold a line for a while, and a chip may come late. Loop thread only.
final class KeptLines<Attached> {
  /// Name of the input for the log, such as `button next`.
  let name: String
  /// The open lines; nil while they are not available.
  private(set) var attached: Attached?
  /// Why they are not available now.
  private(set) var trouble: SystemError?
  private let loop: EventLoop
  private let open: (@escaping (SystemError) -> Void) throws(SystemError) -> Attached
  private var backoff = Backoff()
  /// Since when it is open.
  private var openedAt: Instant?
  private var timer: EventLoop.Timer?
  private var isEnded = false

  /// A line that was open for this time starts again with the shortest pause; one lost sooner doubles it.
  private static var steadyTime: Duration { .seconds(10) }

  /// - Parameter open: opens it; what it is given is to be called once, when the lines are lost.
  init(
    _ name: String, loop: EventLoop,
    open: @escaping (@escaping (SystemError) -> Void) throws(SystemError) -> Attached
  ) {
    self.name = name
    self.loop = loop
    self.open = open
    attempt()
  }

  deinit { if let timer { loop.cancel(timer) } }

  /// Lets go, and tries no more.
  func end() {
    isEnded = true
    if let timer { loop.cancel(timer) }
    timer = nil
    attached = nil
  }

  private func attempt() {
    do throws(SystemError) {
      attached = try open { [weak self] error in self?.lost(error) }
      if trouble != nil { Log.notice("\(name): it works now") }
      trouble = nil
      openedAt = loop.now
    } catch {
      // Once for each reason: it may never come back.
      if trouble?.code != error.code {
        Log.warning(
          "\(name): \(error); trying again: check chip and line in the configuration"
        )
      }
      wait(after: error)
    }
  }

  private func lost(_ error: SystemError) {
    guard !isEnded else { return }
    attached = nil
    if let openedAt, loop.now >= openedAt + Self.steadyTime { backoff = Backoff() }
    Log.warning("\(name): \(error); it does not work until it is available again")
    wait(after: error)
  }

  private func wait(after error: SystemError) {
    trouble = error
    timer = loop.schedule(after: backoff.next()) { [weak self] in
      self?.timer = nil
      self?.attempt()
    }
  }
}
