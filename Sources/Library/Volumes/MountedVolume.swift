import Linux
package import Model

/// A volume as the facade knows it: from the moment it appeared until its threads have ended. Loop thread only.
package final class MountedVolume {
  /// How it appeared.
  struct Mount {
    let path: String
    let isFixed: Bool
    /// The volume's name at first sight.
    let label: String
    let isReadOnly: Bool
  }

  package let worker: VolumeWorker
  let mount: Mount
  package var path: String { mount.path }
  var isFixed: Bool { mount.isFixed }
  /// Once it is open, has its own identity and a name that no other has.
  package var info: VolumeInfo?
  package var isLeaving = false
  var sums = VolumeSums()
  /// How often its tracks have changed.
  var changes: Int { sums.changes }
  /// Whether a command list has asked it for anything that its end has not flushed.
  var owesFlush = false

  // State of the library's parts for the volume; each part alone changes its own.
  var playlists = VolumePlaylists()
  var scan = LibraryScans.State()
  var health = VolumeHealth.State()

  init(_ mount: Mount, _ worker: VolumeWorker) { (self.mount, self.worker) = (mount, worker) }

  /// Returns the reason for a refusal: a volume that leaves is the reason, whatever the system reports.
  package func reason(_ refusal: Refusal) -> Refusal { isLeaving ? .volumeGone : refusal }

  /// Forgets what was counted, and what is being counted.
  package func tracksChanged() { sums.tracksChanged() }
}
