import Client
import Model

/// Refusals for people: the name or number that each is about, and what helps.
enum RefusalText {
  /// The message for a refusal; nil if the jukebox's own words are enough. Names of volumes stand before paths, except
  /// the first folder's: a path with that name gets a hint, and so does a playlist's name in other capitals.
  static func explain(_ refusal: CommandRefusal, _ connection: Connection) -> String? {
    if let name = missingPlaylist(refusal), let answer = try? connection.ask("listplaylists"),
      let told = inOtherCapitals(name, Playlist.all(answer).map(\.name))
    {
      return told
    }
    if refusal.key == .noSuchSong, refusal.words.first == "renderbegin", let name = refusal.subject,
      !refusal.words.contains(name)
    {
      return
        "The song \(name) is missing: `jukebox playlist show` marks the missing songs. Nothing was written."
    }
    if refusal.key == .noSuchSong, refusal.words.first == "renderbegin", let name = refusal.subject,
      let answer = try? connection.ask("listplaylists")
    {
      return noMix(name, answer.values("playlist"))
    }
    if let path = missingPath(refusal), let answer = try? connection.ask("volumes"),
      let told = inFirstFolder(path, Volume.all(answer))
    {
      return told
    }
    return text(refusal)
  }

  private static func noPreset(_ name: String) -> String {
    "There is no playlist, station, folder or song \(name). `jukebox playlist` lists the playlists, `jukebox station list` the stations, `jukebox browse folders` the folders; names are case-sensitive."
  }

  /// The same from the refusal alone.
  static func text(_ refusal: CommandRefusal) -> String? {
    guard let key = refusal.key else { return nil }
    let words = refusal.words
    let command = words.first ?? ""
    let name = words.count > 1 ? words[1] : ""
    let second = words.count > 2 ? words[2] : ""
    if words.count > 1, name.isEmpty, let told = nameless(key, command) { return told }
    switch (key, command) {
    case (.volumeNotPluggedIn, _):
      return "\(refusal.subject ?? "The stick") is not plugged in. `jukebox volumes` lists the volumes."
    case (.volumeReleased, _):
      let name = refusal.subject ?? name
      return "\(name) is unmounted. `jukebox volumes --mount \(name)` mounts it again."
    case (.noSuchVolume, _): return noVolume(refusal.subject ?? name)
    case (.volumeMounted, _):
      return "\(name) is already mounted. `jukebox volumes` lists the volumes."
    case (.notMounted, _):
      return "There is no stick \(name) to unmount. `jukebox volumes` lists the sticks."
    case (.notReleased, _): return "There is no unmounted stick \(name). `jukebox volumes` lists the sticks."

    case (.noSuchPath, "resume"), (.noSuchPath, "setresume"):
      return "There is no folder \(name). `jukebox browse folders` lists folders; paths are case-sensitive."
    case (.noSuchPath, "playlistput"), (.noSuchSong, "playlistput"):
      return noPaths(refusal.subject.map { [$0] } ?? Array(words.drop { $0 != "uri" }.dropFirst()))
    case (.noSuchPath, "import"): return nil
    case (.noSuchPath, "add"), (.noSuchSong, "add"), (.noSuchPath, "lsinfo"):
      return noPaths([missingPath(refusal) ?? name])
    case (.noSuchPath, _): return noPath(missingPath(refusal))
    case (.noSuchSong, _): return noSong(refusal, command, name)

    case (.noSuchPad, _): return "There is no pad \(refusal.subject ?? name). `jukebox pad` lists the pads."
    case (.noSuchPadFolder, _):
      return "There is no pad folder \(refusal.subject ?? name). `jukebox pad folders` lists them."

    case (.noSuchCue, "cuestep"): return "There is no later cue. `jukebox cue` lists the cues."
    case (.noSuchCue, "loopcue"): return noCue(words.dropFirst().joined(separator: " or "))
    case (.noSuchCue, _): return noCue(words.count > 2 ? second : name)
    case (.endsBeforeStart, "cueadd"), (.endsBeforeStart, "cueedit"):
      return "The end of a cue must be after its start. `jukebox cue` shows both."
    case (.endsBeforeStart, "playlistentryset"):
      return "The end of a part must be after its start. `jukebox playlist entry PLAYLIST NUMBER` shows both."
    case (.cueWithoutEnd, "loopcue"):
      return
        "Cue \(name) has no end. Set one (`jukebox cue edit \(name) --end TIME`), or give a second cue as the end of the loop."

    case (.notPlaying, "loop"), (.notPlaying, "loopcue"), (.notPlaying, "cues"):
      return "No song is playing or paused, so there is nothing to loop."
    case (.notPlaying, "cuestep"):
      return "No song is playing or paused, so there is no cue to go to."
    case (.notPlaying, "mix"):
      return "No song is playing or paused, so there is nothing to add to the mix slot."
    case (.notPlaying, _): return nothingPlays

    case (.noSuchPosition, "play"), (.noSuchPosition, "playlistinfo"):
      return Int(name).map {
        "The queue has no song \($0 + 1). `jukebox queue` shows the numbers."
      }
    case (.noSuchPosition, _) where command.hasPrefix("playlist"): return noNumber(in: name)

    case (.noSuchPlaylist, "import"):
      return
        "There is no playlist file \(name) on a volume; its extension must be .m3u, .m3u8, .pls, .xspf or .cue. For a file of this machine omit --on-volume."
    case (.noSuchStation, _):
      return "There is no station \(name). `jukebox station list` lists the stations."
    case (.noSuchPlaylist, "presetset"): return noPreset(second)
    case (.noSuchPlaylist, _):
      return
        "There is no playlist \(missingPlaylist(refusal) ?? name). `jukebox playlist` lists the playlists; names are case-sensitive."
    case (.noSuchPlaylistFolder, _): return noFolder(refusal.subject ?? second)
    case (.alreadyExists, "playlistsubscribe"):
      return refusal.subject.map {
        "The feed is subscribed already, as the playlist \($0). `jukebox playlist rename` gives it another name."
      }
    case (.playlistExists, _):
      return "The playlist \(refusal.subject ?? (command == "rename" ? second : name)) already exists."
    case (.playlistFolderExists, _):
      return "The folder \(refusal.subject ?? words.last ?? "") already exists."
    case (.badPlaylistName, _):
      let what = command == "playlistfolder" ? "playlist folder" : "playlist"
      return
        "Not a valid name for a \(what): use 1 to 251 bytes without slashes and control characters, and not only blanks."
    case (.playlistFile, _): return refusal.subject.map(onVolume)
    case (.noTemplate, _):
      return
        "\(name) has no template. Save one with `jukebox playlist set \(name) --template \"{AlbumArtist} – {Album}\"`, or give one with --by."
    case (.noPicture, "playlistcover"):
      return "\(name) has no picture. `jukebox playlist cover` lists the pictures of its albums."
    case (.badPicture, _): return "The file is not a picture; expected JPEG, PNG or WebP."

    case (.nothingToUndo, "playlistorder"):
      return
        "\(name) was changed after it was ordered, or was not ordered: there is no previous order to restore."
    case (.nothingToUndo, _): return "\(refusal.reason)."
    case (.notAPlaylist, _): return file(refusal).map { "\($0): \(refusal.reason)." }
    case (.namesNoSong, _):
      return
        "\(file(refusal).map { "\($0): \(refusal.reason)." } ?? refusal.sentence) No playlist was created."
    case (.mixBoardFile, _):
      return
        "\(file(refusal) ?? "The file") is a MixBoard file. Put it on a stick as Sync/mixboard-playlists.json and run `jukebox sync`."
    case (.badMixBoardFile, _):
      return
        "\(refusal.reason). It is not a valid MixBoard file, so nothing was changed. Repair it, or delete it so that it is written again."
    case (.noBackup, _): return "There is no backup on \(name). `jukebox backup \(name)` writes one."
    default: return nil
    }
  }

  // MARK: Sentences that commands say by themselves, too

  static let nothingPlays =
    "Nothing is playing. `jukebox play` starts, `jukebox play 3` starts song 3 of the queue."

  static func noCue(_ number: String) -> String {
    "The song has no cue \(number). `jukebox cue` shows the numbers."
  }

  static func noNumber(in playlist: String) -> String {
    "\(playlist) has no song with that number. `jukebox playlist show` shows the numbers."
  }

  static func noFolder(_ name: String) -> String {
    "There is no playlist folder \(name). `jukebox playlist folder` lists them; names are case-sensitive."
  }

  // MARK: Suggestions

  /// The path that is not there; nil where the refusal is about something else.
  static func missingPath(_ refusal: CommandRefusal) -> String? {
    let words = refusal.words
    switch (refusal.key, words.first) {
    case (.noSuchPlaylist, "import"), (.noSuchPath, _), (.noSuchSong, _): break
    default: return nil
    }
    if let subject = refusal.subject { return subject }
    switch words.first {
    // After the name of a playlist, or of the list to browse; a filter names the folder among other things.
    case "playlistadd", "browse": return words.dropFirst(2).first.flatMap { $0.hasPrefix("(") ? nil : $0 }
    case "count", "playlistput": return nil
    default: return words.dropFirst().first.flatMap { $0.isEmpty ? nil : $0 }
    }
  }

  /// The playlist that is not there; nil where the refusal is about something else.
  static func missingPlaylist(_ refusal: CommandRefusal) -> String? {
    guard refusal.key == .noSuchPlaylist, let command = refusal.words.first, command != "import" else {
      return nil
    }
    // A preset's number stands before it.
    return refusal.subject ?? refusal.words.dropFirst(command == "presetset" ? 2 : 1).first
  }

  /// Suggests an existing playlist whose name differs in case only.
  private static func inOtherCapitals(_ name: String, _ playlists: [String]) -> String? {
    let folded = name.lowercased()
    return playlists.first { $0 != name && $0.lowercased() == folded }.map {
      "There is no playlist \(name). Did you mean \($0)? Names are case-sensitive."
    }
  }

  /// The message if a name to render is neither a playlist nor a song.
  static func noMix(_ name: String, _ playlists: [String]) -> String {
    if let told = inOtherCapitals(name, playlists) { return told }
    var text = "There is no playlist or song \(name)."
    let near = Suggestion.nearest(to: name, of: playlists.map { $0.lowercased() })
    if let near, let playlist = playlists.first(where: { $0.lowercased() == near }) {
      text += " Did you mean \(playlist)?"
    } else if !playlists.isEmpty {
      text +=
        " Playlists: \(playlists.prefix(mostNamed).joined(separator: ", "))\(playlists.count > mostNamed ? " …" : "")."
    }
    return text + " `jukebox search --paths WORDS` shows the paths of songs."
  }

  private static let mostNamed = 12

  /// Message for a path that begins with the name of the first folder, which is no part of paths; nil for other paths.
  private static func inFirstFolder(_ path: String, _ volumes: [Volume]) -> String? {
    guard let first = volumes.first(where: { $0.uri.isEmpty }), !first.name.isEmpty else { return nil }
    let rest = path.hasPrefix(first.name + "/") ? path.dropFirst(first.name.count + 1) : ""
    guard path == first.name || !rest.isEmpty else { return nil }
    let why = "\(first.name) is the first music folder; its name is not part of paths"
    if rest.isEmpty {
      return "\(why). `jukebox browse folders` lists its folders; use / for the whole library."
    }
    return "\(why). Use \(rest) instead of \(path)."
  }

  /// The file that was to be imported; nil where it has no name.
  private static func file(_ refusal: CommandRefusal) -> String? {
    let words = refusal.words
    if words.first == "import" { return words.dropFirst().first }
    let path = words.firstIndex(of: "path").flatMap { words.dropFirst($0 + 1).first }
    return path == ImportCommand.namelessPath ? nil : path
  }

  private static func noSong(_ refusal: CommandRefusal, _ command: String, _ name: String) -> String? {
    switch command {
    case "announce":
      return "There is no pad or song \(refusal.subject ?? name). `jukebox pad` shows the pads."
    case "padadd":
      return
        "There is no file \(refusal.subject ?? name). Name it by its path on the stick, such as Sounds/bell.wav; of a second stick with the stick's name before it."
    case "playlistfetch":
      return
        "\(name) has no episodes of a podcast there. `jukebox playlist subscribe` lists the podcasts, `jukebox playlist show \(name)` the entries."
    default:
      return refusal.subject.map {
        "There is no song \($0). `jukebox search --paths WORDS` prints paths of songs."
      }
    }
  }

  /// Message for an empty name, which a shell makes of a variable that is not set.
  private static func nameless(_ key: ErrorKey, _ command: String) -> String? {
    switch (key, command) {
    case (.noSuchSong, "chapters"), (.noSuchSong, "listening"): SongArgument.nameless
    // For other commands an empty name is the current song.
    case (.noSuchSong, _): "The current song is not in the library."
    case (.noSuchPlaylist, _), (.badPlaylistName, _):
      "The name of the playlist is empty. `jukebox playlist` lists all names."
    case (.noSuchVolume, _): "The name of the volume is empty. `jukebox volumes` lists all names."
    default: nil
    }
  }

  private static func onVolume(_ file: String) -> String {
    "\(file) is a playlist file on a volume and cannot be edited. `jukebox import --on-volume \(quoted(file))` makes a playlist of it."
  }

  private static func quoted(_ file: String) -> String {
    file.contains { !$0.isLetter && !$0.isNumber && !"/._-".contains($0) } ? "\"\(file)\"" : file
  }

  private static func noVolume(_ name: String) -> String {
    "There is no volume \(name). `jukebox volumes` lists the volumes."
  }

  /// One of several is not there, and the jukebox did not say which.
  private static func noPaths(_ paths: [String]) -> String {
    let endings = [".m3u", ".m3u8", ".pls", ".xspf", ".cue"]
    if let file = paths.first(where: { path in endings.contains { path.lowercased().hasSuffix($0) } }) {
      return
        "\(file) is a playlist file. `jukebox import --on-volume \(quoted(file))` makes a playlist of it."
    }
    if paths.count == 1 { return noPath(paths[0]) }
    return
      "One of these does not exist, so nothing was added: \(paths.joined(separator: ", ")). `jukebox browse folders` lists folders; paths are case-sensitive."
  }

  /// `radio.example/live.mp3`: a host's name before the first slash.
  private static func isLikeAddress(_ path: String) -> Bool {
    guard let slash = path.firstIndex(of: "/"), let dot = path[..<slash].lastIndex(of: ".") else {
      return false
    }
    let ending = path[path.index(after: dot)..<slash]
    return dot != path.startIndex && ending.count >= 2 && ending.allSatisfy(\.isLetter)
      && !path[..<slash].contains(" ")
  }

  private static func noPath(_ path: String?) -> String {
    if let path, isLikeAddress(path) {
      return "There is no song or folder \(path). The URL of a radio station begins with http:// or https://."
    }
    let what = path.map { "There is no song or folder \($0)." } ?? "There is no such folder."
    let songs = path == nil ? "" : ", `jukebox search --paths WORDS` prints paths of songs"
    return "\(what) `jukebox browse folders` lists folders\(songs); paths are case-sensitive."
  }
}
