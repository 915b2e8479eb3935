import Client
import Linux
import NIOCore

/// The workers by what they wait for, so that no question waits for one of another kind.
struct WorkerGroups {
  /// For all that has no other group.
  let general: Workers
  /// For brief questions that change nothing.
  let brief: Workers
  /// A screen full of covers that are not made yet takes seconds on a small board.
  let pictures: Workers
  /// They wait for visitors and for slow sticks.
  let uploads: Workers
  /// They check passwords.
  let logins: Workers

  private static let mostWaiting = 320

  init(of address: Address, outbox: Outbox, loop: any NIOCore.EventLoop) throws(SystemError) {
    func workers(_ threads: Int, mostWaiting: Int = Self.mostWaiting) throws(SystemError) -> Workers {
      try Workers(threads, mostWaiting: mostWaiting, address: address, outbox: outbox, loop: loop)
    }
    general = try workers(3)
    brief = try workers(1)
    pictures = try workers(2)
    uploads = try workers(3, mostWaiting: 8)
    logins = try workers(1)
  }

  /// The workers for a question that is no upload and no login.
  func workers(for question: Question, isReading: Bool) -> Workers {
    if case .picture = question { return pictures }
    return isReading && question.isBrief ? brief : general
  }

  /// No further question is taken.
  /// - Returns: wait, in another thread, until the threads have ended.
  func stop() -> [@Sendable () -> Void] { [general, brief, pictures, uploads, logins].map { $0.stop() } }
}
