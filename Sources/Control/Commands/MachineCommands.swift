import Model

/// Further commands that restart the jukebox and switch its machine off.
enum MachineCommands {
  static let list: [Command] = [
    Command("restart", .admin, 0...0) { call throws(CommandError) in
      call.backend.system.restart()
      return .done
    },
    Command("shutdown", .admin, 0...0) { call throws(CommandError) in
      do throws(Refusal) { try call.backend.system.shutDown() } catch { throw error.commandError }
      return .done
    },
  ]
}
