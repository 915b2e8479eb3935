import Linux
import Synchronization

/// The decode thread's body: steps the feeder, sleeps while there is nothing to do.
enum FeederThread {
  /// SCHED_FIFO, while what is to sound next is not decoded far enough; below the audio thread's.
  static let urgentPriority: Int32 = 10

  private static let restPeriod = Duration.milliseconds(250)

  /// - Parameter mayBeUrgent: whether it may take a real-time priority while little is decoded.
  static func run(_ feeder: Feeder, _ link: EngineLink, mayBeUrgent: Bool = true) {
    var isUrgent = false
    var mayBeUrgent = mayBeUrgent
    var rested = Instant.now()
    link.isFeeding.store(true, ordering: .relaxed)
    while !link.isQuitting.load(ordering: .acquiring) {
      let wantsUrgency = mayBeUrgent && feeder.isUrgent
      if wantsUrgency != isUrgent {
        // The kernel forgets how long a thread ran as a real-time one only when it sleeps as such a one
        // (RLIMIT_RTTIME): else the short times in which it is urgent add up, whatever it sleeps in between.
        if isUrgent { ThreadSleep.rest() }
        do throws(SystemError) {
          try Thread.adopt(wantsUrgency ? .fifo(urgentPriority) : .normal)
          isUrgent = wantsUrgency
          rested = .now()
        } catch {
          mayBeUrgent = false
        }
      }
      switch feeder.step() {
      case .worked:
        // Many short or broken entries in a row may never let the ring fill: the kernel ends a real-time thread that
        // does not sleep for long (RLIMIT_RTTIME).
        if isUrgent, Instant.now() - rested >= restPeriod {
          ThreadSleep.rest()
          rested = .now()
        }
        continue
      case .full:
        link.feederSleeps.store(true, ordering: .sequentiallyConsistent)
        // No more can come before some of it is played.
        link.wakeAudio(fillFrames: .max)
        if feeder.hasRoom || feeder.hasOrders { continue }
        link.isFeeding.store(false, ordering: .relaxed)
        ThreadSleep.sleep(on: link.toFeeder, milliseconds: -1)
      case .idle:
        // Play the available frames: no more may come.
        link.wakeAudio(fillFrames: .max)
        if feeder.hasOrders { continue }
        link.isFeeding.store(false, ordering: .relaxed)
        ThreadSleep.sleep(on: link.toFeeder, milliseconds: feeder.isAtJoint ? Feeder.idleMilliseconds : -1)
      }
      link.feederSleeps.store(false, ordering: .sequentiallyConsistent)
      link.isFeeding.store(true, ordering: .relaxed)
    }
    link.feederDone.signal()
  }
}
