public import Model

extension Refusal {
  /// How the protocol says it.
  var commandError: CommandError {
    switch self {
    case .badSongIndex: .badSongIndex
    case .noSuchSong, .noSuchPath: .noSuchSong
    case .noSuchDirectory: .noSuchDirectory
    case .noSuchFile: CommandError(key: .noSuchPath, "No such file")
    case .unreadableFile: CommandError(.noExist, "Failed to load file")
    case .noSuchCue: CommandError(key: .noSuchCue)
    case .behindSongEnd(let length):
      CommandError(
        key: .outOfRange,
        "The song ends at \(Decimal.seconds(length)) s: a cue must start before and end by then"
      )
    case .noSuchOutput: CommandError(.noExist, "No such audio output")
    case .noCurrentSong: .noCurrentSong
    case .notPlaying: .notPlaying
    case .plays: CommandError(.permission, "Access denied")
    case .noSuchPlaylist: CommandError(key: .noSuchPlaylist)
    case .playlistFile(let name):
      CommandError(key: .playlistFile, "\(name) is a playlist file and read-only", about: name)
    case .playlistExists: CommandError(key: .playlistExists, "Playlist already exists")
    case .badPlaylistName: CommandError(key: .badPlaylistName)
    case .badRange: CommandError(key: .noSuchPosition, "Bad range")
    case .badPosition: CommandError(key: .noSuchPosition, "Bad position")
    case .playlistFull: CommandError(.playlistMax, "Stored playlist is too large")
    case .tooManyPlaylists: CommandError(.playlistMax, "Too many playlists")
    case .badPlaylistField: CommandError(key: .outOfRange, "Value out of range")
    case .emptyPreset(let what): CommandError(key: .nothingToPlay, what)
    case .ownPlaylist(let name):
      CommandError(
        key: .ownPlaylist,
        "\(name) is made by the jukebox from the plays and cannot be changed: load it and save it under another name",
        about: name)
    case .ownPlaylistName(let name):
      CommandError(
        key: .ownPlaylist,
        "\(name) is reserved for the playlist that the jukebox makes from the plays: use another name",
        about: name)
    case .noVolume: CommandError(.system, "There is no volume to store a playlist on")
    case .badLoop: CommandError(.argument, "The loop is outside of the song")
    case .movesCurrentSong: CommandError(.argument, "Cannot move current song relative to itself")
    case .badCueTime: CommandError(key: .endsBeforeStart, "The end of a cue must be after its start")
    case .noCueEnd: CommandError(key: .cueWithoutEnd, "A loop needs an end")
    case .badCueType(let word):
      CommandError(.argument, "A cue's type is a word of letters a-z, digits and dashes: \(word)")
    case .badCueName(let most):
      CommandError(.argument, "A cue's name has at most \(most) bytes and no control characters")
    case .badColour: CommandError(.argument, "A colour is six hexadecimal digits")
    case .tooManyCues(let most): CommandError(.argument, "A song has at most \(most) cues")
    case .badNotes(let most): CommandError(.argument, "A note has at most \(most) bytes")
    case .badSticker(let name, let expected): CommandError(.argument, "\"\(name)\" is \(expected)")
    case .stickerTooLong:
      CommandError(.argument, "A sticker's name has at most 1024 bytes, its value and a filter 4096")
    case .tooManyStickers:
      CommandError(.argument, "Too many stickers: remove some first")
    case .overtaken:
      CommandError(
        key: .overtaken, "Not played: another command or button started or stopped playback meanwhile")
    case .noSuchPlaylistFolder: CommandError(key: .noSuchPlaylistFolder)
    case .playlistFolderExists: CommandError(key: .playlistFolderExists, "Playlist folder already exists")
    case .tooManyPlaylistFolders: CommandError(.playlistMax, "Too many playlist folders")
    case .queueFull:
      CommandError(
        .playlistMax,
        "Playlist is too large: the queue holds at most \(QueueLimits.entries) songs, and \(QueueLimits.pathBytes >> 20) MiB of paths"
      )
    case .updateQueueFull: CommandError(.updateAlready, "Update queue is full")
    case .noSuchVolume: CommandError(key: .noSuchVolume)
    case .volumeGone: CommandError(key: .volumeGone, "The volume is not plugged in")
    case .noSuchPad: CommandError(key: .noSuchPad)
    case .tooManyPads: CommandError(.playlistMax, "A volume has at most \(Pad.most) pads")
    case .unsupported(let what): CommandError(.argument, what)
    case .failed(let key, let what, let subject): CommandError(key: key, what, about: subject)
    case .system(let what), .badFile(let what, nil): CommandError(.system, what)
    case .badFile(let what, let key?): CommandError(key: key, what)
    }
  }

  /// The sentence alone.
  public var message: String { commandError.message }
  public var key: ErrorKey { commandError.key }

  /// How the jukebox's own commands say it: MPD's words, then what they are about. Those of MPD keep to MPD's alone, which
  /// clients may know by heart.
  func commandError(of subject: String) -> CommandError {
    let error = commandError
    switch self {
    case .noSuchSong, .noSuchDirectory, .noSuchFile, .unreadableFile, .noSuchCue, .noSuchPlaylist,
      .playlistExists, .noSuchPlaylistFolder, .playlistFolderExists, .noSuchVolume:
      guard !subject.isEmpty else { return error }
      return CommandError(error.code, "\(error.message): \(subject)", key: error.key, about: subject)
    case .badPlaylistName, .badPosition:
      return CommandError(error.code, "\(error.message): \(subject)", key: error.key, about: subject)
    case .playlistFull:
      return CommandError(error.code, "\(error.message): it has at most \(QueueLimits.entries) entries")
    default: return error
    }
  }
}
