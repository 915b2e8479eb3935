import Linux

/// A folder that a scan is in.
final class FolderLevel {
  let path: [UInt8]
  let device: UInt64
  let inode: UInt64
  /// The names to skip in it, from its own file and those of parent folders.
  var ignored: [IgnoreList] = []
  /// Whether its files are skipped: it is only the way to a folder that is included.
  var isExcluded: Bool
  /// Its subfolders for which the same holds.
  var excludedFolders: Set<[UInt8]> = []
  /// Entries that are not listed yet; nil once all are examined. Only a huge folder keeps its descriptor
  /// while its subfolders are walked.
  var stream: DirectoryStream?
  /// Whether what was listed so far is not all of it.
  var isInPieces = false
  /// Names of playlist files, as far as they have been listed.
  private(set) var playlistFiles: [[UInt8]] = []
  /// How many more there are than are kept of one folder.
  private(set) var playlistFilesLeftOut = 0
  /// Subfolders still to be walked, the last first.
  var folders: [[UInt8]] = []

  init(path: [UInt8], isExcluded: Bool, stream: consuming DirectoryStream) throws(SystemError) {
    self.path = path
    self.isExcluded = isExcluded
    let status = try stream.status()
    device = status.device
    inode = status.inode
    self.stream = consume stream
  }

  func add(playlistFile name: [UInt8]) {
    if playlistFiles.count < FoundPlaylistFiles.mostInFolder {
      playlistFiles.append(name)
    } else {
      playlistFilesLeftOut += 1
    }
  }

  /// Returns the status of an entry, links not followed; nil if it is missing or the folder is closed.
  func status(of name: [UInt8]) throws(SystemError) -> FileStatus? { try stream?.status(of: name) }

  /// Opens a file that `status(of:)` has just called a regular one; nil where the folder is closed.
  func open(_ name: [UInt8]) throws(SystemError) -> Descriptor? { try stream?.open(name) }
}
