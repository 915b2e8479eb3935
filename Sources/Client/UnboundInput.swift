/// A key or GPIO line that changed and that no section of the configuration uses.
package struct UnboundInput: Hashable {
  /// `line` or `key`.
  package var kind: String
  /// The line's number, or the key's name in the kernel.
  package var name: String
  /// The chip, or the device as it calls itself.
  package var place: String

  package static func all(_ answer: Answer) -> [UnboundInput] {
    answer.items(beginningWith: "unbound").map { item in
      UnboundInput(kind: item["unbound"] ?? "", name: item["name"] ?? "", place: item["place"] ?? "")
    }
  }
}
