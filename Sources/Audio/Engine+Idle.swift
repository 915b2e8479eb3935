import Linux

/// The device is let go while nothing sounds for long.
extension Engine {
  /// Something is to sound: the device is taken again, where it was let go.
  func wake() {
    wakes += 1
    isAtRest = false
    takeDevice()
  }

  func takeDevice() {
    guard isReleased else { return }
    isReleased = false
    helper?.want(isOutputEnabled)
  }

  /// Nothing sounds from here on: after a while others get the device.
  func rest() {
    wakes += 1
    isAtRest = true
    guard idleRelease > .zero, let helper else { return }
    let wake = wakes
    let (seconds, attoseconds) = idleRelease.components
    schedule(clock() + seconds * 1_000_000_000 + attoseconds / 1_000_000_000) { [weak self] in
      guard let self, wake == wakes, !isReleased, sounds.playing.isEmpty else { return }
      isReleased = true
      helper.want(false)
      report(.deviceReleased)
    }
  }
}
