import Library
import Linux
import Model

/// Sticks that clients release and use again. Mounting and unmounting in the system is left to the system, since the
/// jukebox has no rights to do it.
final class MountRequests {
  private let library: MusicLibrary
  private let notify: ChangeNotifier
  /// The names of sticks that clients have let go and that are mounted still, by their paths.
  private var letGo: [String: String] = [:]
  /// Callers that wait until the volume at a path is open, or closed.
  private var mounting: [String: [(Refusal?) -> Void]] = [:]
  private var unmounting: [String: [(Refusal?) -> Void]] = [:]

  init(library: MusicLibrary, notify: ChangeNotifier) {
    self.library = library
    self.notify = notify
  }

  var neighbors: [(name: String, storage: String)] {
    let there = Set(library.volumes.map(\.path))
    return letGo.filter { !there.contains($0.key) }
      .map { (name: $0.value, storage: EscapedName.text(for: $0.key.utf8)) }
      .sorted { ($0.name, $0.storage) < ($1.name, $1.storage) }
  }

  func isReleased(_ path: String) -> Bool { letGo[path] != nil }

  /// A stick is used again, or is gone.
  func forget(_ path: String) {
    if letGo.removeValue(forKey: path) != nil { notify(.neighbor) }
  }

  /// - Returns: the stick to open.
  func mount(
    _ name: String, storage: String, among sticks: [String: Mount], completion: @escaping (Refusal?) -> Void
  ) throws(Refusal) -> Mount {
    guard !name.isEmpty, !name.contains("/") else { throw .unsupported("Bad mount point") }
    guard volume(named: name) == nil else { throw .failed(.volumeMounted, "Mount point busy") }
    guard let path = path(of: storage), let mount = sticks[path] else {
      throw .failed(.notReleased, "Unrecognized storage URI")
    }
    guard !library.volumes.contains(where: { $0.path == path }) else {
      throw .unsupported("This storage is already mounted")
    }
    if let own = letGo[path], own != name { throw .unsupported("The name of this storage is \(own)") }
    mounting[path, default: []].append(completion)
    return mount
  }

  /// - Returns: the volume to close.
  func unmount(_ name: String, completion: @escaping (Refusal?) -> Void) throws(Refusal) -> VolumeInfo {
    guard !name.isEmpty else { throw .unsupported("Bad mount point") }
    guard let volume = volume(named: name) else { throw .failed(.notMounted, "Not a mount point") }
    guard !volume.isFixed else { throw .unsupported("A folder of the configuration cannot be unmounted") }
    letGo[volume.path] = name
    unmounting[volume.path, default: []].append(completion)
    return volume
  }

  /// Notifies the callers that wait for a volume to open or fail.
  func answerMounts(of path: String, _ refusal: Refusal?) {
    for completion in mounting.removeValue(forKey: path) ?? [] { completion(refusal) }
  }

  /// Notifies the callers that wait for a volume to close.
  func answerUnmounts(of path: String) {
    for completion in unmounting.removeValue(forKey: path) ?? [] { completion(nil) }
  }

  /// An open volume below the root of the tree.
  private func volume(named name: String) -> VolumeInfo? {
    let top = library.mounts.topVolume
    return library.volumes.first { $0.id != top && EscapedName.text(for: $0.name.utf8) == name }
  }

  /// The path that `listmounts` shows as a storage, with or without a slash at its end.
  private func path(of storage: String) -> String? {
    guard var bytes = EscapedName.bytes(of: storage) else { return nil }
    while bytes.count > 1, bytes.last == UInt8(ascii: "/") { bytes.removeLast() }
    return String(validating: bytes, as: UTF8.self)
  }
}
