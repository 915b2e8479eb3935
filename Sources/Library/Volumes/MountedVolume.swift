import Linux
import Model

/// A volume as the facade knows it: from the moment it appeared until its threads have ended. Loop thread only.
final class MountedVolume {
  let worker: VolumeWorker
  let path: String
  let isFixed: Bool
  /// What it was called when it appeared, and how it was mounted.
  let label: String
  let isReadOnly: Bool
  /// Once it is open, has its own identity and a name that no other has.
  var info: VolumeInfo?
  var isLeaving = false
  var hasBeenChecked = false
  /// Whether a timer is set that looks whether it takes writes again.
  var isLookedAtForWrites = false
  /// Cached until tracks change.
  var counts: VolumeCounts?
  /// When it was asked last.
  var space: VolumeSpace?
  /// Whether the question is not answered yet.
  var isAskedForSpace = false
  /// How often its tracks have changed.
  private(set) var changes = 0
  /// The update jobs that wait for it.
  var jobs: Set<UInt32> = []
  var progress = ScanProgress()
  /// What the running scan has said for the log, the first of it.
  var problems: [String] = []
  /// What the last scan came to, once one has ended.
  var outcome: ScanOutcome?
  /// What the last scan of all of it met that is not played.
  var notPlayed = UnplayedFiles()
  /// Whether every track is in the text indexes.
  var isIndexed = false
  /// Which it has, the oldest first; nil until they have been read.
  var playlists: [StoredPlaylist]?
  /// The names of its folders of playlists.
  var playlistFolders: [String] = []
  /// The rows of its "Lovely songs", once something was counted.
  var lovely: [Int64]?

  /// Whether a command list has asked it for anything that its end has not flushed.
  var owesFlush = false

  /// Whether there is a file that is kept the same as its playlists.
  var hasSharedFile = false
  /// Or work is in progress that excludes a sync.
  var isSynchronising = false
  /// What of that kind waits until a sync has ended; each gets what it has to call at its end.
  var waitsForSync: [(_ end: @escaping () -> Void) -> Void] = []
  /// Who asked for it meanwhile.
  var syncWaiters: [(onlyIfThere: Bool, completion: (Result<SyncReport, Refusal>) -> Void)] = []
  /// Count what was put off: only the last counts.
  var syncTimer = 0
  /// When the last backup was made, or taken back.
  var backedUpAt: Instant?
  var backupTimer = 0

  init(worker: VolumeWorker, path: String, isFixed: Bool, label: String, isReadOnly: Bool) {
    self.worker = worker
    self.path = path
    self.isFixed = isFixed
    self.label = label
    self.isReadOnly = isReadOnly
  }

  /// Why something was refused: what fails on a volume that leaves fails because it does, whatever the system says of it.
  func reason(_ refusal: Refusal) -> Refusal { isLeaving ? .volumeGone : refusal }

  /// Forgets what was counted, and what is being counted.
  func tracksChanged() {
    counts = nil
    changes += 1
  }
}
