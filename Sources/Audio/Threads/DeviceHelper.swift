import CLinux
import Glibc
import Linux
import Synchronization

/// Cards in place of the one of the settings.
struct OtherCards: Sendable {
  let open: @Sendable () throws(DeviceError) -> any OutputDevice
  /// Opens the one of the settings, or one that is preferred to the one that is open.
  let openBetter: @Sendable () throws(DeviceError) -> any OutputDevice
}

/// The helper thread's work: opens the device, which allocates and may block on the driver, hands it to the audio
/// thread, takes it back when it has failed or is not wanted, and looks for a lost one until it is back.
final class DeviceHelper: Sendable {
  /// How often a lost device is looked for.
  static let retryMilliseconds: Int32 = 500
  /// One that others use is tried again after twice as long each time, up to this.
  static let longestRetryMilliseconds: Int32 = 8000

  let slot = DeviceSlot()
  let wakeup: Wakeup
  /// Signalled at the thread's end.
  let done: Wakeup
  private let link: EngineLink
  private let isWanted: Atomic<Bool>
  private let isNeeded = Atomic<Bool>(false)
  private let isEnding = Atomic<Bool>(false)
  private let open: @Sendable () throws(DeviceError) -> any OutputDevice
  private let others: OtherCards?
  /// Gives a card's own control; nil where it is not to be used.
  private let control: (@Sendable (String) -> (any VolumeControl)?)?
  private let report: @Sendable (HelperReport) -> Void

  init(
    link: EngineLink, isWanted: Bool,
    control: (@Sendable (String) -> (any VolumeControl)?)? = nil,
    open: @escaping @Sendable () throws(DeviceError) -> any OutputDevice,
    others: OtherCards? = nil,
    report: @escaping @Sendable (HelperReport) -> Void
  ) throws(SystemError) {
    wakeup = try Wakeup()
    done = try Wakeup()
    self.link = link
    self.isWanted = Atomic(isWanted)
    self.open = open
    self.others = others
    self.control = control
    self.report = report
  }

  /// Loop thread: whether a device is to be open.
  func want(_ isWanted: Bool) {
    self.isWanted.store(isWanted, ordering: .releasing)
    wakeup.signal()
  }

  /// Loop thread: whether another card is to be opened where the own one can't be had.
  func need(_ isNeeded: Bool) {
    self.isNeeded.store(isNeeded, ordering: .releasing)
    wakeup.signal()
  }

  /// - Parameter better: the own device, opened while another card was out; it is taken.
  /// - Returns: the device, and whether it is another card.
  private func openDevice(
    _ better: inout (any OutputDevice)?, needed: Bool
  ) throws(DeviceError) -> (device: any OutputDevice, isOther: Bool) {
    if let device = better.take() { return (device, false) }
    do throws(DeviceError) {
      return (try open(), false)
    } catch {
      guard needed, let device = try? others?.open() else { throw error }
      return (device, true)
    }
  }

  /// Ends `run`; only once the audio thread has ended, since what it gives back is closed here.
  func end() {
    isEnding.store(true, ordering: .releasing)
    wakeup.signal()
  }

  /// The thread's body.
  func run() {
    var isOut = false
    var isOther = false
    var better: (any OutputDevice)?
    var hasRefused = false
    var retry = Self.retryMilliseconds
    var volume: (any VolumeControl)?
    var cardGain: Float = -1
    while !isEnding.load(ordering: .acquiring) {
      if slot.rewind() != nil {
        // Let go here, which closes it.
        isOut = false
        volume = nil
        report(.closed)
        // One that opens and fails at once would otherwise be opened without end.
        let hasFailed = !slot.isRecalled.exchange(false, ordering: .acquiringAndReleasing)
        if hasFailed { ThreadSleep.sleep(on: wakeup, milliseconds: Self.retryMilliseconds) }
        continue
      }
      // Nothing is opened for an audio thread that is about to end.
      let isQuitting = link.isQuitting.load(ordering: .acquiring)
      let wants = isWanted.load(ordering: .acquiring) && !isQuitting
      let needs = isNeeded.load(ordering: .acquiring)
      if wants, !isOut {
        do throws(DeviceError) {
          let (device, other) = try openDevice(&better, needed: needs)
          isOther = other
          welcome(device, &volume, &cardGain)
          slot.hand(ReadyDevice(device))
          link.toAudio.signal()
          isOut = true
          hasRefused = false
          retry = Self.retryMilliseconds
        } catch {
          if !hasRefused { report(.refused(reason: error.description, isBusy: error.code == -EBUSY)) }
          retry =
            error.code == -EBUSY && hasRefused && !needs
            ? min(retry * 2, Self.longestRetryMilliseconds) : Self.retryMilliseconds
          hasRefused = true
        }
      } else if isOut, !isQuitting {
        if isOther, needs, better == nil { better = try? others?.openBetter() }
        if !wants || isOther && (!needs || better != nil) {
          slot.isRecalled.store(true, ordering: .releasing)
          link.toAudio.signal()
        }
      }
      if !wants { better = nil }
      if isOut { follow(&volume, &cardGain) }
      ThreadSleep.sleep(on: wakeup, milliseconds: wants && (!isOut || isOther) ? retry : -1)
    }
    // The audio thread has ended: what it gave back, or never took, is closed here.
    _ = slot.rewind()
    _ = slot.withdraw()
    done.signal()
  }

  private func welcome(
    _ device: any OutputDevice, _ volume: inout (any VolumeControl)?, _ cardGain: inout Float
  ) {
    report(
      .opened(name: device.name, rate: device.rate, format: device.format, periodFrames: device.periodFrames))
    cardGain = -1
    if let control {
      volume = device.card.flatMap(control)
      if volume == nil { report(.lacksControl(device: device.name)) }
    }
    follow(&volume, &cardGain)
  }

  /// Sets the card's own control to the wanted level, and reports the result.
  private func follow(_ volume: inout (any VolumeControl)?, _ last: inout Float) {
    let wanted = Float(bitPattern: link.cardGainBits.load(ordering: .relaxed))
    guard let control = volume, wanted != last else { return }
    last = wanted
    guard let decibels = control.set(20 * log10(Double(max(wanted, 1e-6)))) else {
      volume = nil
      report(.cardGain(1))
      return
    }
    report(.cardGain(Float(pow(10, decibels / 20))))
  }
}
