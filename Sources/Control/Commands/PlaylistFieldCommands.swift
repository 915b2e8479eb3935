import Model

/// Further commands: what people say of stored playlists and of their entries.
enum PlaylistFieldCommands {
  static let list: [Command] = [
    Command("playlists", .read, 0...0, playlists),
    Command("playlistfiles", .read, 0...0, files),
    Command("playlistget", .read, 1...1, get),
    Command("playlistset", .control, 2...Command.any) { call throws(CommandError) in
      let fields = try PlaylistFieldWords.fields(call.arguments)
      return PlaylistCommands.change(
        call, .describe(fields), otherwise: { PlaylistFieldWords.refusal($0, of: fields, call.arguments[0]) })
    },
    Command("playlistentries", .read, 1...2, entries),
    Command("playlistentryset", .control, 3...Command.any) { call throws(CommandError) in
      let position = try call.arguments.number(1, in: 0...QueueLimits.entries - 1, "The place of an entry")
      let fields = try PlaylistFieldWords.entryFields(call.arguments)
      return PlaylistCommands.change(
        call, .describeEntry(position, fields),
        otherwise: { PlaylistFieldWords.refusal($0, ofEntry: fields, call.arguments) })
    },
    Command("playlistfolders", .read, 0...0, folders),
    Command("playlistfolder", .control, 2...3, folder),
  ]

  // MARK: Reading

  private static func playlists(_ call: Call) -> Answer {
    call.wait(
      for: { call.backend.playlists.countedPlaylists(completion: $0) },
      then: { (playlists) throws(CommandError) in
        call.writeAll(playlists[...]) { playlist in
          write(playlist, call)
          guard let length = playlist.length else { return }
          call.client.output.pair("songs", length.entries)
          call.client.output.pair("playtime", Decimal.seconds(length.duration))
        }
      })
  }

  private static func files(_ call: Call) -> Answer {
    call.wait(
      for: { call.backend.playlistFiles.all(completion: $0) },
      then: { (files) throws(CommandError) in
        call.writeAll(files[...]) { file in
          call.client.output.pair("playlist", file.uri)
          call.client.output.pair("volume", file.volume)
        }
      })
  }

  private static func write(_ playlist: PlaylistReport, _ call: Call) {
    call.client.output.pair("playlist", playlist.name)
    call.client.output.pair("identity", playlist.identity.description)
    if let volume = playlist.volumeName { call.client.output.pair("volume", volume) }
    if let made = playlist.made { call.client.output.pair("made", Timestamp.text(made)) }
    if let time = playlist.lastModified { call.client.output.pair("Last-Modified", Timestamp.text(time)) }
    if let folder = playlist.folder { call.client.output.pair("folder", folder) }
    if let colour = playlist.colour { call.client.output.pair("colour", Colour.text(colour)) }
    if let tempo = playlist.tempo { call.client.output.pair("tempo", Decimal.short(tempo)) }
    if let slot = playlist.slot { call.client.output.pair("slot", slot) }
    if playlist.hasCover { call.client.output.pair("cover", "own") }
  }

  /// Everything of one, with its whole length.
  private static func get(_ call: Call) -> Answer {
    let name = call.arguments[0]
    return call.wait(
      for: { call.backend.playlists.texts(of: name, completion: $0) },
      otherwise: { $0.commandError(of: name) },
      then: { (details) throws(CommandError) in
        call.wait(
          for: { call.backend.playlists.playlists(completion: $0) },
          then: { (playlists) throws(CommandError) in
            guard let playlist = playlists.first(where: { $0.name.utf8.elementsEqual(name.utf8) }) else {
              // The jukebox's own is not listed while nothing is in it.
              call.client.output.pair("playlist", name)
              return PlaylistAnswer.length(of: name, call, text: Decimal.seconds)
            }
            write(playlist, call)
            if let template = details.template { call.client.output.pair("template", template) }
            call.write("notes", lines: details.notes)
            return PlaylistAnswer.length(of: name, call, text: Decimal.seconds)
          })
      })
  }

  /// `NAME [RANGE]`; of a playlist file then how many of its entries are no songs here.
  private static func entries(_ call: Call) throws(CommandError) -> Answer {
    let range = call.arguments.count > 1 ? try call.arguments.range(1) : 0..<Int.max
    let answer = PlaylistAnswer(call, call.arguments[0], in: range, texts: true) { position, song, entry, _ in
      call.writeWhole(song)
      call.client.output.pair("Pos", position)
      call.write(entry.region)
      call.write("Notes", lines: entry.notes)
      if let episode = entry.episode {
        call.client.output.pair("plays", episode.plays)
        if let position = episode.position { call.client.output.pair("left", Decimal.seconds(position)) }
      }
      if song.isAbsent { call.client.output.pair("absent", 1) }
      if song.isAbsent, let name = song.givenName { call.client.output.pair("named", name) }
    }
    return answer.start()
  }

  // MARK: Folders

  private static func folders(_ call: Call) -> Answer {
    call.wait(
      for: { call.backend.playlists.playlists(completion: $0) },
      then: { (playlists) throws(CommandError) in
        call.wait(
          for: { call.backend.playlistFolders.all(completion: $0) },
          then: { (folders) throws(CommandError) in
            call.writeAll(folders[...]) { folder in
              let count = playlists.count { $0.folder.map { $0.utf8.elementsEqual(folder.utf8) } ?? false }
              call.client.output.pair("folder", folder)
              call.client.output.pair("playlists", count)
            }
          })
      })
  }

  /// `make NAME`, `rename NAME NEW`, `remove NAME`
  private static func folder(_ call: Call) throws(CommandError) -> Answer {
    let arguments = call.arguments
    let change: PlaylistFolderChange
    switch (arguments[0].lowercased(), arguments.count) {
    case ("make", 2): change = .make
    case ("remove", 2): change = .remove
    case ("rename", 3): change = .rename(arguments[2])
    default: throw .argument("make NAME, rename NAME NEW or remove NAME expected")
    }
    return call.wait(
      for: { (completion: @escaping (Refusal?) -> Void) in
        call.backend.playlistFolders.change(arguments[1], change, completion: completion)
        return .done
      },
      then: { (refusal: Refusal?) throws(CommandError) in
        if let refusal {
          throw refusal.commandError(
            of: refusal == .playlistFolderExists ? arguments.optional(2) ?? arguments[1] : arguments[1])
        }
        return .done
      })
  }
}
