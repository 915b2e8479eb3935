import Linux
import Model

/// Opens a volume's database: on the volume, or as a copy in the state folder where the volume takes no writes.
/// Runs on the volume's store thread.
///
/// The copy includes the log, which can't be read on a volume that takes no writes; without it rows are lost. Of two
/// copies the one with the later change counter wins.
struct VolumeOpener: Sendable {
  let root: Root
  let label: String
  /// Whether the volume is mounted read-only, so that it need not be tried.
  let isReadOnly: Bool
  let state: StateFolder?
  /// The identity that the box knows a volume of this look by, for one whose own is lost.
  let knownIdentity: @Sendable ([UInt8]) -> VolumeID?
  let closing: Cancellation

  static let folderName = ".jukebox"
  static let fileName = "library.sqlite"
  /// A database larger than this is not copied: no library of ours comes near.
  private static let mostBytesCopied: Int64 = 1 << 30

  func open() throws(StoreError) -> VolumeStore {
    guard !isReadOnly else { return try openCopy(because: nil) }
    var failure: StoreError
    do {
      return try openOnVolume()
    } catch {
      failure = error
    }
    if failure.kind == .inputOutput {
      let unreadable = unreadableParts()
      guard !unreadable.isEmpty else { throw failure }
      do {
        return try openOnVolume(without: unreadable)
      } catch {
        failure = error
      }
    }
    guard failure.kind == .full || failure.kind == .unwritable, state != nil else { throw failure }
    return try openCopy(because: failure)
  }

  /// Which of the database and its log can't be read to their ends. A stick that was pulled while it was written may
  /// hold a file that is longer than its data (FAT), and such a log must not keep the music from playing.
  /// - Returns: suffixes of the database's name; its log is of no use without it.
  private func unreadableParts() -> [String] {
    let path = Array("\(Self.folderName)/\(Self.fileName)".utf8)
    if !isReadable(path) { return ["", "-wal"] }
    return isReadable(path + Array("-wal".utf8)) ? [] : ["-wal"]
  }

  private func isReadable(_ path: [UInt8]) -> Bool {
    do throws(SystemError) {
      guard let status = try root.statusOfName(path), status.kind == .regular else { return true }
      let input = try root.open(path)
      var buffer = [UInt8](repeating: 0, count: 64 << 10)
      var left = status.size
      while left > 0 {
        var span = buffer.mutableSpan
        guard let count = try input.read(into: &span), count > 0 else { return true }
        left -= Int64(count)
      }
      return true
    } catch {
      return false
    }
  }

  /// - Parameters:
  /// - identity: the one for a rebuilt database.
  /// - unreadable: suffixes of files to set aside first.
  func openOnVolume(
    identity: VolumeID? = nil, without unreadable: [String] = []
  ) throws(StoreError) -> VolumeStore {
    let known = identity ?? knownIdentity(VolumeFingerprint.of(root, label: label))
    let store = try makeStore(Self.fileName, label: label, identity: known, isCopy: false) {
      () throws(SystemError) in
      var folder = try DatabaseFolder(Self.folderName, in: root)
      if !unreadable.isEmpty {
        try folder.setAside(Self.fileName, because: "unreadable", suffixes: unreadable)
      }
      return folder
    }
    do throws(StoreError) {
      // Without a state folder there is nowhere else to go.
      if state != nil { try SpareFile(root).make() }
      return try rewind(into: store)
    } catch {
      store.close()
      throw error
    }
  }

  /// Opens `file` as a store; if its description of the volume makes no sense, it is set aside and rebuilt.
  ///
  /// - Parameter restores: whether an empty one, also of a volume without any, gets people's data from the backup on
  ///   the volume.
  private func makeStore(
    _ file: String, label: String, identity: VolumeID?, isCopy: Bool, restores: Bool = true,
    in open: () throws(SystemError) -> DatabaseFolder
  ) throws(StoreError) -> VolumeStore {
    do {
      return try makeStore(file, label, identity, isCopy, restores: restores, in: try mapSystemError(open))
    } catch  where error.kind == .foreign || error.kind == .corrupt {
      var folder = try mapSystemError(open)
      let reason = error.kind == .corrupt ? "corrupt" : "foreign"
      try mapSystemError { () throws(SystemError) in
        try folder.setAside(file, because: reason, suffixes: ["", "-wal"])
      }
      return try makeStore(file, label, identity, isCopy, restores: restores, in: folder)
    }
  }

  private func makeStore(
    _ file: String, _ label: String, _ identity: VolumeID?, _ isCopy: Bool, mayReplace: Bool = true,
    restores: Bool = true, in folder: consuming DatabaseFolder
  ) throws(StoreError) -> VolumeStore {
    let store = try openBeforeRestore(
      file, label, identity, isCopy, mayReplace: mayReplace, restores: restores, in: folder)
    if restores, let words = store.backups.restoreByItself(from: root) { store.note(words) }
    return store
  }

  /// A rebuilt database knows that it lacks the backup's data: the power may go before that is restored.
  func openBeforeRestore(
    _ file: String, _ label: String, _ identity: VolumeID?, _ isCopy: Bool, mayReplace: Bool = true,
    restores: Bool = true, in folder: consuming DatabaseFolder
  ) throws(StoreError) -> VolumeStore {
    let connection = try folder.openDatabase(
      file, schema: .volume, mayReplace: mayReplace, closing: closing)
    return try VolumeStore(
      connection, fileName: file, label: label, knownIdentity: identity, isCopy: isCopy, notes: folder.notes
    ) {
      // If unknown, the restore finds out.
      restores && ((try? Backups.file.isThere(in: root)) ?? true)
    }
  }

  /// The volume takes writes again: what was changed in the copy meanwhile goes back, when it is the later one.
  private func rewind(into store: VolumeStore) throws(StoreError) -> VolumeStore {
    guard let state else { return store }
    let name = Self.copyName(store.identity)
    let exists = try mapSystemError { () throws(SystemError) in try state.open().kind(of: name) == .regular }
    guard exists else { return store }
    do throws(StoreError) {
      let copy = try openInState(name)
      defer { copy.close() }
      if try copy.changeCount() > store.changeCount() { try take(copy, into: store) }
    } catch {
      switch error.kind {
      case .busy: return store
      // It is of no use; the volume's own database is whole.
      case .corrupt, .foreign, .newer: break
      // The copy is still the only one that has what was changed in it.
      default: throw error
      }
    }
    try remove([name, Self.analysesName(of: store.identity)], from: state)
    return store
  }

  private func take(_ copy: VolumeStore, into store: VolumeStore) throws(StoreError) {
    try copy.copy(over: store)
    try store.readAgain()
    // Results of analyses since then are in the state folder, and move with the copy.
    let name = Self.analysesName(of: copy.identity)
    let hasAnalyses = try mapSystemError { () throws(SystemError) in
      try stateOrThrow().open().kind(of: name) != .absent
    }
    if hasAnalyses { try store.analyses.forgetRecords() }
  }

  private func remove(_ names: [String], from state: StateFolder) throws(StoreError) {
    try mapSystemError { () throws(SystemError) in
      let folder = try state.open()
      for name in names {
        try folder.remove(name)
        try folder.remove(name + "-wal")
      }
    }
  }

  // MARK: Copies

  private static func copyName(_ identity: VolumeID) -> String { "\(identity).sqlite" }

  private func openInState(
    _ name: String, identity: VolumeID? = nil
  ) throws(StoreError) -> VolumeStore {
    guard let state else {
      throw StoreError(.unwritable, "no state folder for its database", path: root.path)
    }
    return try makeStore(name, label: label, identity: identity, isCopy: true) {
      () throws(SystemError) in try state.open()
    }
  }

  /// Opens the copy of the volume's database, made now where there is none or the volume's is the later one.
  private func openCopy(because error: StoreError?) throws(StoreError) -> VolumeStore {
    guard let state else {
      throw error
        ?? StoreError(.unwritable, "read-only, and no state folder for its database", path: root.path)
    }
    let incoming = StateFolder.incomingPrefix + VolumeID.random().description
    let hasOwn = try mapSystemError { () throws(SystemError) in
      try copyFiles(to: try state.open(), as: incoming)
    }
    let fingerprint = VolumeFingerprint.of(root, label: label)
    let arrived = hasOwn ? try openArrived(incoming, identity: knownIdentity(fingerprint), in: state) : nil
    guard let arrived else {
      // Nothing on the volume identifies it: one that looks the same is the same.
      let name = "look-\(fingerprint.map { String($0, radix: 16) }.joined(separator: "-")).sqlite"
      return try openInState(name, identity: knownIdentity(fingerprint))
    }
    let (identity, changes) = (arrived.identity, try? arrived.changeCount())
    arrived.close()
    let name = Self.copyName(identity)
    var kept: Int64?
    var former: VolumeStore?
    if try mapSystemError({ () throws(SystemError) in try state.open().kind(of: name) }) == .regular {
      let copy = try openInState(name)
      kept = try copy.identity == identity ? copy.changeCount() : nil
      former = copy
    }
    if kept ?? 0 <= changes ?? 0 { try keepAnalyses(of: former, in: incoming) }
    former?.close()
    try mapSystemError { () throws(SystemError) in
      let folder = try state.open()
      if let kept, kept > changes ?? 0 {
        try folder.remove(incoming)
      } else {
        try folder.remove(name + "-wal")
        try folder.rename(incoming, to: name)
      }
      try folder.remove(incoming + "-wal")
      folder.synchronise()
    }
    return try openInState(name)
  }

  /// Opens what was copied from a volume.
  ///
  /// - Parameter identity: which one it gets where it has none: a stick that was pulled before its database was written may
  ///   hold an empty one.
  /// - Returns: nil where that is no database of ours: the volume has none then, for this time.
  func openArrived(
    _ name: String, identity: VolumeID?, in state: StateFolder
  ) throws(StoreError) -> VolumeStore? {
    do throws(StoreError) {
      return try makeStore(
        name, label, identity, true, mayReplace: false,
        in: try mapSystemError { () throws(SystemError) in try state.open() })
    } catch {
      try mapSystemError { () throws(SystemError) in
        let folder = try state.open()
        for suffix in ["", "-wal", "-journal"] { try folder.remove(name + suffix) }
      }
      switch error.kind {
      case .corrupt, .foreign, .newer, .other: return nil
      default: throw error
      }
    }
  }

  /// Copies database and log as they are: a log can't be read in place without writing.
  /// - Returns: false where the volume has no database, or one that can't be read.
  private func copyFiles(to target: borrowing DatabaseFolder, as name: String) throws(SystemError) -> Bool {
    let source = Array("\(Self.folderName)/\(Self.fileName)".utf8)
    guard try root.statusOfName(Array(Self.folderName.utf8))?.kind == .directory,
      try copyFile(source, to: target, as: name)
    else { return false }
    _ = try copyFile(source + Array("-wal".utf8), to: target, as: name + "-wal")
    return true
  }

  /// - Returns: false where there is no such file, or it can't be read to its end.
  private func copyFile(
    _ source: [UInt8], to target: borrowing DatabaseFolder, as name: String
  ) throws(SystemError) -> Bool {
    do throws(SystemError) {
      return try copyWholeFile(source, to: target, as: name)
    } catch {
      guard !isReadable(source) else { throw error }
      try target.remove(name)
      return false
    }
  }

  private func copyWholeFile(
    _ source: [UInt8], to target: borrowing DatabaseFolder, as name: String
  ) throws(SystemError) -> Bool {
    guard let status = try root.statusOfName(source), status.kind == .regular,
      status.size <= Self.mostBytesCopied
    else { return false }
    let input = try root.open(source)
    let output = try target.create(name)
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    var left = status.size
    while left > 0 {
      var span = buffer.mutableSpan
      guard let count = try input.read(into: &span), count > 0 else { break }
      var written = 0
      while written < count {
        written += try output.write(buffer.span.extracting(written..<count)) ?? 0
      }
      left -= Int64(count)
    }
    return true
  }

  // MARK: When a database fails in use

  /// Sets the database of `store` aside and begins a new one of the same identity and name.
  ///
  /// - Parameter restores: whether what people added is taken back from the backup.
  func rebuild(
    _ store: consuming VolumeStore, because error: StoreError, restores: Bool
  ) throws(StoreError) -> VolumeStore {
    let (identity, name, file, isCopy) = (store.identity, store.name, store.fileName, store.isCopy)
    store.close()
    func open() throws(SystemError) -> DatabaseFolder {
      isCopy ? try stateOrThrow().open() : try DatabaseFolder(Self.folderName, in: root)
    }
    var folder = try mapSystemError(open)
    let reason = error.kind == .corrupt ? "corrupt" : "foreign"
    try mapSystemError { () throws(SystemError) in
      try folder.setAside(file, because: reason, suffixes: ["", "-wal"])
    }
    return try makeStore(
      file, label: name, identity: identity, isCopy: isCopy, restores: restores, in: open)
  }

  func stateOrThrow() throws(SystemError) -> StateFolder {
    guard let state else { throw SystemError(.readOnlyFileSystem, call: "state folder", path: root.path) }
    return state
  }
}
