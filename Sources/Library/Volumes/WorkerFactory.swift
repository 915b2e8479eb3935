import Linux
import Model

/// Makes and starts the threads of each volume, which share what is here.
struct WorkerFactory {
  /// Holds scans back while playback needs the storage.
  let gate = ScanGate()
  let pictures: PictureCache?
  let identities: KnownIdentities
  private let state: StateFolder?
  private let readers: FileReaders
  private let deliver: @Sendable (LibraryMessage) -> Void

  /// - Parameters:
  ///   - stateFolder: the box's state folder, for databases of volumes that take no writes and for pictures.
  ///   - known: the volumes that the box has seen.
  ///   - deliver: called on any thread.
  init(
    stateFolder: String?, known: [KnownVolume], readers: FileReaders,
    deliver: @escaping @Sendable (LibraryMessage) -> Void
  ) throws(SystemError) {
    if let stateFolder { state = try StateFolder(in: Array(stateFolder.utf8)) } else { state = nil }
    pictures = stateFolder.map { PictureCache(in: Array($0.utf8)) }
    identities = KnownIdentities(known)
    self.readers = readers
    self.deliver = deliver
  }

  /// - Parameter key: identifies this opening of the volume.
  func start(_ mount: MountedVolume.Mount, key: UInt64) throws(SystemError) -> MountedVolume {
    let root = try Root(path: mount.path)
    let identities = identities
    let opener = VolumeOpener(
      root: root, label: mount.label, isReadOnly: mount.isReadOnly, state: state,
      knownIdentity: { identities.identity(ofLook: $0) }, closing: Cancellation())
    let worker = VolumeWorker(
      key: key, opener: opener, readers: readers, gate: gate, pictures: pictures,
      deliver: deliver)
    try worker.start()
    return MountedVolume(mount, worker)
  }
}
