import Linux

/// A file as a scan meets it.
struct FoundFile {
  private let folder: [UInt8]
  let name: [UInt8]
  /// The open folder in which it was looked at; nil where it was found by its path, or by way of a link.
  private let level: FolderLevel?
  let status: FileStatus

  /// Relative to the open folder if there is one: the kernel does not have to follow the path from the volume's root,
  /// and reports the type of a name without opening it. A link is followed while it stays on the volume.
  init(_ name: [UInt8], in folder: [UInt8], _ level: FolderLevel?, of root: Root) throws(SystemError) {
    self.folder = folder
    self.name = name
    if let own = try level?.status(of: name), own.kind != .link {
      status = own
      self.level = level
    } else {
      status = try root.status(of: VolumePath.join(folder, name))
      self.level = nil
    }
  }

  var path: [UInt8] { VolumePath.join(folder, name) }

  /// Opens it for reading.
  func open(beneath root: Root) throws(SystemError) -> Descriptor {
    if let file = try level?.open(name) { return file }
    return try root.open(path)
  }
}
