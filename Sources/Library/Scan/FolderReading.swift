import Model

/// A folder of the tree that somebody lists file by file. While it lives the folder is kept open, at most until its
/// volume leaves. Loop thread only.
final class FolderReading {
  let volume: MountedVolume?
  /// Path of the volume's folder; nil once the listing has begun.
  var path: [UInt8]?
  /// The volumes below the root of the tree, which are listed first.
  var volumes: [FileReport]
  var isAtEnd: Bool

  init(_ volume: MountedVolume?, _ path: [UInt8], volumes: [FileReport] = []) {
    self.volume = volume
    self.path = path
    self.volumes = volumes
    isAtEnd = volume == nil
  }

  deinit {
    guard !isAtEnd, path == nil, let volume else { return }
    let key = ObjectIdentifier(self)
    // After all requests of this reading, and before those of another one at the same address in memory.
    _ = volume.worker.jobs.send({ store in store?.openFolders.close(key) }, .asked)
  }
}
