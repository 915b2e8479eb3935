/// Why a part of the jukebox refuses a request. Nothing has changed then.
public enum Refusal: Error, Hashable, Sendable {
  // The queue and playback.
  /// A position or range beyond the end.
  case badSongIndex
  /// More entries than a queue holds, or no further ids.
  case queueFull
  case noCurrentSong
  /// Something has to play, or be paused.
  case notPlaying
  /// The current entry can't be changed while it plays.
  case plays
  /// A loop that begins after the song's end, or while the song can't be read.
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
  /// The name belongs to a file on a volume.
  case playlistFile(String)
  /// Another playlist has the name.
  case playlistExists
  case badPlaylistName
  /// Entries of a playlist can't be moved so.
  case badRange
  /// A playlist has no place of this number for a new entry.
  case badPosition
  /// A stored playlist takes no more entries.
  case playlistFull
  /// The volume keeps no more playlists.
  case tooManyPlaylists
  /// A field of a playlist or an entry is beyond its limits.
  case badPlaylistField
  case noSuchPlaylistFolder
  case playlistFolderExists
  case tooManyPlaylistFolders
  /// No volume is there to keep a playlist.
  case noVolume
  /// A file to read or write, and its fault; with a key if there is advice.
  case badFile(String, ErrorKey? = nil)
  /// Only the jukebox writes the playlist of this name, which `load` and `save` copy.
  case ownPlaylist(String)
  /// Only the jukebox's own playlist has this name: another one to save, rename or import needs another name.
  case ownPlaylistName(String)

  // Cues, notes, colours and stickers.
  case noSuchCue
  /// A cue after the song's end; with the song's length.
  case behindSongEnd(Duration)
  /// Before the beginning, or an end that is not after the start.
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
  /// The name or the value of a sticker is longer than the limit.
  case stickerTooLong
  /// More stickers on one thing than the limit.
  case tooManyStickers

  // Pads.
  case noSuchPad
  /// The volume keeps no more pads.
  case tooManyPads

  case unsupported(String)
  /// Other errors that programs distinguish: key, sentence and subject.
  case failed(ErrorKey, String, about: String? = nil)
  /// Storage or the system failed; the text says what, to what.
  case system(String)
}
