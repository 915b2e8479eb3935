import Linux

/// Whether the engine is to have its device: it is let go while nothing sounds for long, and taken again for the next
/// sound. Loop thread only.
final class DeviceLease {
  private let helper: DeviceHelper?
  private let idleRelease: Duration
  private let clock: () -> Int64
  private let schedule: (Int64, @escaping () -> Void) -> Void
  private let report: (EngineReport) -> Void
  /// Whether a device is to be open.
  var isEnabled: Bool {
    didSet { helper?.want(isEnabled && !isReleased) }
  }
  /// Something that must be heard is due or sounds: the device is kept, and in place of one that can't be had another is opened.
  var isNeeded = false {
    didSet {
      guard isNeeded != oldValue else { return }
      helper?.need(isNeeded)
      if isNeeded { take() } else if isAtRest { rest() }
    }
  }
  private(set) var isReleased = false
  /// It was lost or refused, and is looked for.
  var isLost = false
  /// Whether sounds play over the music.
  var hasVoices = false {
    didSet { if oldValue, !hasVoices, isAtRest { rest() } }
  }
  /// Whether no music is to sound.
  private var isAtRest = true
  /// Counts what has ended a silence.
  private var wakes = 0

  init(
    _ helper: DeviceHelper?, isEnabled: Bool, idleRelease: Duration, clock: @escaping () -> Int64,
    schedule: @escaping (Int64, @escaping () -> Void) -> Void, report: @escaping (EngineReport) -> Void
  ) {
    self.helper = helper
    self.isEnabled = isEnabled
    self.idleRelease = idleRelease
    self.clock = clock
    self.schedule = schedule
    self.report = report
  }

  /// Music is to sound.
  func wake() {
    wakes += 1
    isAtRest = false
    take()
  }

  /// Takes the device, where it was let go.
  func take() {
    guard isReleased else { return }
    isReleased = false
    helper?.want(isEnabled)
  }

  /// No music sounds from here on: after a while others get the device.
  func rest() {
    wakes += 1
    isAtRest = true
    guard idleRelease > .zero, let helper else { return }
    let wake = wakes
    let (seconds, attoseconds) = idleRelease.components
    schedule(clock() + seconds * 1_000_000_000 + attoseconds / 1_000_000_000) { [weak self] in
      guard let self, wake == wakes, !isReleased, !hasVoices, !isNeeded else { return }
      isReleased = true
      helper.want(false)
      report(.deviceReleased)
    }
  }
}
