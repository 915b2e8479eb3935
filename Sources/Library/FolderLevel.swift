import Linux

/// A folder that a scan is in.
final class FolderLevel {
  let path: [UInt8]
  let device: UInt64
  let inode: UInt64
  /// What is passed over in it, by its own word and that of those above.
  let ignored: [IgnoreList]
  /// What has not been listed yet; nil at the end. Only a huge folder keeps its descriptor while its subfolders
  /// are walked.
  var stream: DirectoryStream?
  /// Subfolders still to be walked, the last first.
  var folders: [[UInt8]] = []

  init(path: [UInt8], status: FileStatus, ignored: [IgnoreList], stream: consuming DirectoryStream) {
    self.path = path
    self.ignored = ignored
    device = status.device
    inode = status.inode
    self.stream = consume stream
  }
}
