/// A card that is bound, or that was placed and is not.
public struct Card: Hashable, Encodable, Sendable {
  public let number: String
  /// `playlist`, `folder`, `song`, `stream` or `action`; `unknown` if it is not bound.
  public let kind: String
  /// Empty if it is unknown.
  public let target: String
  public let name: String?
  public let again: String?
  public let away: String?
  public let order: String?
  /// Percent.
  public let volume: Int?
  /// The period of an action that is repeated while its card lies there.
  public let repeatMilliseconds: Int?
  /// Whether an action is also done while cards are limited.
  public let whenLocked: Bool
  /// Name of the volume that has it; nil for one of the box.
  public let storage: String?
  /// Whether another binding of the number counts.
  public let hidden: Bool
  /// Whether its volume is not plugged in.
  public let absent: Bool
  /// Whether its music plays or is paused.
  public let current: Bool
  /// The reader that an unknown card was placed on last, and how many seconds ago.
  public let reader: String?
  public let ago: Int?

  private static let unknown = "unknown"
  private static let kinds = ["playlist", "folder", "song", "stream", "action"]

  private init?(_ answer: Answer) {
    if let number = answer["unknown"] {
      (self.number, kind, target) = (number, Self.unknown, "")
    } else if let number = answer["card"], let kind = Self.kinds.first(where: { answer[$0] != nil }) {
      (self.number, self.kind, target) = (number, kind, answer[kind] ?? "")
    } else {
      return nil
    }
    (reader, ago) = (answer["reader"], answer.integer("ago"))
    (name, again, away, order) = (answer["name"], answer["again"], answer["away"], answer["order"])
    (volume, storage) = (answer.integer("volume"), answer["storage"])
    (repeatMilliseconds, whenLocked) = (answer.integer("repeat-ms"), answer["when-locked"] == "yes")
    (hidden, current) = (answer["hidden"] == "1", answer["current"] == "1")
    absent = answer["absent"] == "1"
  }

  /// Reads the answer to `cards`: those that are bound, then the unknown ones.
  package static func all(_ answer: Answer) -> [Card] {
    let (unknown, bound) = (answer.items(beginningWith: "unknown"), answer.items(beginningWith: "card"))
    return (bound + unknown).compactMap { Card($0) }
  }

  public var isUnknown: Bool { kind == Self.unknown }

  public var line: String {
    "\(number)  \(kind) \(target)" + (name.map { "  “\($0)”" } ?? "") + (storage.map { "  on \($0)" } ?? "")
      + (options.isEmpty ? "" : "  \(options.joined(separator: ", "))")
      + (hidden
        ? "  (another binding counts)"
        : absent ? "  (stick not plugged in)" : current ? "  (current)" : "")
  }

  /// As the options of `card learn`, those that are set.
  private var options: [String] {
    let words = [
      ("order", order), ("again", again), ("away", away), ("volume", volume.map { "\($0)" }),
      ("repeat-ms", repeatMilliseconds.map { "\($0)" }),
    ]
    return words.compactMap { word, value in value.map { "\(word) \($0)" } }
      + (whenLocked ? ["when-locked"] : [])
  }
}
