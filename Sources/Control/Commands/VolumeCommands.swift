import Model

/// The sticks and folders that the library is made of.
enum VolumeCommands {
  static let list: [Command] = [
    Command("listmounts", .read, 0...0) { call throws(CommandError) in
      // As with MPD, the root of the tree comes first, whether anything lies there or not.
      let volumes = call.backend.volumes.reports
      call.client.output.pair("mount", "")
      call.client.output.pair(
        "storage", volumes.first { $0.isRoot }?.path ?? call.backend.system.machine.musicDirectory)
      for volume in volumes where !volume.isRoot {
        call.client.output.pair("mount", volume.name)
        call.client.output.pair("storage", volume.path)
      }
      return .done
    },
    // Volumes mount automatically: only unmounted ones are left to list.
    Command("listneighbors", .read, 0...0) { call throws(CommandError) in
      for (name, storage) in call.backend.system.neighbors {
        call.client.output.pair("neighbor", storage)
        call.client.output.pair("name", name)
      }
      return .done
    },
    Command("mount", .admin, 2...2) { call throws(CommandError) in
      let (name, storage) = (call.arguments[0], call.arguments[1])
      return call.whenDone { call.backend.system.mount(name, storage: storage, completion: $0) }
    },
    Command("unmount", .admin, 1...1) { call throws(CommandError) in
      let name = call.arguments[0]
      return call.whenDone { call.backend.system.unmount(name, completion: $0) }
    },
    Command("volumes", .read, 0...0, volumes),
  ]

  /// Further command: every volume, with how the jukebox sees it.
  private static func volumes(_ call: Call) throws(CommandError) -> Answer {
    call.wait(
      for: { call.backend.volumes.counted(completion: $0) },
      then: { (volumes) throws(CommandError) in
        for volume in volumes {
          call.client.output.pair("volume", volume.name)
          call.client.output.pair("uri", volume.isRoot ? "" : volume.name)
          call.client.output.pair("path", volume.path)
          call.client.output.pair("kind", volume.isFixed ? "folder" : "stick")
          call.client.output.pair("read_only", volume.isReadOnly)
          call.client.output.pair("indexed", volume.isIndexed)
          if let songs = volume.songs { call.client.output.pair("songs", songs) }
          if let free = volume.freeBytes { call.client.output.pair("free", Int(free)) }
          if let total = volume.totalBytes { call.client.output.pair("size", Int(total)) }
          for line in volume.notPlayed.lines { call.client.output.pair("not_played", line) }
        }
        for unused in call.backend.system.unused {
          call.client.output.pair("unused", unused.path)
          call.client.output.pair("reason", unused.reason)
        }
        return .done
      })
  }
}
