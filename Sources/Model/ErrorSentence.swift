extension ErrorKey {
  /// The sentence of an `ACK` that says no more than its key, in MPD's manner: `No such pad`.
  public var reply: String {
    let words = rawValue.utf8.map { $0 == UInt8(ascii: "-") ? UInt8(ascii: " ") : $0 }
    return String(decoding: words.prefix(1).map { $0 - 32 } + words.dropFirst(), as: UTF8.self)
  }
}

/// A sentence about an error for people, by the error's key: the command line prints it with a remedy, and the page's
/// English is the same.
///
/// Neither text has its last point. In both stand `{about}` for the name, path or number that the error is about (else for
/// the word `fallback` of the command), `{1}` and `{2}` for words of the command (`{2}` for the last one of fewer),
/// `{all}` for all of them, `{quoted}` for what `{about}` is as a shell takes it, and `{reason}` for the sentence of the
/// `ACK`.
public struct ErrorSentence: Sendable {
  /// The program that shows a sentence.
  public enum Reader: Sendable {
    case all, commandLine, page
  }

  public let key: ErrorKey
  /// Commands of the protocol whose errors it explains; empty for all without a sentence of their own.
  public let commands: [String]
  public let text: String
  /// Remedy by commands of the command line; nil: the text says it.
  public let remedy: String?
  /// The word of the command that `{about}` stands for if the error does not say what it is about; nil: then the `ACK` says
  /// more than this sentence. -1 is the last word.
  public let fallback: Int?
  public let reader: Reader

  private init(
    _ key: ErrorKey, of commands: String..., text: String, remedy: String? = nil, fallback: Int? = 1,
    for reader: Reader = .commandLine
  ) {
    self.key = key
    self.commands = commands
    self.text = text
    self.remedy = remedy
    self.fallback = fallback
    self.reader = reader
  }

  /// The sentence of the command line for an error of a command.
  public static func onCommandLine(_ key: ErrorKey, of command: String) -> ErrorSentence? {
    let own = all.filter { $0.key == key && $0.reader != .page }
    return own.first { $0.commands.contains(command) } ?? own.first { $0.commands.isEmpty }
  }

  /// The sentences of the page, by their keys.
  public static var onPage: [ErrorKey: String] {
    Dictionary(uniqueKeysWithValues: all.filter { $0.reader != .commandLine }.map { ($0.key, $0.text) })
  }

  /// A text with values in place of its names in braces; other braces stay.
  public static func filled(_ text: String, _ values: [String: String]) -> String {
    var filled = ""
    var rest = text[...]
    while let start = rest.firstIndex(of: "{"), let end = rest[start...].firstIndex(of: "}") {
      filled += rest[..<start]
      filled += values[String(rest[rest.index(after: start)..<end])] ?? String(rest[start...end])
      rest = rest[rest.index(after: end)...]
    }
    return filled + rest
  }

  static let all = songs + volumes + playlists + pads + cues + files + playback

  // MARK: Songs and volumes

  private static let songs = [
    ErrorSentence(
      .noSuchSong, text: "There is no song {about}",
      remedy: "`jukebox search --paths WORDS` prints paths of songs",
      fallback: nil, for: .all),
    ErrorSentence(
      .noSuchSong, of: "announce", text: "There is no pad or song {about}",
      remedy: "`jukebox pad` shows the pads"),
    ErrorSentence(
      .noSuchSong, of: "padadd", text: "There is no file {about}",
      remedy:
        "Name it by its path on the stick, such as Sounds/bell.wav; of a second stick with the stick's name before it"
    ),
    ErrorSentence(
      .noSuchSong, of: "playlistfetch", text: "{1} has no episodes of a podcast there",
      remedy: "`jukebox playlist subscribe` lists the podcasts, `jukebox playlist show {1}` the entries"),
    ErrorSentence(
      .noSuchPath, text: "There is no song or folder {about}",
      remedy:
        "`jukebox browse folders` lists folders, `jukebox search --paths WORDS` prints paths of songs; paths are case-sensitive",
      for: .all),
    ErrorSentence(
      .noSuchPath, of: "resume", "setresume", text: "There is no folder {about}",
      remedy: "`jukebox browse folders` lists folders; paths are case-sensitive"),
  ]

  private static let volumes = [
    ErrorSentence(
      .noSuchVolume, text: "There is no volume {about}", remedy: "`jukebox volumes` lists the volumes"),
    ErrorSentence(.noSuchVolume, text: "The stick is no longer there", for: .page),
    ErrorSentence(
      .volumeNotPluggedIn, text: "{about} is not plugged in", remedy: "`jukebox volumes` lists the volumes"),
    ErrorSentence(.volumeNotPluggedIn, text: "Its stick is not plugged in: {about}", for: .page),
    ErrorSentence(
      .volumeReleased, text: "{about} is unmounted",
      remedy: "`jukebox volumes --mount {about}` mounts it again"),
    ErrorSentence(.volumeReleased, text: "Its stick may be pulled out: {about}", for: .page),
    ErrorSentence(.volumeGone, text: "The stick was pulled out", for: .page),
    ErrorSentence(
      .volumeMounted, text: "{about} is already mounted", remedy: "`jukebox volumes` lists the volumes"),
    ErrorSentence(
      .notMounted, text: "There is no stick {about} to unmount",
      remedy: "`jukebox volumes` lists the sticks"),
    ErrorSentence(
      .notReleased, text: "There is no unmounted stick {about}",
      remedy: "`jukebox volumes` lists the sticks"),
    ErrorSentence(.readOnlyVolume, text: "The stick is write-protected", for: .page),
    ErrorSentence(.volumeFull, text: "The stick is full", for: .page),
    ErrorSentence(
      .noBackup, text: "There is no backup on {1}", remedy: "`jukebox backup {1}` writes one"),
  ]

  // MARK: Playlists

  private static let playlists = [
    ErrorSentence(
      .noSuchPlaylist, text: "There is no playlist {about}",
      remedy: "`jukebox playlist` lists the playlists; names are case-sensitive", for: .all),
    ErrorSentence(
      .noSuchPlaylist, of: "import",
      text:
        "There is no playlist file {1} on a volume; its extension must be .m3u, .m3u8, .pls, .xspf or .cue",
      remedy: "For a file of this machine omit --on-volume"),
    ErrorSentence(
      .noSuchPlaylist, of: "presetset", text: "There is no playlist, station, folder or song {2}",
      remedy:
        "`jukebox playlist` lists the playlists, `jukebox station list` the stations, `jukebox browse folders` the folders; names are case-sensitive"
    ),
    ErrorSentence(
      .noSuchStation, text: "There is no station {1}",
      remedy: "`jukebox station list` lists the stations"),
    ErrorSentence(.noSuchStation, text: "There is no station {about}", for: .page),
    ErrorSentence(.notFetched, text: "This address could not be read", for: .page),
    ErrorSentence(
      .noSuchPlaylistFolder, text: "There is no playlist folder {about}",
      remedy: "`jukebox playlist folder` lists them; names are case-sensitive", fallback: 2, for: .all),
    ErrorSentence(.noSuchPosition, text: "The queue has changed meanwhile", for: .page),
    ErrorSentence(.guestLimit, text: "At most {about} of your songs wait at once", for: .page),
    ErrorSentence(
      .songRepeats, text: "This song waits already, or has played in the last {about} minutes", for: .page),
    ErrorSentence(
      .alreadyExists, of: "playlistsubscribe",
      text: "The feed is subscribed already, as the playlist {about}",
      remedy: "`jukebox playlist rename` gives it another name", fallback: nil),
    ErrorSentence(.alreadyExists, text: "Something else has this name: {about}", for: .page),
    ErrorSentence(.playlistExists, text: "The playlist {about} already exists", for: .all),
    ErrorSentence(.playlistExists, of: "rename", text: "The playlist {about} already exists", fallback: 2),
    ErrorSentence(
      .playlistFolderExists, text: "The folder {about} already exists", fallback: -1, for: .all),
    ErrorSentence(.badPlaylistName, text: "Not a valid name for a playlist: \(namesOfPlaylists)", for: .all),
    ErrorSentence(
      .badPlaylistName, of: "playlistfolder",
      text: "Not a valid name for a playlist folder: \(namesOfPlaylists)"),
    ErrorSentence(.ownPlaylist, text: "The jukebox makes this playlist itself", for: .page),
    ErrorSentence(
      .playlistFile, text: "{about} is a playlist file on a volume and cannot be edited",
      remedy: "`jukebox import --on-volume {quoted}` makes a playlist of it", fallback: nil),
    ErrorSentence(.playlistFile, text: "A playlist file on a stick can only be read", for: .page),
    ErrorSentence(
      .noTemplate, text: "{1} has no template",
      remedy:
        "Save one with `jukebox playlist set {1} --template \"{AlbumArtist} – {Album}\"`, or give one with --by"
    ),
    ErrorSentence(
      .noPicture, of: "playlistcover", text: "{1} has no picture",
      remedy: "`jukebox playlist cover` lists the pictures of its albums"),
    ErrorSentence(
      .badPicture, text: "The file is not a picture; expected JPEG, PNG or WebP", for: .all),
    ErrorSentence(
      .nothingToUndo, of: "playlistorder",
      text: "{1} was changed after it was ordered, or was not ordered: there is no previous order to restore"),
    ErrorSentence(.nothingToUndo, text: "{reason}"),
    ErrorSentence(.nothingToUndo, text: "There is nothing to undo", for: .page),
    ErrorSentence(.outOfRange, text: "This value is out of range", for: .page),
    ErrorSentence(
      .badMixBoardFile, text: "{reason}",
      remedy:
        "It is not a valid MixBoard file, so nothing was changed. Repair it, or delete it so that it is written again"
    ),
  ]

  private static let namesOfPlaylists =
    "use 1 to 251 bytes without slashes and control characters, and not only blanks"

  // MARK: Pads, cues and files

  private static let pads = [
    ErrorSentence(.noSuchPad, text: "There is no pad {about}", remedy: "`jukebox pad` lists the pads"),
    ErrorSentence(.noSuchPad, text: "This pad is no longer there", for: .page),
    ErrorSentence(
      .noSuchPadFolder, text: "There is no pad folder {about}", remedy: "`jukebox pad folders` lists them"),
    ErrorSentence(
      .noSuchCard, text: "No card has the number {about}", remedy: "`jukebox card` lists the cards", for: .all
    ),
    ErrorSentence(
      .randomNumber,
      text: "This number belongs to a phone or bank card and changes each time: use another card", for: .page),
    ErrorSentence(.notNow, text: "No music may play now", for: .page),
    ErrorSentence(.noSuchAlarm, text: "This alarm is no longer there", for: .page),
    ErrorSentence(.notRinging, text: "No alarm rings", for: .page),
    ErrorSentence(.padUnplayable, text: "This pad cannot be played", for: .page),
    ErrorSentence(.noTake, text: "There is no recording", for: .page),
    ErrorSentence(.recordsAlready, text: "A recording is in progress", for: .page),
  ]

  private static let cues = [
    ErrorSentence(.noSuchCue, text: "The song has no cue {2}", remedy: "`jukebox cue` shows the numbers"),
    ErrorSentence(
      .noSuchCue, of: "loopcue", text: "The song has no cue {all}", remedy: "`jukebox cue` shows the numbers"),
    ErrorSentence(
      .noSuchCue, of: "cuestep", text: "There is no later cue", remedy: "`jukebox cue` lists the cues"),
    ErrorSentence(
      .endsBeforeStart, of: "cueadd", "cueedit", text: "The end of a cue must be after its start",
      remedy: "`jukebox cue` shows both"),
    ErrorSentence(
      .endsBeforeStart, of: "playlistentryset", text: "The end of a part must be after its start",
      remedy: "`jukebox playlist entry PLAYLIST NUMBER` shows both"),
    ErrorSentence(.endsBeforeStart, text: "The end must be after the start", for: .page),
    ErrorSentence(
      .cueWithoutEnd, of: "loopcue", text: "Cue {1} has no end",
      remedy:
        "Set one (`jukebox cue edit {1} --end TIME`), or give a second cue as the end of the loop"),
  ]

  private static let files = [
    ErrorSentence(
      .filesProtected,
      text: "Music files are protected: set writable = on in the section [library] of /etc/jukebox.ini",
      for: .page),
    ErrorSentence(.unsupportedFile, text: "Not a sound file that the jukebox plays", for: .page),
    ErrorSentence(.badFileName, text: "A file cannot have this name", for: .page),
    ErrorSentence(.fileTooLarge, text: "The file is too large for this stick", for: .page),
    ErrorSentence(.noSuchUpload, text: "The transfer was ended: try it again", for: .page),
    ErrorSentence(
      .noLyrics, text: "{about} has no lyrics",
      remedy: "Put them into its tags, or into a file with the same name and the extension lrc beside it"),
    ErrorSentence(.notAPlaylist, text: "This file is not a playlist", for: .page),
    ErrorSentence(.namesNoSong, text: "This file contains no song", for: .page),
    ErrorSentence(
      .mixBoardFile, text: "This is the file of MixBoard: it syncs by itself on its stick", for: .page),
  ]

  // MARK: Playback

  private static let playback = [
    ErrorSentence(
      .notPlaying, text: "Nothing is playing",
      remedy: "`jukebox play` starts, `jukebox play 3` starts song 3 of the queue", for: .all),
    ErrorSentence(
      .notPlaying, of: "loop", "loopcue", "cues",
      text: "No song is playing or paused, so there is nothing to loop"),
    ErrorSentence(
      .notPlaying, of: "cuestep", text: "No song is playing or paused, so there is no cue to go to"),
    ErrorSentence(
      .notPlaying, of: "mix", text: "No song is playing or paused, so there is nothing to add to the mix slot"
    ),
    ErrorSentence(.limitReached, text: "There is no room for more", for: .page),
    ErrorSentence(.noPermission, text: "This page may not do that", for: .page),
    ErrorSentence(.badPassword, text: "The password is wrong", for: .page),
    ErrorSentence(.notFound, text: "This jukebox takes no files", for: .page),
  ]
}
