import Client
import Model

/// Refusals for people: the name or number that each is about, and what helps.
enum RefusalText {
  /// What to say of a refusal; nil where the jukebox's own words say enough. Names of volumes stand before paths, but for
  /// the first folder's: who puts that before one is told so, and who names a playlist in other capitals, what it is called.
  static func explain(_ refusal: CommandRefusal, _ connection: Connection) -> String? {
    if let name = missingPlaylist(refusal), let answer = try? connection.ask("listplaylists"),
      let told = inOtherCapitals(name, Playlist.all(answer).map(\.name))
    {
      return told
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

  /// The same as far as the refusal itself tells it.
  static func text(_ refusal: CommandRefusal) -> String? {
    guard let key = refusal.key else { return nil }
    let words = refusal.words
    let command = words.first ?? ""
    let name = words.count > 1 ? words[1] : ""
    let second = words.count > 2 ? words[2] : ""
    if words.count > 1, name.isEmpty, let told = nameless(key, command) { return told }
    switch (key, command) {
    case (.volumeNotPluggedIn, "undo"):
      return "\(refusal.reason), and say `jukebox import --undo` again. Until then nothing is taken back."
    case (.volumeNotPluggedIn, _):
      return "\(refusal.subject ?? "The stick") is not plugged in. `jukebox volumes` shows what is there."
    case (.volumeLetGo, _):
      let name = refusal.subject ?? name
      return "\(name) was let go: `jukebox volumes --mount \(name)` takes it back."
    case (.noSuchVolume, _): return "There is no volume \(name). `jukebox volumes` shows them."
    case (.volumeMounted, _):
      return "\(name) is there, and was not let go. `jukebox volumes` shows what is there."
    case (.notMounted, _):
      return "There is no stick \(name) that could be let go. `jukebox volumes` shows the sticks."
    case (.notLetGo, _): return "No stick \(name) was let go. `jukebox volumes` shows those that are there."

    case (.noSuchPath, "resume"), (.noSuchPath, "setresume"):
      return "There is no folder \(name). `jukebox browse folders` shows them; capitals count."
    case (.noSuchPath, "playlistput"), (.noSuchSong, "playlistput"):
      return noPaths(refusal.subject.map { [$0] } ?? Array(words.drop { $0 != "uri" }.dropFirst()))
    case (.noSuchPath, "import"): return nil
    case (.noSuchPath, _): return noPath(missingPath(refusal))
    case (.noSuchSong, _):
      return refusal.subject.map {
        "There is no song \($0). `jukebox search --paths WORDS` shows the paths of songs."
      }

    case (.noSuchPad, _): return "There is no pad \(refusal.subject ?? name). `jukebox pad` shows them."
    case (.noSuchPadFolder, _):
      return "There is no pad folder \(refusal.subject ?? name). `jukebox pad folders` shows them."

    case (.noSuchCue, "cuestep"): return "No cue follows. `jukebox cue` shows those that there are."
    case (.noSuchCue, "loopcue"): return noCue(words.dropFirst().joined(separator: " or "))
    case (.noSuchCue, _): return noCue(words.count > 2 ? second : name)
    case (.endsBeforeStart, "cueadd"), (.endsBeforeStart, "cueedit"):
      return "A cue ends behind where it begins: `jukebox cue` shows both."
    case (.endsBeforeStart, "playlistentryset"):
      return
        "A part ends behind its beginning: `jukebox playlist entry` with the number shows where both are."
    case (.cueWithoutEnd, "loopcue"):
      return
        "The cue \(name) has no end. Give it one (`jukebox cue edit \(name) --end TIME`), or name a second cue to loop to."

    case (.notPlaying, "loop"), (.notPlaying, "loopcue"), (.notPlaying, "cues"):
      return "Nothing plays: a loop is in the song that plays, or is paused."
    case (.notPlaying, "cuestep"):
      return "Nothing plays: cues are gone to in the song that plays, or is paused."
    case (.notPlaying, "mix"): return "Nothing plays: a mix slot takes the song that plays, or is paused."
    case (.notPlaying, _): return nothingPlays

    case (.noSuchPosition, "play"), (.noSuchPosition, "playlistinfo"):
      return Int(name).map {
        "The queue has no song \($0 + 1). `jukebox queue` shows them with their numbers."
      }
    case (.noSuchPosition, _) where command.hasPrefix("playlist"): return noNumber(in: name)

    case (.noSuchPlaylist, "import"):
      return
        "There is no playlist file \(name) on a volume; their names end in .m3u, .m3u8, .pls, .xspf or .cue. Files of this machine are named without --on-volume."
    case (.noSuchPlaylist, "presetset"):
      return
        "There is no playlist, folder or song \(second). `jukebox playlist` shows the playlists, `jukebox browse folders` the folders; capitals count."
    case (.noSuchPlaylist, _):
      return
        "There is no playlist \(missingPlaylist(refusal) ?? name). `jukebox playlist` shows them all; capitals count."
    case (.noSuchPlaylistFolder, _): return noFolder(refusal.subject ?? second)
    case (.playlistExists, _):
      return "There is a playlist \(refusal.subject ?? (command == "rename" ? second : name)) already."
    case (.playlistFolderExists, _):
      return "There is a folder \(refusal.subject ?? words.last ?? "") already."
    case (.badPlaylistName, _):
      let what = command == "playlistfolder" ? "folder of playlists" : "playlist"
      return
        "A \(what) can't be called that: a name has 1 to 251 bytes, no slash and no control character, and not blanks alone."
    case (.playlistFile, _): return refusal.subject.map(onVolume)
    case (.noTemplate, _):
      return
        "\(name) has no template. `jukebox playlist set` gives it one, such as --template \"{AlbumArtist} – {Album}\"; --by takes another."
    case (.noPicture, "playlistcover"):
      return "\(name) has no picture of its own; `jukebox playlist cover` tells what stands for it."
    case (.badPicture, _): return "The file is no picture: a JPEG, a PNG or a WebP is expected."

    case (.importOfOthers, _):
      return
        "\(refusal.reason). The jukebox that made it takes it back; `jukebox playlist delete` deletes its playlists one by one."
    case (.importUnknown, _):
      return
        "\(refusal.reason). `jukebox playlist delete` deletes what is there of it; `jukebox import --undo` once more takes back the import before it."
    case (.nothingToUndo, "playlistorder"):
      return "\(name) was changed after it was ordered, or was not ordered: there is no order to go back to."
    case (.nothingToUndo, _): return "There is no import that could be taken back."
    case (.notAPlaylist, _): return file(refusal).map { "\($0): \(refusal.reason)." }
    case (.namesNoSong, _):
      return
        "\(file(refusal).map { "\($0): \(refusal.reason)." } ?? refusal.sentence) No playlist was made of it."
    case (.mixBoardFile, _):
      return
        "\(file(refusal) ?? "It") is the file of the MixBoard program: on a stick as Sync/mixboard-playlists.json, `jukebox sync` takes its playlists."
    case (.badMixBoardFile, _):
      return
        "\(refusal.reason). It is no such file as MixBoard writes, so nothing was changed. Repair it, or delete it: then it is written anew."
    case (.noBackup, _): return "There is no backup on \(name). `jukebox backup \(name)` writes one."
    default: return nil
    }
  }

  // MARK: Sentences that commands say by themselves, too

  static let nothingPlays =
    "Nothing plays. `jukebox play` begins, `jukebox play 3` with the third song of the queue."

  static func noCue(_ number: String) -> String {
    "The song has no cue \(number). `jukebox cue` shows them with their numbers."
  }

  static func noNumber(in playlist: String) -> String {
    "\(playlist) has no such number: `jukebox playlist show` with its name shows its songs and their numbers."
  }

  static func noFolder(_ name: String) -> String {
    "There is no folder of playlists \(name). `jukebox playlist folder` shows them all; capitals count."
  }

  // MARK: What is meant

  /// The path that is not there; nil where the refusal is about something else.
  static func missingPath(_ refusal: CommandRefusal) -> String? {
    let words = refusal.words
    switch (refusal.key, words.first) {
    case (.noSuchPlaylist, "import"), (.noSuchPath, _), (.noSuchSong, _): break
    default: return nil
    }
    if let subject = refusal.subject { return subject }
    switch words.first {
    // Behind the name of a playlist, or what is to be browsed; a filter names the folder among other things.
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

  /// What to say of a name that one of the playlists has but for its capitals.
  private static func inOtherCapitals(_ name: String, _ playlists: [String]) -> String? {
    let folded = name.lowercased()
    return playlists.first { $0 != name && $0.lowercased() == folded }.map {
      "There is no playlist \(name), but one that is called \($0): capitals count."
    }
  }

  /// What to say of a name that is neither of a playlist nor of a song, to whoever renders it.
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

  /// What to say of a path that begins with the name of the folder whose songs have nothing before them; nil of another.
  private static func inFirstFolder(_ path: String, _ volumes: [Volume]) -> String? {
    guard let first = volumes.first(where: { $0.uri.isEmpty }), !first.name.isEmpty else { return nil }
    let rest = path.hasPrefix(first.name + "/") ? path.dropFirst(first.name.count + 1) : ""
    guard path == first.name || !rest.isEmpty else { return nil }
    let why = "\(first.name) is the first folder, whose songs go without its name"
    if rest.isEmpty {
      return "\(why): `jukebox browse folders` shows what is in it; / stands for everything."
    }
    return "\(why): say \(rest) in place of \(path)."
  }

  /// The file that was to be imported; nil where it has no name.
  private static func file(_ refusal: CommandRefusal) -> String? {
    let words = refusal.words
    if words.first == "import" { return words.dropFirst().first }
    let path = words.firstIndex(of: "path").flatMap { words.dropFirst($0 + 1).first }
    return path == ImportCommand.namelessPath ? nil : path
  }

  /// Of an empty name, which a shell makes of a variable that is not set.
  private static func nameless(_ key: ErrorKey, _ command: String) -> String? {
    switch (key, command) {
    case (.noSuchSong, "chapters"), (.noSuchSong, "listening"): SongArgument.nameless
    // For others it stands for that.
    case (.noSuchSong, _): "The current song is not in the library now."
    case (.noSuchPlaylist, _), (.badPlaylistName, _):
      "An empty name is no playlist. `jukebox playlist` shows them all."
    case (.noSuchVolume, _): "An empty name is no volume. `jukebox volumes` shows them."
    default: nil
    }
  }

  private static func onVolume(_ file: String) -> String {
    let quoted = file.contains { !$0.isLetter && !$0.isNumber && !"/._-".contains($0) } ? "\"\(file)\"" : file
    return
      "\(file) is a playlist file on a volume, and can only be read: `jukebox import --on-volume \(quoted)` makes a playlist of it."
  }

  /// One of several is not there, and the jukebox did not say which.
  private static func noPaths(_ paths: [String]) -> String {
    let endings = [".m3u", ".m3u8", ".pls", ".xspf", ".cue"]
    if let file = paths.first(where: { path in endings.contains { path.lowercased().hasSuffix($0) } }) {
      return "\(file) is a playlist file: `jukebox import --on-volume` makes a playlist of it."
    }
    if paths.count == 1 { return noPath(paths[0]) }
    return
      "One of these is not there, so none was added: \(paths.joined(separator: ", ")). `jukebox browse folders` shows the folders; capitals count."
  }

  private static func noPath(_ path: String?) -> String {
    let what = path.map { "There is no song or folder \($0)." } ?? "There is no such folder."
    let songs = path == nil ? "" : ", `jukebox search --paths WORDS` the paths of songs"
    return "\(what) `jukebox browse folders` shows the folders\(songs); capitals count."
  }
}
