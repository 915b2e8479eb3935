import CLinux
import Linux
import Synchronization

/// The helper thread's work: opens the device, which allocates and may block on the driver, hands it to the audio
/// thread, takes it back when it has failed or is not wanted, and looks for a lost one until it is back.
final class DeviceHelper: Sendable {
  /// How often a lost device is looked for.
  static let retryMilliseconds: Int32 = 500

  let slot = DeviceSlot()
  let wakeup: Wakeup
  private let link: EngineLink
  private let isWanted: Atomic<Bool>
  private let isEnding = Atomic<Bool>(false)
  private let open: @Sendable () throws(DeviceError) -> any OutputDevice
  private let report: @Sendable (HelperReport) -> Void

  init(
    link: EngineLink, isWanted: Bool, open: @escaping @Sendable () throws(DeviceError) -> any OutputDevice,
    report: @escaping @Sendable (HelperReport) -> Void
  ) throws(SystemError) {
    wakeup = try Wakeup()
    self.link = link
    self.isWanted = Atomic(isWanted)
    self.open = open
    self.report = report
  }

  /// Loop thread: whether a device is to be open.
  func want(_ isWanted: Bool) {
    self.isWanted.store(isWanted, ordering: .releasing)
    wakeup.signal()
  }

  /// Ends `run`; only once the audio thread has ended, since what it gives back is closed here.
  func end() {
    isEnding.store(true, ordering: .releasing)
    wakeup.signal()
  }

  /// The thread's body.
  func run() {
    var isOut = false
    var hasRefused = false
    while !isEnding.load(ordering: .acquiring) {
      if slot.rewind() != nil {
        // Let go here, which closes it.
        isOut = false
        report(.closed)
        // One that opens and fails at once would otherwise be opened without end.
        let hasFailed = !slot.isRecalled.exchange(false, ordering: .acquiringAndReleasing)
        if hasFailed { ThreadSleep.sleep(on: wakeup, milliseconds: Self.retryMilliseconds) }
        continue
      }
      // Nothing is opened for an audio thread that is about to end.
      let isQuitting = link.isQuitting.load(ordering: .acquiring)
      let wants = isWanted.load(ordering: .acquiring) && !isQuitting
      if wants, !isOut {
        do throws(DeviceError) {
          let device = try open()
          report(
            .opened(
              name: device.name, rate: device.rate, format: device.format, periodFrames: device.periodFrames))
          slot.hand(ReadyDevice(device))
          link.toAudio.signal()
          isOut = true
          hasRefused = false
        } catch {
          if !hasRefused { report(.refused(reason: error.description)) }
          hasRefused = true
        }
      } else if !wants, isOut, !isQuitting {
        slot.isRecalled.store(true, ordering: .releasing)
        link.toAudio.signal()
      }
      ThreadSleep.sleep(on: wakeup, milliseconds: wants && !isOut ? Self.retryMilliseconds : -1)
    }
    // The audio thread has ended: what it gave back, or never took, is closed here.
    _ = slot.rewind()
    _ = slot.withdraw()
  }
}
