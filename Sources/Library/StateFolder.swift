import CLinux
import Linux

/// The part of the box's state folder where databases of volumes lie that take no writes: `STATE/volumes`.
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
  }

  func open() throws(SystemError) -> DatabaseFolder { try DatabaseFolder(trusted: path) }
}
