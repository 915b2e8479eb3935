/// A card that is bound.
public struct Card: Hashable, Encodable, Sendable {
  public let number: String
  /// `playlist`, `folder`, `song`, `stream` or `action`.
  public let kind: String
  public let target: String
  public let name: String?
  public let again: String?
  public let away: String?
  public let order: String?
  /// Percent.
  public let volume: Int?
  /// Name of the volume that has it; nil for one of the box.
  public let storage: String?
  /// Whether another binding of the number counts.
  public let hidden: Bool
  /// Whether its music plays or is paused.
  public let current: Bool

  private static let kinds = ["playlist", "folder", "song", "stream", "action"]

  private init?(_ answer: Answer) {
    guard let number = answer["card"], let kind = Self.kinds.first(where: { answer[$0] != nil }) else {
      return nil
    }
    self.number = number
    self.kind = kind
    target = answer[kind] ?? ""
    (name, again, away, order) = (answer["name"], answer["again"], answer["away"], answer["order"])
    (volume, storage) = (answer.integer("volume"), answer["storage"])
    (hidden, current) = (answer["hidden"] == "1", answer["current"] == "1")
  }

  /// Reads the answer to `cards`.
  package static func all(_ answer: Answer) -> [Card] {
    answer.items(beginningWith: "card").compactMap { Card($0) }
  }

  public var line: String {
    "\(number)  \(kind) \(target)" + (name.map { "  “\($0)”" } ?? "") + (storage.map { "  on \($0)" } ?? "")
      + (hidden ? "  (another binding counts)" : current ? "  (current)" : "")
  }
}
