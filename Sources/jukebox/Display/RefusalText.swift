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
    if refusal.key == .noSuchSong, refusal.words.first == "renderbegin", let name = refusal.subject {
      if !refusal.words.contains(name) {
        return
          "The song \(name) is missing: `jukebox playlist show` marks the missing songs. Nothing was written."
      }
      if let answer = try? connection.ask("listplaylists") { return noMix(name, answer.values("playlist")) }
    }
    if let path = missingPath(refusal), let answer = try? connection.ask("volumes"),
      let told = inFirstFolder(path, Volume.all(answer))
    {
      return told
    }
    return text(refusal)
  }

  /// The same from the refusal alone.
  static func text(_ refusal: CommandRefusal) -> String? {
    guard let key = refusal.key else { return nil }
    let words = refusal.words
    let command = words.first ?? ""
    let name = words.count > 1 ? words[1] : ""
    if words.count > 1, name.isEmpty, let told = nameless(key, command) { return told }
    switch (key, command) {
    case (.noSuchPath, "resume"), (.noSuchPath, "setresume"): break
    case (.noSuchPath, "playlistput"), (.noSuchSong, "playlistput"):
      return noPaths(refusal.subject.map { [$0] } ?? Array(words.drop { $0 != "uri" }.dropFirst()))
    case (.noSuchPath, "import"): return nil
    case (.noSuchPath, "add"), (.noSuchSong, "add"), (.noSuchPath, "lsinfo"):
      return noPaths([missingPath(refusal) ?? name])
    case (.noSuchPath, _): return noPath(missingPath(refusal))
    case (.noSuchPosition, "play"), (.noSuchPosition, "playlistinfo"):
      return Int(name).map { "The queue has no song \($0 + 1). `jukebox queue` shows the numbers." }
    case (.noSuchPosition, _) where command.hasPrefix("playlist"): return noNumber(in: name)
    case (.notAPlaylist, _): return file(refusal).map { "\($0): \(refusal.reason)." }
    case (.namesNoSong, _):
      let what = file(refusal).map { "\($0): \(refusal.reason)." } ?? refusal.sentence
      return "\(what) No playlist was created."
    case (.mixBoardFile, _):
      return
        "\(file(refusal) ?? "The file") is a MixBoard file. Put it on a stick as Sync/mixboard-playlists.json and run `jukebox sync`."
    default: break
    }
    return ErrorSentence.onCommandLine(key, of: command).flatMap { filled($0, refusal) }
  }

  /// A sentence of the table with what the refusal is about; nil if that is not known.
  private static func filled(_ sentence: ErrorSentence, _ refusal: CommandRefusal) -> String? {
    let words = refusal.words.dropFirst()
    func word(_ number: Int) -> String { number <= words.count ? words[number] : words.last ?? "" }
    guard
      let about = refusal.subject
        ?? sentence.fallback.map({ $0 < 0 ? words.last ?? "" : $0 > words.count ? "" : words[$0] })
    else { return nil }
    let values = [
      "about": about, "1": words.first ?? "", "2": word(2), "all": words.joined(separator: " or "),
      "quoted": quoted(about), "reason": refusal.reason,
    ]
    return [sentence.text, sentence.remedy].compactMap { $0 }
      .map { ErrorSentence.filled($0, values) + "." }.joined(separator: " ")
  }

  // MARK: Sentences that commands say by themselves, too

  static var nothingPlays: String { sentence(.notPlaying, "") }

  static func noCue(_ number: String) -> String { sentence(.noSuchCue, number) }

  static func noFolder(_ name: String) -> String { sentence(.noSuchPlaylistFolder, name) }

  static func noNumber(in playlist: String) -> String {
    "\(playlist) has no song with that number. `jukebox playlist show` shows the numbers."
  }

  private static func sentence(_ key: ErrorKey, _ about: String) -> String {
    ErrorSentence.onCommandLine(key, of: "")
      .flatMap { filled($0, CommandRefusal(key, about: about, to: ["", about, about])) } ?? about
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

  /// Message for an empty name, which a shell makes of a variable that is not set.
  private static func nameless(_ key: ErrorKey, _ command: String) -> String? {
    switch (key, command) {
    case (.noSuchSong, "chapters"), (.noSuchSong, "lyrics"), (.noSuchSong, "listening"): SongArgument.nameless
    // For other commands an empty name is the current song.
    case (.noSuchSong, _): "The current song is not in the library."
    case (.noSuchPlaylist, _), (.badPlaylistName, _):
      "The name of the playlist is empty. `jukebox playlist` lists all names."
    case (.noSuchVolume, _): "The name of the volume is empty. `jukebox volumes` lists all names."
    default: nil
    }
  }

  private static func quoted(_ file: String) -> String {
    file.contains { !$0.isLetter && !$0.isNumber && !"/._-".contains($0) } ? "\"\(file)\"" : file
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
    guard let path else {
      return "There is no such folder. `jukebox browse folders` lists folders; paths are case-sensitive."
    }
    if isLikeAddress(path) {
      return "There is no song or folder \(path). The URL of a radio station begins with http:// or https://."
    }
    return sentence(.noSuchPath, path)
  }
}
