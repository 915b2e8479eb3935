import Model

/// Further commands: mix slots and presets, as buttons have them.
enum ShortcutCommands {
  static let list: [Command] = [
    Command("mix", .control, 1...1, mix),
    Command("mixes", .read, 0...0, mixes),
    Command("playname", .player, 1...1) { call throws(CommandError) in play(.named(call.arguments[0]), call)
    },
    Command("preset", .player, 1...1) { call throws(CommandError) in play(.preset(try number(call)), call) },
    Command("presets", .read, 0...0, presets),
    Command("presetset", .control, 1...2, bind),
  ]

  private static func number(_ call: Call) throws(CommandError) -> Int {
    try call.arguments.number(0, in: 1...999, "A preset")
  }

  /// `SLOT`: what plays goes into the slot's playlist, or out of it.
  private static func mix(_ call: Call) throws(CommandError) -> Answer {
    let slot = try call.arguments.number(0, in: PlaylistField.slots, "A mix slot")
    return call.wait(
      for: { (completion: @escaping Completion<MixOutcome>) in
        call.backend.playback.mix(slot: slot, completion: completion)
        return .done
      },
      then: { (report) throws(CommandError) in
        call.client.output.pair("playlist", report.playlist)
        call.client.output.address("file", report.uri)
        call.client.output.pair("done", report.step.rawValue)
        if let taken = report.taken { call.client.output.pair("taken", taken.rawValue) }
        return .done
      })
  }

  private static func mixes(_ call: Call) -> Answer {
    call.wait(
      for: { call.backend.playlists.playlists(completion: $0) },
      then: { (playlists) throws(CommandError) in
        for slot in PlaylistField.slots {
          guard let playlist = playlists.first(where: { $0.slot == slot }) else { continue }
          call.client.output.pair("slot", slot)
          call.client.output.pair("playlist", playlist.name)
        }
        return .done
      })
  }

  private static func presets(_ call: Call) -> Answer {
    call.wait(
      for: { (completion: @escaping ([PresetReport]) -> Void) in
        call.backend.playback.presets(completion: completion)
        return .done
      },
      then: { (presets) throws(CommandError) in
        call.writeAll(presets[...]) { preset in
          call.client.output.pair("preset", preset.number)
          call.client.output.pair(preset.kind.rawValue, preset.name)
          call.client.output.pair("present", preset.isPresent)
        }
      })
  }

  private static func play(_ shortcut: Shortcut, _ call: Call) -> Answer {
    call.wait(
      for: { (completion: @escaping (Refusal?) -> Void) in
        call.backend.playback.play(shortcut, completion: completion)
        return .done
      },
      then: { (refusal: Refusal?) throws(CommandError) in
        if let refusal { throw refusal.commandError }
        return .done
      })
  }

  /// `N [PLAYLIST|PATH]`
  private static func bind(_ call: Call) throws(CommandError) -> Answer {
    let number = try number(call)
    return call.wait(
      for: { (completion: @escaping (Refusal?) -> Void) in
        call.backend.playback.bind(
          preset: number, to: call.arguments.optional(1), completion: completion)
        return .done
      },
      then: { (refusal: Refusal?) throws(CommandError) in
        if let refusal { throw refusal.commandError(of: call.arguments.optional(1) ?? "") }
        return .done
      })
  }
}
