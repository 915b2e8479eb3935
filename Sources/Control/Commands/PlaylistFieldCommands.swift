import Player

/// Further commands: what people say of stored playlists and of their entries.
enum PlaylistFieldCommands {
  static let list: [Command] = [
    Command("playlists", .read, 0...0, playlists),
    Command("playlistget", .read, 1...1, get),
    Command("playlistset", .control, 2...Command.any) { call throws(CommandError) in
      PlaylistCommands.change(call, .describe([try field(call)]), otherwise: { refusal(of: $0, call) })
    },
    Command("playlistentries", .read, 1...2, entries),
    Command("playlistentryset", .control, 3...Command.any) { call throws(CommandError) in
      let position = try call.arguments.number(1, in: 0...Queue.limit - 1, "The place of an entry")
      return PlaylistCommands.change(
        call, .describeEntry(position, [try entryField(call)]), otherwise: { refusal(ofEntry: $0, call) })
    },
    Command("playlistfolders", .read, 0...0, folders),
    Command("playlistfolder", .control, 2...3, folder),
  ]

  // MARK: Reading

  private static func playlists(_ call: Call) -> Answer {
    call.wait(
      for: { call.backend.playlists.playlists(completion: $0) },
      then: { (playlists) throws(CommandError) in call.writeAll(playlists[...]) { write($0, call) } })
  }

  private static func write(_ playlist: PlaylistReport, _ call: Call) {
    call.client.output.pair("playlist", playlist.name)
    call.client.output.pair("identity", playlist.identity)
    call.client.output.pair("volume", playlist.volume)
    if let made = playlist.made { call.client.output.pair("made", Timestamp.text(made)) }
    if let modified = playlist.modified {
      call.client.output.pair("Last-Modified", Timestamp.text(modified))
    }
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
      for: { call.backend.playlists.details(of: name, completion: $0) },
      otherwise: { $0.commandError(of: name) },
      then: { (details) throws(CommandError) in
        call.wait(
          for: { call.backend.playlists.playlists(completion: $0) },
          then: { (playlists) throws(CommandError) in
            guard let playlist = playlists.first(where: { $0.name.utf8.elementsEqual(name.utf8) }) else {
              throw Refusal.noSuchPlaylist.commandError(of: name)
            }
            write(playlist, call)
            if let template = details.template { call.client.output.pair("template", template) }
            call.write("notes", lines: details.notes)
            return PlaylistAnswer.length(of: name, call, text: Decimal.seconds)
          })
      })
  }

  /// `NAME [RANGE]`
  private static func entries(_ call: Call) throws(CommandError) -> Answer {
    let range = call.arguments.count > 1 ? try call.arguments.range(1) : 0..<Int.max
    let answer = PlaylistAnswer(call, call.arguments[0], in: range, texts: true) { position, song, entry in
      call.writeWhole(song)
      call.client.output.pair("Pos", position)
      call.write(entry.excerpt)
      call.write("Notes", lines: entry.notes)
    }
    return answer.start()
  }

  // MARK: Fields

  /// `NAME FIELD [VALUE…]`
  private static func field(_ call: Call) throws(CommandError) -> PlaylistField {
    let arguments = call.arguments
    let value = arguments.optional(2).flatMap { $0.isEmpty ? nil : $0 }
    let name = arguments[1].lowercased()
    if name == "notes" { return .notes(lines(arguments)) }
    guard arguments.count <= 3 else { throw .argument("too many arguments for \"\(call.name)\"") }
    switch name {
    case "colour", "color":
      return .colour(try value.map { (text) throws(CommandError) in try Colour.read(text) })
    case "tempo":
      guard value != nil else { return .tempo(nil) }
      guard let tempo = Double(arguments[2]), PlaylistField.tempos.contains(tempo) else {
        throw .argument("1 to 1000 beats per minute expected: \(arguments[2])")
      }
      return .tempo(tempo)
    case "template":
      if let value { _ = try GroupTemplate(value) }
      return .template(value)
    case "folder": return .folder(value)
    case "slot":
      return .slot(value == nil ? nil : try arguments.number(2, in: PlaylistField.slots, "A mix slot"))
    case "cover":
      guard value == nil else {
        throw .argument("playlistcoverset sets a picture; cover is taken back without a value")
      }
      return .cover(nil)
    default:
      throw .argument(
        "Unknown field \(arguments[1]): notes, colour, tempo, template, folder, slot or cover expected")
    }
  }

  /// `NAME POS FIELD [VALUE…]`
  private static func entryField(_ call: Call) throws(CommandError) -> PlaylistEntryField {
    let arguments = call.arguments
    let name = arguments[2].lowercased()
    if name == "notes" { return .notes(lines(arguments, from: 3)) }
    guard arguments.count <= 4 else { throw .argument("too many arguments for \"\(call.name)\"") }
    let isGiven = arguments.optional(3).map { !$0.isEmpty } ?? false
    func time() throws(CommandError) -> Duration? {
      guard isGiven else { return nil }
      guard let seconds = Double(arguments[3]), Arguments.placesInSong.contains(seconds) else {
        throw .argument("0 to 360000 seconds expected: \(arguments[3])")
      }
      return .microseconds(Int64((seconds * 1_000_000).rounded()))
    }
    switch name {
    case "start": return .start(try time() ?? .zero)
    case "end": return .end(try time())
    case "crossfade": return .crossfade(try time())
    case "gain":
      guard let gain = isGiven ? Double(arguments[3]) : 0, Excerpt.gains.contains(gain) else {
        throw .argument("-60 to 20 dB expected: \(arguments[3])")
      }
      return .gain(gain)
    default:
      throw .argument("Unknown field \(arguments[2]): start, end, gain, crossfade or notes expected")
    }
  }

  private static func refusal(of refusal: Refusal, _ call: Call) -> CommandError {
    guard refusal == .badPlaylistField else { return refusal.commandError(of: call.arguments[0]) }
    switch call.arguments[1].lowercased() {
    case "notes":
      return .argument("Value out of range: notes have at most \(PlaylistField.mostNotesBytes) bytes")
    case "template":
      return .argument("Value out of range: a template has at most \(PlaylistField.mostTemplateBytes) bytes")
    case "folder":
      return .argument(
        "Value out of range: a folder's name has 1 to 251 bytes, no slash and no control character")
    default: return refusal.commandError
    }
  }

  private static func refusal(ofEntry refusal: Refusal, _ call: Call) -> CommandError {
    let arguments = call.arguments
    switch (refusal, arguments[2].lowercased()) {
    case (.badSongIndex, _):
      return .argument("Bad song index: the playlist has no entry \(arguments[1]); they count from 0")
    case (.badPlaylistField, "notes"):
      return .argument(
        "Value out of range: an entry's notes have at most \(PlaylistEntry.mostNotesBytes) bytes")
    case (.badPlaylistField, "crossfade"): return .argument("Value out of range: 0 to 600 seconds expected")
    case (.badPlaylistField, _): return .argument("Value out of range: an entry ends behind its start")
    default: return refusal.commandError(of: arguments[0])
    }
  }

  private static func lines(_ arguments: Arguments, from first: Int = 2) -> String? {
    let text = arguments.words.dropFirst(first).joined(separator: "\n")
    return text.isEmpty ? nil : text
  }

  // MARK: Folders

  private static func folders(_ call: Call) -> Answer {
    call.wait(
      for: { call.backend.playlists.playlists(completion: $0) },
      then: { (playlists) throws(CommandError) in
        call.wait(
          for: { call.backend.playlists.folders(completion: $0) },
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
        call.backend.playlists.change(folder: arguments[1], change, completion: completion)
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
