import Linux
import Model

/// Commands that describe the jukebox.
enum ReflectionCommands {
  static let list: [Command] = [
    Command("commands", [], 0...0) { call throws(CommandError) in
      write(call) { call.client.permissions.isSuperset(of: $0.permission) }
    },
    Command("config", .admin, 0...0) { call throws(CommandError) in
      guard call.client.isLocal else {
        throw CommandError(.permission, "Command only permitted to local clients")
      }
      let machine = call.backend.system.machine
      call.client.output.pair("music_directory", machine.musicDirectory)
      if let file = machine.configurationFile { call.client.output.pair("configuration_file", file) }
      return .done
    },
    Command("decoders", .read, 0...0) { call throws(CommandError) in
      let machine = call.backend.system.machine
      for decoder in machine.decoders { write(decoder, call) }
      // It is another package, which may come and go.
      if let helper = machine.helper, call.backend.system.hasHelper { write(helper, call) }
      return .done
    },
    Command("log", .admin, 0...1, log),
    Command("notcommands", [], 0...0) { call throws(CommandError) in
      write(call) { !call.client.permissions.isSuperset(of: $0.permission) }
    },
    Command("urlhandlers", .read, 0...0) { call throws(CommandError) in
      for scheme in ["http://", "https://"] { call.client.output.pair("handler", scheme) }
      return .done
    },
  ]

  private static func write(_ decoder: Machine.Decoder, _ call: Call) {
    call.client.output.pair("plugin", decoder.name)
    for suffix in decoder.suffixes { call.client.output.pair("suffix", suffix) }
    for type in decoder.mediaTypes { call.client.output.pair("mime_type", type) }
  }

  private static let mostLines = 200

  /// Further command: `[N]`, the last lines of the log.
  private static func log(_ call: Call) throws(CommandError) -> Answer {
    let count = call.arguments.count == 0 ? 50 : try call.arguments.number(0, in: 1...mostLines, "Lines")
    return call.writeAll(Log.recent.suffix(count)) { line in
      call.client.output.pair("line", line.text)
      call.client.output.pair("level", name(line.level))
      call.client.output.pair("time", Timestamp.text(line.time))
    }
  }

  private static func name(_ level: Log.Level) -> String {
    switch level {
    case .error: "error"
    case .warning: "warning"
    case .notice: "notice"
    case .info: "info"
    }
  }

  private static func write(_ call: Call, where isWanted: (Command) -> Bool) -> Answer {
    for command in call.hub.commands.commands where isWanted(command) {
      call.client.output.pair("command", command.name)
    }
    return .done
  }
}
