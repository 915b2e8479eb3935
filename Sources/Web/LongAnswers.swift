import Linux

/// Long answers are read and made JSON one at a time, over all threads: until it is sent each takes several times its length.
final class LongAnswers: Sendable {
  private let isTaken = Monitor(false)

  /// The turn of one thread.
  final class Turn {
    private let answers: LongAnswers
    private var isHeld = false

    init(_ answers: LongAnswers) { self.answers = answers }

    /// Blocks until no other thread has the turn.
    func take() {
      if isHeld { return }
      isHeld = true
      answers.isTaken.wait { isTaken -> Monitor<Bool>.Outcome<Void> in
        if isTaken { return .wait() }
        isTaken = true
        return .done(())
      }
    }

    func giveBack() {
      guard isHeld else { return }
      isHeld = false
      answers.isTaken.change { $0 = false }
    }
  }
}
