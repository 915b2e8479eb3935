internal import Linux

/// A LED in the loop. Loop thread only.
final class AttachedLED {
  private let line: any OutputLine
  private let loop: EventLoop
  private var pattern: LEDPattern
  /// The last level that the line was set to.
  private var isLit = false
  private var timer: EventLoop.Timer?
  private var isAttached = true
  private let whenGone: (SystemError) -> Void

  /// Shows these signs from the start.
  /// - Parameters:
  ///   - line: dark.
  ///   - whenGone: called once, when the line can't be set any more; it may release this object.
  init(
    _ line: any OutputLine, _ binding: LEDBinding, signs: Set<LEDSign>, loop: EventLoop,
    whenGone: @escaping (SystemError) -> Void
  ) throws(SystemError) {
    self.line = line
    self.loop = loop
    self.whenGone = whenGone
    pattern = LEDPattern(binding)
    pattern.show(signs, at: loop.now)
    try follow()
  }

  deinit { detach() }

  var look: LEDPattern.Look { pattern.look }

  func show(_ signs: Set<LEDSign>) {
    pattern.show(signs, at: loop.now)
    followOrLeave()
  }

  /// Ends it, dark: a line that is let go mostly keeps its level.
  func detach() {
    guard isAttached else { return }
    isAttached = false
    if let timer { loop.cancel(timer) }
    timer = nil
    if isLit { try? line.set(false) }
  }

  private func followOrLeave() {
    do throws(SystemError) {
      try follow()
    } catch {
      detach()
      whenGone(error)
    }
  }

  private func follow() throws(SystemError) {
    guard isAttached else { return }
    if pattern.isLit != isLit {
      try line.set(pattern.isLit)
      isLit = pattern.isLit
    }
    if let timer { loop.cancel(timer) }
    timer = pattern.deadline.map { deadline in
      loop.schedule(at: deadline) { [weak self] in
        guard let self else { return }
        timer = nil
        pattern.advance(to: loop.now)
        followOrLeave()
      }
    }
  }
}
