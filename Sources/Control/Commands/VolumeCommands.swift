/// The sticks and folders that the library is made of.
enum VolumeCommands {
  static let list: [Command] = [
    Command("listmounts", .read, 0...0) { call throws(CommandError) in
      // As with MPD, the root of the tree comes first, whether anything lies there or not.
      let volumes = call.backend.catalogue.volumes
      call.client.output.pair("mount", "")
      call.client.output.pair(
        "storage", volumes.first { $0.isRoot }?.path ?? call.backend.machine.musicDirectory)
      for volume in volumes where !volume.isRoot {
        call.client.output.pair("mount", volume.name)
        call.client.output.pair("storage", volume.path)
      }
      return .done
    },
    // What could be mounted is mounted by itself: there is never anything left to tell of.
    Command("listneighbors", .read, 0...0) { _ throws(CommandError) in .done },
    Command("volumes", .read, 0...0, volumes),
  ]

  /// Further command: every volume, with how the jukebox sees it.
  private static func volumes(_ call: Call) throws(CommandError) -> Answer {
    call.wait(
      for: { call.backend.catalogue.countedVolumes(completion: $0) },
      then: { (volumes) throws(CommandError) in
        for volume in volumes {
          call.client.output.pair("volume", volume.name)
          call.client.output.pair("uri", volume.isRoot ? "" : volume.name)
          call.client.output.pair("path", volume.path)
          call.client.output.pair("kind", volume.isFixed ? "folder" : "stick")
          call.client.output.pair("read_only", volume.isReadOnly)
          call.client.output.pair("indexed", volume.isIndexed)
          if let songs = volume.songs { call.client.output.pair("songs", songs) }
        }
        return .done
      })
  }
}
