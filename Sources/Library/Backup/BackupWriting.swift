import Interchange
import Linux

/// How far the writing of a backup has come. Store thread only.
final class BackupWriting {
  let target: VolumeFile
  let file: Descriptor
  var writer = JSONWriter()
  /// Whether the paths of tracks are done.
  var hasTracks = false
  var lastTrack = Int64.min
  var table = 0
  var offset = 0
  var bytes = 0
  /// `volume.changes` when it began.
  let changes: Int64

  init(_ target: VolumeFile, _ file: consuming Descriptor, changes: Int64) {
    self.target = target
    self.file = file
    self.changes = changes
  }
}
