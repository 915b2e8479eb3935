import CLinux
import Linux

/// The part of the box's state folder for databases of volumes that take no writes: `STATE/volumes`.
struct StateFolder: Sendable {
  /// In bytes; made by `init` where it is missing.
  let path: [UInt8]

  /// - Parameter state: the box's state folder, which exists.
  init(in state: [UInt8]) throws(SystemError) {
    let path = state + Array("/volumes".utf8)
    self.path = path
    do {
      try systemCall("mkdir", path: String(decoding: path, as: UTF8.self)) {
        unsafe path.withTerminator { unsafe mkdir($0, 0o700) }
      }
    } catch  where error.code == .exists {}
    try removeArrivals()
  }

  /// Prefix of a volume's database while it is copied and checked.
  static let incomingPrefix = "incoming-"

  /// Removes what a power cut left of databases that were just being copied.
  private func removeArrivals() throws(SystemError) {
    let names = try Root(path: String(decoding: path, as: UTF8.self))
    var listing = try names.list([])
    let folder = try open()
    while let entry = try listing.next() {
      guard entry.name.starts(with: Self.incomingPrefix.utf8) else { continue }
      try folder.remove(String(decoding: entry.name, as: UTF8.self))
    }
  }

  func open() throws(SystemError) -> DatabaseFolder { try DatabaseFolder(trusted: path) }

  func freeBytes() throws(SystemError) -> Int64 {
    try HostFolder.freeBytes(at: String(decoding: path, as: UTF8.self))
  }
}
