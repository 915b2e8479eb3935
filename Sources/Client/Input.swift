/// A button, knob, keyboard or LED of the jukebox.
package struct Input: Encodable, Equatable {
  package var name: String
  /// `device`, `button`, `chord`, `encoder` or `led`.
  package var kind: String
  /// Its lines, or its name in /dev/input; of a chord, its buttons.
  package var place: String
  /// Why it can't be had.
  package var trouble: String?
  /// How many actions have come from it.
  package var actions: Int?
  package var lastAction: String?
  /// State of a LED.
  package var look: String?

  package static func all(_ answer: Answer) -> [Input] {
    answer.items(beginningWith: "input").map { item in
      Input(
        name: item["input"] ?? "", kind: item["kind"] ?? "", place: item["place"] ?? "",
        trouble: item["trouble"], actions: item.integer("actions"),
        lastAction: item["last_action"], look: item["look"])
    }
  }
}
