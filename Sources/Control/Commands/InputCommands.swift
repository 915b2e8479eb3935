import Model

/// Further commands about buttons, knobs, keyboards and LEDs.
enum InputCommands {
  static let list: [Command] = [
    Command("inputs", .read, 0...0) { call throws(CommandError) in
      for input in call.backend.system.inputs {
        call.client.output.pair("input", input.name)
        call.client.output.pair("kind", input.kind.rawValue)
        call.client.output.pair("place", input.place)
        call.client.output.pair("works", input.trouble == nil)
        if let trouble = input.trouble { call.client.output.pair("trouble", trouble) }
        if let look = input.look {
          call.client.output.pair("look", look)
          continue
        }
        call.client.output.pair("actions", input.actions)
        if let action = input.lastAction { call.client.output.pair("last_action", action.description) }
        if let time = input.lastNanoseconds { call.client.output.pair("last_ns", time) }
      }
      return .done
    }
  ]
}
