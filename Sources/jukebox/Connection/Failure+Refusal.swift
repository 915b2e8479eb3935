extension Failure {
  /// A refusal with the name or number that it is about and what helps; nil where its own words say enough.
  /// - Parameters:
  ///   - words: the command that was refused.
  ///   - subject: which of them the message is about, where it says so.
  static func told(_ message: String, of words: [String], about subject: String? = nil) -> String? {
    guard words.count > 1 || ["undo", "next", "previous", "seekcur"].contains(words.first) else { return nil }
    let name = words.count > 1 ? words[1] : ""
    let songs = "`jukebox playlist show` with its name shows its songs and their numbers."
    if words.count > 1, name.isEmpty, let told = nameless(words[0], message) { return told }
    if message.hasSuffix(playlistFile) { return onVolume(String(message.dropLast(playlistFile.count))) }
    switch (words[0], message) {
    case ("add", "No such directory"), ("lsinfo", "No such directory"), ("artwork", "No such song or folder"),
      ("readpicture", "No such song or folder"):
      return noPath(name)
    case ("playlistput", "No such directory") where subject != nil:
      return noPath(subject)
    case ("playlistput", "No such directory"), ("playlistput", "No such song"):
      return noPaths(Array(words.drop { $0 != "uri" }.dropFirst()))
    case ("playlistput", "Bad position"):
      return "\(name) has fewer songs than that: \(songs)"
    case ("playlistadd", "No such directory"), ("browse", "No such directory"),
      ("count", "No such directory"):
      // A filter names the folder among other things.
      return words.count > 2 && !words[2].hasPrefix("(") ? noPath(words[2]) : noPath(nil)
    case ("resume", "No such directory"), ("setresume", "No such directory"):
      return "There is no folder \(name). `jukebox browse folders` shows them; capitals count."
    case ("chapters", "No such song"), ("listening", "No such song"):
      return "There is no song \(name). `jukebox search --paths WORDS` shows the paths of songs."
    case ("favourite", "No such song"), ("rate", "No such song"), ("colour", "No such song"),
      ("note", "No such song"), ("personal", "No such song"), ("cues", "No such song"),
      ("cueadd", "No such song"), ("cueedit", "No such song"), ("cuerm", "No such song"),
      ("cueplay", "No such song"):
      return "There is no song \(name). `jukebox search --paths WORDS` shows the paths of songs."
    case ("cuestep", "No such cue"): return "No cue follows. `jukebox cue` shows those that there are."
    case ("loopcue", "No such cue"): return noCue(words.dropFirst().joined(separator: " or "))
    case ("cueadd", "A cue ends behind its time"),
      ("cueedit", "A cue ends behind its time"):
      return "A cue ends behind where it begins: `jukebox cue` shows both."
    case (_, "No such cue"): return noCue(words.count > 2 ? words[2] : name)
    case ("loop", "No current song"), ("loop", "Not playing"), ("loopcue", "No current song"),
      ("loopcue", "Not playing"), ("cues", "No current song"):
      return "Nothing plays: a loop is in the song that plays, or is paused."
    case ("cuestep", "No current song"), ("cuestep", "Not playing"):
      return "Nothing plays: cues are gone to in the song that plays, or is paused."
    case ("next", "Not playing"), ("previous", "Not playing"), ("seekcur", "Not playing"),
      ("seekcur", "No current song"):
      return "Nothing plays. `jukebox play` begins, `jukebox play 3` with the third song of the queue."
    case ("mix", "Not playing"), ("mix", "No current song"):
      return "Nothing plays: a mix slot takes the song that plays, or is paused."
    case ("loopcue", "The cue has no end: give it one, or name a second cue"):
      return
        "The cue \(name) has no end. Give it one (`jukebox cue edit \(name) --end TIME`), or name a second cue to loop to."
    case ("play", "Bad song index"), ("playlistinfo", "Bad song index"):
      return "The queue has no song \((Int(name) ?? 0) + 1). `jukebox queue` shows them with their numbers."
    case ("presetset", "No such playlist") where words.count > 2:
      return "There is no playlist \(words[2]). `jukebox playlist` shows them all; capitals count."
    case ("playlistentryset", "Bad song index"):
      return "\(name) has no such song: \(songs)"
    case ("playlistentryset", "Value out of range"):
      if words.count > 3, ["start", "end"].contains(words[3]) {
        return
          "A part ends behind its beginning: `jukebox playlist entry` with the number shows where both are."
      }
      return subject.map { "Out of range: \($0)." }
        ?? "Out of range: `jukebox playlist entry --help` tells what is allowed."
    case ("playlistset", "Value out of range"):
      return subject.map { "Out of range: \($0)." }
        ?? "Out of range: `jukebox playlist set --help` tells what is allowed."
    case ("playlistgroups", let message) where message.hasPrefix("The playlist has no template"):
      return
        "\(name) has no template. `jukebox playlist set` gives it one, such as --template \"{AlbumArtist} – {Album}\"; --by takes another."
    case ("playlistcover", "No picture of its own"):
      return "\(name) has no picture of its own; `jukebox playlist cover` tells what stands for it."
    case ("playlistcoverset", "JPEG, PNG or WebP expected"):
      return "The file is no picture: a JPEG, a PNG or a WebP is expected."
    case ("playlistfolder", "Folder of playlists already exists") where words.count > 2:
      return "There is a folder \(words.last ?? "") already."
    case ("playlistfolder", "Bad playlist name"):
      return
        "A folder of playlists can't be called that: a name has 1 to 251 bytes, no slash and no control character, and not blanks alone."
    case ("undo", let message) where message.hasPrefix("No import to undo: "):
      return
        "\(message). The jukebox that made it takes it back; `jukebox playlist delete` deletes its playlists one by one."
    case ("undo", let message) where message.hasPrefix("The last import can't be undone: "):
      let reason = message.split(separator: ". Delete by name").first ?? message[...]
      return
        "\(reason). `jukebox playlist delete` deletes what is there of it; `jukebox import --undo` once more takes back the import before it."
    case ("undo", let message) where message.hasSuffix(", which is not there: plug it in"):
      return "\(message), and say `jukebox import --undo` again. Until then nothing is taken back."
    case ("undo", "No import to undo"): return "There is no import that could be taken back."
    case ("importsent", let message) where message.hasPrefix(noPlaylist) || message.hasPrefix(noSong):
      let path = words.firstIndex(of: "path").flatMap { words.indices.contains($0 + 1) ? words[$0 + 1] : nil }
      return noPlaylist(path.flatMap { $0 == ImportCommand.namelessPath ? nil : $0 }, message)
    case ("import", let message) where message.hasPrefix(noPlaylist) || message.hasPrefix(noSong):
      return noPlaylist(name, message)
    case ("import", "No such playlist"):
      return
        "There is no playlist file \(name) on a volume; their names end in .m3u, .m3u8, .pls, .xspf or .cue. Files of this machine are named without --on-volume."
    case ("restore", let message) where message.contains("No such file") || message.hasSuffix("is not there"):
      return "There is no backup on \(name). `jukebox backup \(name)` writes one."
    case ("sync", let message) where message.hasPrefix("Sync/mixboard-playlists.json: byte"):
      return
        "\(message). It is no such file as MixBoard writes, so nothing was changed. Repair it, or delete it: then it is written anew."
    case (_, "No such folder of playlists"):
      let folder = subject ?? (words.count > 2 ? words[2] : nil)
      return
        "There is no folder of playlists\(folder.map { " \($0)" } ?? ""). `jukebox playlist folder` shows them all; capitals count."
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
      return
        "A playlist can't be called that: a name has 1 to 251 bytes, no slash and no control character, and not blanks alone."
    case (_, "No such volume"):
      return "There is no volume \(name). `jukebox volumes` shows them."
    case ("mount", "Mount point busy"):
      return "\(name) is there, and was not let go. `jukebox volumes` shows what is there."
    case ("unmount", "Not a mount point"):
      return "There is no stick \(name) that could be let go. `jukebox volumes` shows the sticks."
    case ("mount", "Unrecognized storage URI"):
      return "No stick \(name) was let go. `jukebox volumes` shows those that are there."
    default: return nil
    }
  }

  /// What the jukebox says of a file that it makes no playlist of, before the reason.
  private static let noPlaylist = "the file is no playlist: "

  /// What it says of one that can be a playlist, and has nothing in it.
  private static let noSong = "the file names no song"

  /// What it says of a playlist file on a volume that somebody wants to change, behind its name.
  private static let playlistFile = " is a playlist file, which can only be read"

  private static func onVolume(_ file: String) -> String {
    let quoted = file.contains { !$0.isLetter && !$0.isNumber && !"/._-".contains($0) } ? "\"\(file)\"" : file
    return
      "\(file) is a playlist file on a volume, and can only be read: `jukebox import --on-volume \(quoted)` makes a playlist of it."
  }

  private static func noPlaylist(_ path: String?, _ message: String) -> String {
    if message.hasPrefix(noSong) {
      return "\(path ?? "It") names no song\(message.dropFirst(noSong.count)). No playlist was made of it."
    }
    let reason = message.dropFirst(noPlaylist.count)
    if reason.hasPrefix("it is MixBoard's") {
      return
        "\(path ?? "It") is the file of the MixBoard program: on a stick as Sync/mixboard-playlists.json, `jukebox sync` takes its playlists."
    }
    return "\(path ?? "It") is no playlist: \(reason)."
  }

  /// Of an empty name, which a shell makes of a variable that is not set.
  private static func nameless(_ command: String, _ message: String) -> String? {
    switch (command, message) {
    case ("chapters", "No such song"), ("listening", "No such song"):
      SongArgument.nameless
    // For others it stands for that.
    case (_, "No such song"): "The current song is not in the library now."
    case (_, "No such playlist"), (_, "Bad playlist name"):
      "An empty name is no playlist. `jukebox playlist` shows them all."
    case (_, "No such volume"): "An empty name is no volume. `jukebox volumes` shows them."
    default: nil
    }
  }

  /// What lies on a volume that is known and not there.
  /// - Parameters:
  ///   - message: as the jukebox says it, with the reason behind what it is about.
  ///   - words: the command that was refused.
  static func absent(_ message: String, of words: [String]) -> String? {
    let names = words.dropFirst().compactMap { $0.split(separator: "/").first }
    if let name = names.first(where: { message.hasSuffix(" (\($0) is not plugged in)") }) {
      return "\(name) is not plugged in. `jukebox volumes` shows what is there."
    }
    guard let name = names.first(where: { message.hasSuffix(" (\($0) was let go)") }) else { return nil }
    return "\(name) was let go: `jukebox volumes --mount \(name)` takes it back."
  }

  static func noCue(_ number: String) -> String {
    "The song has no cue \(number). `jukebox cue` shows them with their numbers."
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
