/// Why a part of the jukebox does not do what somebody asked for. Nothing has changed then.
public enum Refusal: Error, Hashable, Sendable {
  // The queue and playback.
  /// A position or range beyond the end.
  case badSongIndex
  /// More entries than a queue holds, or no further ids.
  case queueFull
  case noCurrentSong
  /// Something has to play, or be paused.
  case notPlaying
  /// What plays is not changed.
  case plays
  /// A loop that begins behind the song's end, or while the song can't be read.
  case badLoop
  /// A relative move of a range that holds the current song.
  case movesCurrentSong
  case noSuchOutput
  /// A preset has nothing to play; the text says why.
  case emptyPreset(String)
  /// A preset was still being read when something else was asked for.
  case overtaken

  // Songs, folders, files, volumes.
  /// Neither a song nor a folder.
  case noSuchPath
  case noSuchSong
  case noSuchDirectory
  case noSuchFile
  /// The file is there, but no sound file, or broken.
  case unreadableFile
  /// Too many scans wait already.
  case updateQueueFull
  case noSuchVolume
  /// The volume left while the request ran, or isn't there.
  case volumeGone

  // Playlists.
  case noSuchPlaylist
  /// What is called so is a file on a volume.
  case playlistFile(String)
  /// Another playlist has the name.
  case playlistExists
  case badPlaylistName
  /// Entries of a playlist can't be moved so.
  case badRange
  /// A playlist has no such place for a new entry.
  case badPosition
  /// A stored playlist takes no more entries.
  case playlistFull
  /// The volume keeps no more playlists.
  case tooManyPlaylists
  /// What is said of a playlist or an entry lies beyond its limits.
  case badPlaylistField
  case noSuchPlaylistFolder
  case playlistFolderExists
  case tooManyPlaylistFolders
  /// No volume is there to keep a playlist.
  case noVolume
  /// A file that is read or written, and what is wrong with it; with a key where people can be told what helps.
  case badFile(String, ErrorKey? = nil)
  /// What is to be undone lies on a volume that is away.
  case importAway(volume: String)
  /// What is to be undone was made on a volume that knows nothing of it any more, or never did.
  case importUnknown(volume: String)
  /// No import was made here that could be undone; the last one on a volume is not known.
  case importOfOthers(volume: String)
  /// Only the jukebox writes the playlist of this name, which `load` and `save` copy.
  case ownPlaylist(String)
  /// Only the jukebox's own playlist has this name: what is saved, renamed or imported needs another one.
  case ownPlaylistName(String)

  // What people add to songs.
  case noSuchCue
  /// A cue that would lie behind the song's end, which is so long.
  case behindSongEnd(Duration)
  /// Before the beginning, or an end that is not behind the start.
  case badCueTime
  /// A loop needs an end.
  case noCueEnd
  /// No word of small letters, digits and dashes.
  case badCueType(String)
  case badCueName(mostBytes: Int)
  case badColour
  case tooManyCues(most: Int)
  case badNotes(mostBytes: Int)
  /// A sticker of a name whose values are ours: what it would have to be, in words.
  case badSticker(name: String, expected: String)
  /// The name or the value of a sticker is longer than what is kept.
  case stickerTooLong
  /// More stickers on one thing than are kept.
  case tooManyStickers

  // Pads.
  case noSuchPad
  /// The volume keeps no more pads.
  case tooManyPads

  case unsupported(String)
  /// What else programs tell apart: its key, the sentence, and what it is about.
  case failed(ErrorKey, String, about: String? = nil)
  /// Storage or the system failed; the text says what, to what.
  case system(String)
}
