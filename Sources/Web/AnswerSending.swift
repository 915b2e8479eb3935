import Linux

/// The answer that a visitor is taking. Loop thread only.
final class AnswerSending: AnswerTaker {
  /// Whether the visitor has not taken all of it: the next request waits for that.
  private(set) var isUnderWay = false
  /// Whether the next request is there.
  var hasNext = false
  private(set) var takenAt = Instant.now()

  private let outbox: Outbox
  private let hangUp: () -> Void
  private var parcel: Outbox.Parcel?

  init(_ outbox: Outbox, hangUp: @escaping () -> Void) { (self.outbox, self.hangUp) = (outbox, hangUp) }

  func begin() { isUnderWay = true }

  /// The body is sent, in the room of a parcel.
  func begin(_ parcel: Outbox.Parcel?) {
    takenAt = .now()
    guard let parcel else { return }
    self.parcel = parcel
    outbox.begin(self)
  }

  /// The visitor has taken a part.
  func took() { takenAt = .now() }

  func end() {
    isUnderWay = false
    guard parcel != nil else { return }
    parcel = nil
    outbox.end(self)
  }

  func cut() { hangUp() }
}
