public import Model

/// The library's reports to the loop.
public enum LibraryEvent: Sendable {
  /// A volume's database is open: its tracks can be asked for and its files opened. A scan has begun.
  case opened(VolumeInfo)
  /// The folder or volume at this path can't be used.
  case failed(path: String, StoreError)
  /// Another program has the database of the folder or volume at this path open; `opened` or `failed` follows.
  case held(path: String, StoreError)
  /// The folder that the volume is was deleted.
  case deleted(VolumeID, path: String)
  /// Database and root are closed: the volume can be unmounted.
  case closed(VolumeID, path: String)
  /// The first playable file of a volume that was never scanned to its end; its row follows within moments.
  case firstTrack(Track)
  /// Playable files of such a volume in natural order, folder by folder (the first track among them), once they are
  /// in its database.
  case found(VolumeID, [TrackReference])
  /// Files that were moved or renamed: where they were, and where they are. Whatever is known of a track goes with it.
  case moved([TrackReference: TrackReference])
  case progress(VolumeID, ScanProgress)
  /// Rows have changed (MPD's idle event `database`): at the first tracks, every 10 s, at the end of a scan.
  case tracksChanged(VolumeID)
  /// An update job begins or ends (MPD's idle event `update`).
  case updateBegan(job: UInt32)
  case updateEnded(job: UInt32)
  /// A scan ended; with its failure unless it looked at everything.
  case scanEnded(VolumeID, job: UInt32, StoreError?)
  /// People have set whether a folder resumes: all folders of its volume that do or are marked.
  case resumesMarked(VolumeID, [FolderResume])
  /// An episode was fetched to a file, whose place is the episode's from now on.
  case fetched(FolderResume)
  /// The list of playlists, or what is in one of them, has changed (MPD's idle event `stored_playlist`).
  case playlistsChanged
  /// A playlist on a volume was changed, made or deleted, and would be so after a power cut.
  case playlistEdited(VolumeID)
  /// Something that people or clients say of a track, or keep with it, has changed (MPD's idle event `sticker`).
  case stickersChanged
  /// The library itself changed something while nobody acted: counted plays (`notedSticker`), the playlists that follow
  /// them (`notedPlaylist`).
  case noted(Subsystems)
  /// A cue of this track was added, edited or removed.
  case cuesChanged(TrackReference)
  /// All tracks of a volume are in its text indexes.
  case indexed(VolumeID)
  /// For the log.
  case warning(String)
}
