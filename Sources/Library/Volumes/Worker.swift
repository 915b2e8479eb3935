import Linux

/// A thread and the jobs that wait for it: it runs them one after the other, with what nobody else has.
///
/// The thread starts with the first job, or with `start`. Any thread; nothing but `waitUntilEnded` waits.
final class Worker<Context>: Sendable {
  typealias Job = JobQueue<Context>.Job

  /// Functions that the thread calls around its jobs.
  struct Hooks: Sendable {
    /// Called first; nil: every job is refused.
    let make: @Sendable () -> Context?
    var run: @Sendable (@escaping Job, inout Context?) -> Void = { job, context in job(context) }
    /// Called once no job has come for a moment.
    var rest: @Sendable (Context?) -> Void = { _ in }
    /// Called last.
    var close: @Sendable (Context?) -> Void = { _ in }
    /// The thread could not be started.
    var failed: @Sendable (SystemError) -> Void = { _ in }
  }

  let jobs: JobQueue<Context>
  private let name: StaticString
  private let priority: Linux.Thread.Priority
  private let rest: Duration?
  private let endsAtRest: Bool
  private let hooks: Hooks
  private let isRunning = Monitor(false)

  /// - Parameters:
  ///   - rest: how long no job may come before `Hooks.rest` is called.
  ///   - endsAtRest: the thread ends then, until the next job; what `make` gives is made again.
  init(
    _ jobs: JobQueue<Context>, name: StaticString, priority: Linux.Thread.Priority = .normal,
    rest: Duration? = nil, endsAtRest: Bool = false, hooks: Hooks
  ) {
    self.jobs = jobs
    self.name = name
    self.priority = priority
    self.rest = rest
    self.endsAtRest = endsAtRest
    self.hooks = hooks
  }

  func start() throws(SystemError) {
    guard begin() else { return }
    do throws(SystemError) {
      _ = try Thread.start(name: name, priority: priority, payload: self) { $0.run() }
    } catch {
      isRunning.change { $0 = false }
      throw error
    }
  }

  /// From one thread at a time.
  /// - Returns: false where too many jobs wait, the thread can't start or is to end: the job is not run then.
  func send(_ job: @escaping Job) -> Bool {
    guard jobs.send(job, .asked) else { return false }
    do throws(SystemError) {
      try start()
      return true
    } catch {
      jobs.clear()
      hooks.failed(error)
      return false
    }
  }

  /// The thread ends after the jobs that wait; no further one is taken.
  func close() { jobs.close() }

  /// After `close`: waits until nothing of it runs any more.
  func waitUntilEnded() { isRunning.wait { $0 ? .wait() : .done(()) } }

  /// - Returns: false where it runs already.
  private func begin() -> Bool {
    isRunning.change { isRunning in
      defer { isRunning = true }
      return !isRunning
    }
  }

  /// - Returns: false where a job has come in the last moment.
  private func end() -> Bool {
    // Both locks at once, so that it is never lost; nobody takes them the other way round.
    isRunning.change { isRunning in
      isRunning = !jobs.isEmpty
      return !isRunning
    }
  }

  private func run() {
    repeat {
      var context = hooks.make()
      if context == nil { jobs.close() }
      while let job = jobs.receive(
        restingAfter: rest,
        {
          hooks.rest(context)
          return !endsAtRest
        })
      {
        hooks.run(job, &context)
      }
      hooks.close(context)
    } while !end()
  }
}
