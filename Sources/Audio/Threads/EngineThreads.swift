import Linux
import Synchronization

/// The engine's threads, from start to join.
struct EngineThreads: ~Copyable {
  private let link: EngineLink
  private let helper: DeviceHelper?
  private let feederThread: Thread
  private let audioThread: Thread
  private let helperThread: Thread?

  /// The audio thread's priority (SCHED_FIFO).
  static let audioPriority: Int32 = 40
  /// Box that carries a non-Sendable worker to its thread.
  private struct Payload<Worker: AnyObject>: @unchecked Sendable {
    // Unchecked: the maker gives the worker away and keeps no reference.
    let worker: Worker
  }

  /// Feeds a device.
  static func start(
    feeder: Feeder, pump: DevicePump, helper: DeviceHelper, link: EngineLink
  ) throws(SystemError) -> EngineThreads {
    let helperThread = try Thread.start(name: "device helper", payload: helper) { $0.run() }
    let audioThread = try Thread.start(
      name: "audio", priority: .fifo(audioPriority), payload: Payload(worker: pump),
      refused: { Log.notice("no real-time priority for the audio thread: \($0)") }
    ) { AudioThread.run($0.worker, link) }
    return EngineThreads(
      link: link, helper: helper, feederThread: try startFeeder(feeder, link), audioThread: audioThread,
      helperThread: consume helperThread)
  }

  /// Feeds a file.
  /// - Parameter isInBackground: nobody hears it now: it takes what others leave.
  static func start(
    feeder: Feeder, pump: FilePump, link: EngineLink, isInBackground: Bool = false
  ) throws(SystemError) -> EngineThreads {
    let priority: Thread.Priority = isInBackground ? .background : .normal
    let audioThread = try Thread.start(name: "audio", priority: priority, payload: Payload(worker: pump)) {
      AudioThread.run($0.worker, link)
    }
    do throws(SystemError) {
      return EngineThreads(
        link: link, helper: nil, feederThread: try startFeeder(feeder, link, isInBackground),
        audioThread: audioThread, helperThread: nil)
    } catch {
      // The other thread would wait for frames forever, with the file open.
      link.isQuitting.store(true, ordering: .sequentiallyConsistent)
      link.toAudio.signal()
      audioThread.join()
      throw error
    }
  }

  private static func startFeeder(
    _ feeder: Feeder, _ link: EngineLink, _ isInBackground: Bool = false
  ) throws(SystemError) -> Thread {
    let priority: Thread.Priority = isInBackground ? .background : .normal
    return try Thread.start(name: "decode", priority: priority, payload: Payload(worker: feeder)) {
      FeederThread.run($0.worker, link, mayBeUrgent: !isInBackground)
    }
  }

  /// How long all threads together are waited for: half a second for the card to play the fade, and what it takes to close
  /// it. A dying stick or a driver may keep a thread for half a minute; the end of the process ends it as well.
  static let patience = Duration.milliseconds(800)

  /// Ends the threads. One that storage or a driver keeps is waited for until the deadline; a file is waited for until it is
  /// whole.
  consuming func stop(by deadline: Instant) {
    link.isQuitting.store(true, ordering: .sequentiallyConsistent)
    link.toFeeder.signal()
    link.toAudio.signal()
    if let helper, let thread = consume helperThread {
      // The helper closes what the audio thread gives back, so it ends after it.
      if ThreadSleep.join(audioThread, at: link.audioDone, by: deadline) {
        helper.end()
        ThreadSleep.join(thread, at: helper.done, by: deadline)
      }
    } else {
      audioThread.join()
    }
    ThreadSleep.join(feederThread, at: link.feederDone, by: deadline)
  }
}
