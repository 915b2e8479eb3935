import CLinux
package import Linux
import Model

/// The folder that holds a database, and the rules by which a file in it may be given to SQLite.
///
/// Everything on a volume is untrusted. Names are looked up in the open folder without following links, so
/// nothing here reaches beyond it.
package struct DatabaseFolder: ~Copyable {
  private let descriptor: Descriptor
  /// For messages.
  let path: String
  /// Messages about what was set aside, oldest first.
  private(set) var notes: [String]

  /// Opens the folder `name` at the top of a volume, making it where it is missing (openat(2), O_NOFOLLOW).
  /// Anything else of that name is set aside.
  init(_ name: String, in root: Root) throws(SystemError) {
    let outer = try root.folder([])
    let path = "\(root.path)/\(name)"
    var notes: [String] = []
    let folder = try Self.makeFolder(name, in: outer, path: path, notes: &notes)
    self.path = path
    self.notes = notes
    descriptor = folder
  }

  /// Opens a folder of the box's own, whose path is trusted.
  init(trusted path: [UInt8]) throws(SystemError) {
    let text = String(decoding: path, as: UTF8.self)
    let number = try systemCall("open", path: text) {
      unsafe path.withTerminator { unsafe clinux_open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0) }
    }
    self.path = text
    notes = []
    descriptor = Descriptor(owning: number)
  }

  private static func makeFolder(
    _ name: String, in outer: borrowing Descriptor, path: String, notes: inout [String]
  ) throws(SystemError) -> Descriptor {
    // Another program may change it repeatedly meanwhile.
    for _ in 1..<mostTries {
      do {
        return try openFolder(name, in: outer, path: path)
      } catch {
        switch error.code {
        case .notDirectory, .tooManyLinks:
          try setAside(notAFolder: name, in: outer, path: path, notes: &notes)
        case .noSuchFile: break
        default: throw error
        }
      }
    }
    return try openFolder(name, in: outer, path: path)
  }

  private static let mostTries = 64

  private static func setAside(
    notAFolder name: String, in outer: borrowing Descriptor, path: String, notes: inout [String]
  ) throws(SystemError) {
    let folder = outer.rawValue
    var aside = "\(name).not-a-folder"
    var status = stat()
    // An entry that has that name already stays; a full folder could not be replaced anyway.
    if unsafe fstatat(folder, aside, &status, AT_SYMLINK_NOFOLLOW) == 0 { aside += "-\(VolumeID.random())" }
    do throws(SystemError) {
      try systemCall("renameat", path: path) { unsafe renameat(folder, name, folder, aside) }
    } catch {
      if error.code == .noSuchFile { return }
      throw error
    }
    notes.append("\(path) is not a folder and was renamed to \(aside)")
  }

  private static func openFolder(
    _ name: String, in outer: borrowing Descriptor, path: String
  ) throws(SystemError) -> Descriptor {
    let folder = outer.rawValue
    if unsafe mkdirat(folder, name, 0o755) == 0 {
      // A stick that is pulled before its names are written keeps half of one (FAT), and its identity is lost.
      // If the file system refuses, nothing more can be done.
      _ = flushNames(in: outer)
    } else {
      let code = Errno(rawValue: clinux_errno())
      // A read-only volume may well hold the folder already: openat has the last word.
      if code != .exists, code != .readOnlyFileSystem { throw SystemError(code, call: "mkdirat", path: path) }
    }
    return Descriptor(
      owning: try systemCall("openat", path: path) {
        unsafe clinux_openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC, 0)
      })
  }

  /// Makes the names in a folder durable, which may be open as a place alone (O_PATH; fsync(2)).
  /// - Returns: whether the file system did.
  static func flushNames(in folder: borrowing Descriptor) -> Bool {
    let number = unsafe clinux_openat(folder.rawValue, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0)
    guard number >= 0 else { return false }
    let names = Descriptor(owning: number)
    return fsync(names.rawValue) == 0
  }

  package enum Kind { case absent, regular, other }

  /// Returns the kind of an entry, links not followed (fstatat(2)).
  package func kind(of name: String) throws(SystemError) -> Kind {
    var status = stat()
    let folder = descriptor.rawValue
    do {
      try systemCall("fstatat", path: "\(path)/\(name)") {
        unsafe fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW)
      }
    } catch  where error.code == .noSuchFile {
      return .absent
    }
    return Int32(bitPattern: status.st_mode) & S_IFMT == S_IFREG ? .regular : .other
  }

  /// Opens a regular file of this folder for reading, without following links or waiting (openat(2)).
  func openRegular(_ name: String) throws(SystemError) -> Descriptor? {
    guard try kind(of: name) == .regular else { return nil }
    let folder = descriptor.rawValue
    let file = Descriptor(
      owning: try systemCall("openat", path: "\(path)/\(name)") {
        unsafe clinux_openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, 0)
      })
    var status = stat()
    try systemCall("fstat") { unsafe fstat(file.rawValue, &status) }
    guard Int32(bitPattern: status.st_mode) & S_IFMT == S_IFREG else { return nil }
    return consume file
  }

  /// Makes an empty file for writing, in place of any before (openat(2)).
  package func create(_ name: String) throws(SystemError) -> Descriptor {
    let folder = descriptor.rawValue
    return Descriptor(
      owning: try systemCall("openat", path: "\(path)/\(name)") {
        unsafe clinux_openat(folder, name, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o644)
      })
  }

  package func rename(_ name: String, to new: String) throws(SystemError) {
    let folder = descriptor.rawValue
    try systemCall("renameat", path: "\(path)/\(name)") { unsafe renameat(folder, name, folder, new) }
  }

  /// Removes a file of the box's own making; one that is missing is fine (unlinkat(2)).
  package func remove(_ name: String) throws(SystemError) {
    let folder = descriptor.rawValue
    do {
      try systemCall("unlinkat", path: "\(path)/\(name)") { unsafe unlinkat(folder, name, 0) }
    } catch  where error.code == .noSuchFile {}
  }

  /// Makes a file durable that has got this name (fsync(2)): FAT writes where its content is with the file, not with the folder.
  package func synchronise(_ name: String) {
    guard let file = try? openRegular(name) else { return }
    _ = fsync(file.rawValue)
  }

  /// Makes the folder's names durable (fsync(2)). Some file systems refuse that for folders; they have no more
  /// to give.
  package func synchronise() { _ = fsync(descriptor.rawValue) }

  /// How many files of one name and reason are kept; the last place is then used again.
  private static let mostSetAside = 3

  /// Renames what `name` stands for, so that SQLite never meets it. Deletes nothing but the third file of its kind.
  mutating func setAside(_ name: String, because reason: String, suffixes: [String] = [""])
    throws(SystemError)
  {
    var slot = 1
    search: while slot < Self.mostSetAside {
      for suffix in suffixes where try kind(of: "\(name).\(reason)-\(slot)\(suffix)") != .absent {
        slot += 1
        continue search
      }
      break
    }
    var place = "\(name).\(reason)-\(slot)"
    // A folder can't be replaced by a file: a stick that has one in each place keeps nothing from being set aside.
    for suffix in suffixes where try kind(of: place + suffix) == .other {
      place = "\(name).\(reason)-\(VolumeID.random())"
    }
    for suffix in suffixes where try kind(of: name + suffix) != .absent {
      let aside = place + suffix
      try rename(name + suffix, to: aside)
      notes.append("\(path)/\(name)\(suffix) was set aside as \(aside)")
    }
    synchronise()
  }

  /// Opens the database `name`, ours after this returns: anything that isn't is set aside with its log, and a
  /// new one begun.
  /// - Parameter mayReplace: else what can't be used is an error.
  mutating func openDatabase(
    _ name: String, schema: Schema, mayReplace: Bool = true, closing: Cancellation = Cancellation()
  ) throws(StoreError) -> Connection {
    do throws(SystemError) {
      try setIrregularAside(name)
    } catch {
      throw StoreError(error)
    }
    do {
      let isNew = (try? kind(of: name)) == .absent
      let connection = try openChecked(name, schema: schema, closing: closing)
      if isNew { synchronise() }
      return connection
    } catch {
      guard mayReplace else { throw error }
      let reason: String
      switch error.kind {
      case .full, .unwritable, .busy, .cancelled, .inputOutput, .closed: throw error
      case .corrupt, .textIndex: reason = "corrupt"
      case .newer: reason = "newer"
      case .foreign, .other: reason = "foreign"
      }
      notes.append("\(error)")
      do throws(SystemError) {
        try setAside(name, because: reason, suffixes: ["", "-wal"])
      } catch {
        throw StoreError(error)
      }
      return try openChecked(name, schema: schema, closing: closing)
    }
  }

  /// A rollback journal is never ours. It can name a file anywhere, which SQLite deletes, in defensive mode too. A log
  /// without its database would be deleted; links and devices lead elsewhere.
  private mutating func setIrregularAside(_ name: String) throws(SystemError) {
    if try kind(of: "\(name)-journal") != .absent { try setAside("\(name)-journal", because: "planted") }
    let database = try kind(of: name)
    let log = try kind(of: "\(name)-wal")
    if database == .other { try setAside(name, because: "not-a-file") }
    if log == .other || (log == .regular && database != .regular) {
      try setAside("\(name)-wal", because: "stray")
    }
  }

  private func openChecked(_ name: String, schema: Schema, closing: Cancellation) throws(StoreError)
    -> Connection
  {
    let connection = try Connection(
      .file(folder: try mapSystemError { () throws(SystemError) in try descriptor.duplicate() }, name: name),
      path: "\(path)/\(name)", closing: closing)
    do throws(StoreError) {
      try schema.adopt(connection)
      return connection
    } catch {
      connection.close()
      throw error
    }
  }
}
