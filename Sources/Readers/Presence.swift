package import Linux
package import Model

/// Turns what a reader reads repeatedly into placings and absences.
package struct Presence {
  package enum Event: Hashable, Sendable {
    case placed(CardNumber)
    case away
  }

  private struct Card {
    let number: CardNumber
    var time: Instant
    /// Looks since it was read.
    var misses = 0
  }

  /// Cards that are read in turn while they lie on each other.
  private var cards: [Card] = []
  /// The one that was placed last, until it is taken away.
  package private(set) var placed: CardNumber?
  private let delay: Duration

  /// A card that moves a little is not read once or twice.
  static let leastMisses = 3
  static let mostCards = 4

  /// - Parameter delay: a card that is not read for so long is away.
  package init(awayAfter delay: Duration) { self.delay = delay }

  /// - Parameter number: a card that was read now; nil if none was.
  package mutating func look(_ number: CardNumber?, at time: Instant) -> Event? {
    for index in cards.indices where cards[index].number != number { cards[index].misses += 1 }
    if let number {
      if let index = cards.firstIndex(where: { $0.number == number }) {
        (cards[index].time, cards[index].misses) = (time, 0)
      } else {
        if cards.count == Self.mostCards { cards.removeFirst() }
        cards.append(Card(number: number, time: time))
        placed = number
        return .placed(number)
      }
    }
    cards.removeAll { $0.misses >= Self.leastMisses && time - $0.time >= delay }
    guard let placed, !cards.contains(where: { $0.number == placed }) else { return nil }
    self.placed = nil
    return .away
  }
}
