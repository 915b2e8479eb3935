/// A button, knob, keyboard or LED of the jukebox.
struct Input: Encodable, Equatable {
  var name: String
  /// `device`, `button`, `chord`, `encoder` or `led`.
  var kind: String
  /// Its lines, or its name in /dev/input; of a chord, its buttons.
  var place: String
  /// Why it can't be had.
  var trouble: String?
  /// How many actions have come from it.
  var actions: Int?
  var lastAction: String?
  /// Of a LED.
  var look: String?

  static func all(_ answer: Answer) -> [Input] {
    answer.items(beginningWith: "input").map { item in
      Input(
        name: item["input"] ?? "", kind: item["kind"] ?? "", place: item["place"] ?? "",
        trouble: item["trouble"], actions: item.integer("actions"),
        lastAction: item["last_action"], look: item["look"])
    }
  }
}
