import Linux
import NIOCore

/// A visitor to whom an answer is on its way.
protocol AnswerTaker: AnyObject {
  /// When it took a part of the answer last.
  var takenAt: Instant { get }
  /// Hangs up.
  func cut()
}

/// The room for answers that visitors have not taken yet, over all visitors. An answer that several wait for counts once. One that
/// has no room is dropped, and asked for again when there is some: a visitor who takes nothing is disconnected then. Loop thread
/// only.
final class Outbox {
  /// Bytes on their way; smaller answers are counted, and never wait.
  static let mostBytes = 10 << 20
  static let smallAnswer = 32 * 1024
  /// A visitor who takes no part of its answer (`VisitHandler.partBytes`) for so long is disconnected if others need the room.
  static let stallTime = Duration.seconds(2)
  /// For so long an answer waits for room.
  static let longestWait = Duration.seconds(30)
  private static let lookPeriod = TimeAmount.milliseconds(250)

  /// Room that is taken until nobody holds it.
  // Made, held and released in the loop thread alone, where `Response` passes through other threads without one.
  final class Parcel: @unchecked Sendable {
    private let outbox: Outbox
    private let bytes: Int

    fileprivate init(_ outbox: Outbox, bytes: Int) {
      (self.outbox, self.bytes) = (outbox, bytes)
      outbox.usedBytes += bytes
    }

    deinit { outbox.usedBytes -= bytes }
  }

  private struct Waiter {
    let bytes: Int
    let since: Instant
    let then: (Parcel?) -> Void
  }

  private let loop: any NIOCore.EventLoop
  private(set) var usedBytes = 0
  private var waiters: [Waiter] = []
  private var takers: [ObjectIdentifier: any AnswerTaker] = [:]
  private var isLooking = false

  init(loop: any NIOCore.EventLoop) { self.loop = loop }

  /// - Returns: nil if there is no room for this number of bytes now.
  func reserve(_ bytes: Int) -> Parcel? {
    guard bytes <= Self.smallAnswer || usedBytes == 0 || usedBytes + bytes <= Self.mostBytes else {
      return nil
    }
    return Parcel(self, bytes: bytes)
  }

  /// - Parameter then: called once, later: with room for this number of bytes, or nil if there was none for too long.
  func wait(for bytes: Int, at now: Instant, then: @escaping (Parcel?) -> Void) {
    waiters.append(Waiter(bytes: bytes, since: now, then: then))
    look(at: now)
  }

  func begin(_ taker: any AnswerTaker) { takers[ObjectIdentifier(taker)] = taker }
  func end(_ taker: any AnswerTaker) { takers[ObjectIdentifier(taker)] = nil }

  /// Serves those who wait, in their order, and hangs up on those who take nothing.
  private func look(at now: Instant) {
    while let first = waiters.first {
      if let parcel = reserve(first.bytes) {
        waiters.removeFirst()
        first.then(parcel)
      } else if now - first.since >= Self.longestWait {
        waiters.removeFirst()
        first.then(nil)
      } else {
        break
      }
    }
    guard !waiters.isEmpty else { return }
    for taker in takers.values where now - taker.takenAt >= Self.stallTime { taker.cut() }
    guard !isLooking else { return }
    isLooking = true
    let bound = NIOLoopBound(self, eventLoop: loop)
    loop.scheduleTask(in: Self.lookPeriod) {
      bound.value.isLooking = false
      bound.value.look(at: .now())
    }
  }
}
