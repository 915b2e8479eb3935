extension Failure {
  /// A refusal with the name or number that it is about and what helps; nil where its own words say enough.
  /// - Parameter words: the command that was refused.
  static func told(_ message: String, of words: [String]) -> String? {
    guard words.count > 1 else { return nil }
    let name = words[1]
    let songs = "`jukebox playlist show` with its name shows its songs and their numbers."
    switch (words[0], message) {
    case ("add", "No such directory"), ("artwork", "No such song or folder"),
      ("readpicture", "No such song or folder"):
      return noPath(name)
    case ("playlistadd", "No such directory"), ("browse", "No such directory"):
      // A filter names the folder among other things.
      return words.count > 2 && !words[2].hasPrefix("(") ? noPath(words[2]) : noPath(nil)
    case ("resume", "No such directory"), ("setresume", "No such directory"):
      return noPath(name)
    case ("chapters", "No such song"), ("listening", "No such song"):
      return "There is no song \(name). `jukebox search --json WORDS` shows the paths of songs."
    case ("favourite", "No such song"), ("rate", "No such song"), ("colour", "No such song"),
      ("note", "No such song"), ("personal", "No such song"), ("cues", "No such song"),
      ("cueadd", "No such song"), ("cueedit", "No such song"), ("cuerm", "No such song"),
      ("cueplay", "No such song"):
      return "There is no song \(name). `jukebox search --json WORDS` shows the paths of songs."
    case (_, "No such cue"):
      return "The song has no such cue. `jukebox cue` shows them with their numbers."
    case ("play", "Bad song index"):
      return "The queue has no song \((Int(name) ?? 0) + 1). `jukebox queue` shows them with their numbers."
    case ("presetset", "No such playlist") where words.count > 2:
      return "There is no playlist \(words[2]). `jukebox playlist` shows them all; capitals count."
    case ("playlistentryset", "Bad song index"):
      return "\(name) has no such song: \(songs)"
    case ("playlistentryset", "Value out of range"):
      return "A part ends behind its beginning, and notes of a song have at most 1,024 bytes."
    case ("playlistset", "Value out of range"):
      return "Too long: notes have at most 4,096 bytes, a folder's name 251 and no slash."
    case (_, "No such folder of playlists"):
      return "There is no such folder. `jukebox playlist folder` shows them all; capitals count."
    case (_, "No such playlist"):
      return "There is no playlist \(name). `jukebox playlist` shows them all; capitals count."
    case ("playlistmove", "Bad range"), ("playlistdelete", "Bad range"), ("playlistmove", "Bad song index"),
      ("playlistdelete", "Bad song index"):
      return "\(name) has no such numbers: \(songs)"
    case ("playlistadd", "Bad position"):
      return "\(name) has fewer songs than that: \(songs)"
    case ("rename", "Playlist exists already") where words.count > 2:
      return "There is a playlist \(words[2]) already."
    case (_, "Bad playlist name"):
      return "A playlist can't be called that: a name has 1 to 251 bytes and no slash."
    case ("import", "No such playlist"):
      return
        "There is no playlist file \(name) on a volume. Files of this machine are named without --on-volume."
    case (_, "No such volume"):
      return "There is no volume \(name). `jukebox volumes` shows them."
    case ("unmount", "Not a mount point"):
      return "There is no stick \(name) that could be let go. `jukebox volumes` shows the sticks."
    case ("mount", "Unrecognized storage URI"):
      return "No stick \(name) was let go. `jukebox volumes` shows those that are there."
    default: return nil
    }
  }

  private static func noPath(_ path: String?) -> String {
    let what = path.map { "There is no song or folder \($0)." } ?? "There is no such folder."
    return "\(what) `jukebox browse folders` shows the folders; capitals count."
  }
}
