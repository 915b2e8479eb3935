/// An update of the card image, as the command `upgrade` answers.
package struct UpgradeState: Hashable, Sendable {
  package enum State: String, Sendable {
    case none, working, done, failed
  }
  /// The version that runs.
  package var version: String
  /// Whether the machine has the card image.
  package var hasImage: Bool
  package var state: State
  package var source: String
  package var percent: Int
  package var text: String
  package var reason: String

  package init(_ answer: Answer) {
    version = answer["version"] ?? ""
    hasImage = answer["image"] == "1"
    state = answer["state"].flatMap(State.init) ?? .none
    source = answer["source"] ?? ""
    percent = answer.integer("percent") ?? 0
    text = answer["text"] ?? ""
    reason = answer["reason"] ?? ""
  }
}
