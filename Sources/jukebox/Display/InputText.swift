import Client

/// The inputs as a list.
enum InputText {
  static func lines(_ inputs: [Input]) -> [String] {
    let kind = Columns.widest(inputs.map { $0.kind })
    let name = Columns.widest(inputs.map { $0.name })
    let place = Columns.widest(inputs.map { $0.place })
    return inputs.map { input in
      "\(Columns.pad(input.kind, kind))  \(Columns.pad(input.name, name))  \(Columns.pad(input.place, place))  "
        + state(input)
    }
  }

  /// What has come from inputs since `before` was asked, a line each.
  static func news(_ inputs: [Input], since before: [Input]) -> [String] {
    inputs.compactMap { input in
      let old = before.first { ($0.kind, $0.name, $0.place) == (input.kind, input.name, input.place) }
      if old == input { return nil }
      let count = (input.actions ?? 0) - (old?.actions ?? 0)
      guard count > 0, let action = input.lastAction else {
        return "\(input.kind) \(input.name): \(state(input))"
      }
      return "\(input.kind) \(input.name): \(action)" + (count > 1 ? " (\(count) actions)" : "")
    }
  }

  private static func state(_ input: Input) -> String {
    if let trouble = input.trouble { return "can't be had: \(trouble)" }
    if let look = input.look { return look }
    guard let last = input.lastAction, let actions = input.actions else { return "nothing yet" }
    return "\(StatusText.count(actions, "action")), last \(last)"
  }
}
