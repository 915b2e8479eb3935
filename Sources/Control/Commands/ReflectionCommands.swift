import Model

/// What the jukebox says of itself.
enum ReflectionCommands {
  static let list: [Command] = [
    Command("commands", [], 0...0) { call throws(CommandError) in
      write(call) { call.client.permissions.isSuperset(of: $0.permission) }
    },
    Command("config", .admin, 0...0) { call throws(CommandError) in
      guard call.client.isLocal else {
        throw CommandError(.permission, "Command only permitted to local clients")
      }
      call.client.output.pair("music_directory", call.backend.system.machine.musicDirectory)
      return .done
    },
    Command("decoders", .read, 0...0) { call throws(CommandError) in
      for decoder in call.backend.system.machine.decoders {
        call.client.output.pair("plugin", decoder.name)
        for suffix in decoder.suffixes { call.client.output.pair("suffix", suffix) }
        for type in decoder.mediaTypes { call.client.output.pair("mime_type", type) }
      }
      return .done
    },
    Command("notcommands", [], 0...0) { call throws(CommandError) in
      write(call) { !call.client.permissions.isSuperset(of: $0.permission) }
    },
    // Files below the music folders are all that plays, and those are named without a scheme.
    Command("urlhandlers", .read, 0...0) { _ throws(CommandError) in .done },
  ]

  private static func write(_ call: Call, where isWanted: (Command) -> Bool) -> Answer {
    for command in call.hub.commands.commands where isWanted(command) {
      call.client.output.pair("command", command.name)
    }
    return .done
  }
}
