import Control
import Library
import Linux
import Model
import Player

/// What clients may let go and take back: sticks, which the system has mounted. To mount and unmount them in the
/// system's own sense is the system's business; the jukebox has no rights to.
extension Volumes {
  var neighbors: [(name: String, storage: String)] {
    let there = Set(library.volumes.map(\.path))
    return letGo.filter { !there.contains($0.key) }
      .map { (name: $0.value, storage: EscapedName.text(for: $0.key.utf8)) }
      .sorted { ($0.name, $0.storage) < ($1.name, $1.storage) }
  }

  func mount(_ name: String, storage: String, completion: @escaping (Refusal?) -> Void) {
    guard !name.isEmpty, !name.contains("/") else { return completion(.unsupported("Bad mount point")) }
    guard volume(named: name) == nil else { return completion(.failed(.volumeMounted, "Mount point busy")) }
    guard let path = path(of: storage), let mount = sticks[path] else {
      return completion(.failed(.notLetGo, "Unrecognized storage URI"))
    }
    guard !library.volumes.contains(where: { $0.path == path }) else {
      return completion(.unsupported("This storage is already mounted"))
    }
    if let own = letGo[path], own != name {
      return completion(.unsupported("The name of this storage is \(own)"))
    }
    mounting[path, default: []].append(completion)
    add(mount)
  }

  func unmount(_ name: String, completion: @escaping (Refusal?) -> Void) {
    guard !name.isEmpty else { return completion(.unsupported("Bad mount point")) }
    guard let volume = volume(named: name) else {
      return completion(.failed(.notMounted, "Not a mount point"))
    }
    guard !volume.isFixed else {
      return completion(.unsupported("A folder of the configuration cannot be unmounted"))
    }
    letGo[volume.path] = name
    unmounting[volume.path, default: []].append(completion)
    // First the player, so that what was heard is remembered before the files are let go.
    controller.report(.volumeLeft(volume.id))
    // Then the stick learns where its part of the queue stands.
    carrier.writeAll { [library] in library.volumeGone(path: volume.path, orderly: true) }
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
    let top = library.topVolume
    return library.volumes.first { $0.id != top && EscapedName.text(for: $0.name.utf8) == name }
  }

  /// The path that `listmounts` shows as a storage, with or without a slash at its end.
  private func path(of storage: String) -> String? {
    guard var bytes = EscapedName.bytes(of: storage) else { return nil }
    while bytes.count > 1, bytes.last == UInt8(ascii: "/") { bytes.removeLast() }
    return String(validating: bytes, as: UTF8.self)
  }
}
