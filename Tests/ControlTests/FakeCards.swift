import Model

@testable import Control

/// Cards in memory; what readers do is noted.
final class FakeCards: Cards {
  var cards: [CardReport] = []
  var unknownCards: [UnknownCard] = []
  /// What was done, in order.
  private(set) var log: [String] = []
  var refusal: Refusal?
  private var learner: Completion<LearnedCard>?
  private(set) var cancellations = 0

  func hasAction(_ number: CardNumber) -> Bool {
    cards.contains { $0.number == number && $0.kind == .action }
  }

  func place(_ number: CardNumber, on reader: String) {
    log.append("placed \(number) on \(reader)")
    let learner = learner
    self.learner = nil
    learner?(.success(LearnedCard(number, reader: reader)))
  }

  func takeAway(from reader: String) { log.append("away from \(reader)") }

  func note(_ state: ReaderState, of reader: String) { log.append("\(reader) \(state.rawValue)") }

  func play(_ number: CardNumber, completion: @escaping (Refusal?) -> Void) {
    log.append("play \(number)")
    completion(refusal)
  }

  func bind(
    _ number: CardNumber, to music: CardRequest, _ options: CardOptions,
    completion: @escaping (Refusal?) -> Void
  ) {
    log.append("bind \(number) \(music)")
    if refusal == nil { cards.append(CardReport(number, .playlist, "\(music)", options, volume: "STICK")) }
    completion(refusal)
  }

  func unbind(_ number: CardNumber, completion: @escaping (Refusal?) -> Void) {
    log.append("unbind \(number)")
    completion(refusal)
  }

  func learn(for patience: Duration, completion: @escaping Completion<LearnedCard>) -> Query {
    log.append("learn \(patience.components.seconds)")
    learner = completion
    return Query { [weak self] in self?.cancellations += 1 }
  }
}
