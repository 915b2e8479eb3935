import Library
import Model

/// The parts that cards played last, on the box: by `CardSelection.mark`.
final class CardMarks {
  private let store: BoxStore
  private var marks: [CardNumber: Int64] = [:]
  private static let prefix = "card-last "

  init(_ store: BoxStore, _ values: [String: BoxValue]) {
    self.store = store
    for (name, value) in values where name.hasPrefix(Self.prefix) {
      guard let number = CardNumber(name.dropFirst(Self.prefix.count)), case .integer(let mark) = value
      else { continue }
      marks[number] = mark
    }
  }

  subscript(number: CardNumber) -> Int64? {
    get { marks[number] }
    set {
      guard marks[number] != newValue else { return }
      if marks[number] == nil, marks.count >= CardBinding.most, let other = marks.keys.first {
        self[other] = nil
      }
      marks[number] = newValue
      store.save(newValue.map { .integer($0) }, as: Self.prefix + number.description)
    }
  }
}
