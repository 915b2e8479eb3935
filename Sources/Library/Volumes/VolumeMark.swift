import Linux

/// Distinguishes a volume from a copy of it, database and all: its place, and the folder of its database. A box
/// remembers these for each identity, so that of two volumes with the same one it knows the original, whichever opens
/// first.
public struct VolumeMark: Hashable, Sendable {
  /// The path of a fixed folder; of a stick, what its hardware is called. nil where neither is known.
  public let place: [UInt8]?
  /// When and as what the database's folder was made on its file system: a copy's was made later. nil where the
  /// file system doesn't say.
  public let folder: [UInt8]?
  /// As `VolumeFingerprint`: counts only where nothing else is known.
  public let look: [UInt8]?

  public init(place: [UInt8]?, folder: [UInt8]?, look: [UInt8]?) {
    self.place = place
    self.folder = folder
    self.look = look
  }

  /// Looks at an open volume.
  init(of root: Root, isFixed: Bool, look: [UInt8]) {
    let device = (try? root.status(of: []))?.device
    place = isFixed ? Array(root.path.utf8) : device.flatMap { VolumeLabel.hardware(of: $0) }
    folder = Self.folder(in: root)
    self.look = look
  }

  /// Local times shift with a change of the time zone, by whole quarters of an hour.
  private static let zoneNanoseconds: Int64 = 15 * 60 * 1_000_000_000

  private static func folder(in root: Root) -> [UInt8]? {
    let name = Array(VolumeOpener.folderName.utf8)
    guard let status = try? root.statusOfName(name), status.kind == .directory,
      let made = try? root.madeNanoseconds(ofFolder: name)
    else { return nil }
    // FAT has no file numbers but those that the kernel makes up at each mount.
    let isLocal = root.isFAT
    return Array("\(isLocal ? made % zoneNanoseconds : made) \(isLocal ? 0 : status.inode)".utf8)
  }

  /// How far another volume is from the one that this was remembered of: 0 is the same place and folder, 1 the same folder
  /// elsewhere, 2 another folder in the same place; nil is another volume.
  func distance(to other: VolumeMark) -> Int? {
    if place == nil, folder == nil { return look != nil && look == other.look ? 0 : nil }
    if place == other.place, folder == other.folder { return 0 }
    if folder != nil, folder == other.folder { return 1 }
    return place != nil && place == other.place ? 2 : nil
  }
}
