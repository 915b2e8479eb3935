import Linux
import Model

/// Opens a volume's database: on the volume, or as a copy in the state folder where the volume takes no writes.
/// Runs on the volume's store thread.
///
/// The copy includes the log, which can't be read on a volume that takes no writes; without it rows are lost. Of two
/// copies the one with the later change counter wins.
package struct VolumeOpener: Sendable {
  let root: Root
  let label: String
  /// Whether the volume is mounted read-only, so that it need not be tried.
  let isReadOnly: Bool
  let state: StateFolder?
  /// The identity that the box knows a volume of this look by, for one whose own is lost.
  let knownIdentity: @Sendable ([UInt8]) -> VolumeID?
  let closing: Cancellation

  package static let folderName = DatabasePlace.folderName

  func open() throws(StoreError) -> VolumeStore {
    guard !isReadOnly else { return try openCopy(because: nil) }
    var failure: StoreError
    do {
      return try openOnVolume()
    } catch {
      failure = error
    }
    if failure.kind == .inputOutput {
      let unreadable = DatabaseFiles(root: root).unreadableParts()
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

  /// - Parameters:
  /// - identity: the one for a rebuilt database.
  /// - unreadable: suffixes of files to set aside first.
  func openOnVolume(
    identity: VolumeID? = nil, without unreadable: [String] = []
  ) throws(StoreError) -> VolumeStore {
    let known = identity ?? knownIdentity(VolumeFingerprint.of(root, label: label))
    let store = try makeStore(.volume(root), label, known, without: unreadable)
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
    _ place: DatabasePlace, _ label: String, _ identity: VolumeID?, restores: Bool = true,
    without unreadable: [String] = []
  ) throws(StoreError) -> VolumeStore {
    func open(without suffixes: [String], because reason: String) throws(StoreError) -> DatabaseFolder {
      try mapSystemError { () throws(SystemError) in
        var folder = try place.open()
        if !unreadable.isEmpty {
          try folder.setAside(place.file, because: "unreadable", suffixes: unreadable)
        }
        if !suffixes.isEmpty { try folder.setAside(place.file, because: reason, suffixes: suffixes) }
        return folder
      }
    }
    do {
      return try makeStore(place, label, identity, restores: restores, in: try open(without: [], because: ""))
    } catch  where error.kind == .foreign || error.kind == .corrupt {
      let folder = try open(without: DatabasePlace.suffixes, because: DatabasePlace.reason(of: error))
      return try makeStore(place, label, identity, restores: restores, in: folder)
    }
  }

  private func makeStore(
    _ place: DatabasePlace, _ label: String, _ identity: VolumeID?, mayReplace: Bool = true,
    restores: Bool = true, in folder: consuming DatabaseFolder
  ) throws(StoreError) -> VolumeStore {
    let store = try openBeforeRestore(
      place, label, identity, mayReplace: mayReplace, restores: restores, in: folder)
    if restores, let words = store.backups.restoreByItself(from: root) { store.note(words) }
    return store
  }

  /// A rebuilt database knows that it lacks the backup's data: the power may go before that is restored.
  func openBeforeRestore(
    _ place: DatabasePlace, _ label: String, _ identity: VolumeID?, mayReplace: Bool = true,
    restores: Bool = true, in folder: consuming DatabaseFolder
  ) throws(StoreError) -> VolumeStore {
    let connection = try folder.openDatabase(
      place.file, schema: .volume, mayReplace: mayReplace, closing: closing)
    return try VolumeStore(
      connection, fileName: place.file, label: label, knownIdentity: identity, isCopy: place.isCopy,
      notes: folder.notes
    ) {
      // If unknown, the restore finds out.
      restores && ((try? VolumeFile.backup.isThere(in: root)) ?? true)
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
    return try makeStore(.state(state, file: name), label, identity)
  }

  /// Opens the copy of the volume's database, made now where there is none or the volume's is the later one.
  private func openCopy(because error: StoreError?) throws(StoreError) -> VolumeStore {
    guard let state else {
      throw error
        ?? StoreError(.unwritable, "read-only, and no state folder for its database", path: root.path)
    }
    let incoming = StateFolder.incomingPrefix + VolumeID.random().description
    let hasOwn = try mapSystemError { () throws(SystemError) in
      try DatabaseFiles(root: root).copy(to: try state.open(), as: incoming)
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
        .state(state, file: name), label, identity, mayReplace: false,
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

  // MARK: When a database fails in use

  /// Sets the database of `store` aside and begins a new one of the same identity and name.
  ///
  /// - Parameter restores: whether what people added is taken back from the backup.
  func rebuild(
    _ store: consuming VolumeStore, because error: StoreError, restores: Bool
  ) throws(StoreError) -> VolumeStore {
    let (identity, name, file, isCopy) = (store.identity, store.name, store.fileName, store.isCopy)
    store.close()
    let place: DatabasePlace =
      isCopy
      ? .state(try mapSystemError { () throws(SystemError) in try stateOrThrow() }, file: file)
      : .volume(root)
    try mapSystemError { () throws(SystemError) in
      var folder = try place.open()
      try folder.setAside(
        file, because: DatabasePlace.reason(of: error), suffixes: DatabasePlace.suffixes)
    }
    return try makeStore(place, name, identity, restores: restores)
  }

  func stateOrThrow() throws(SystemError) -> StateFolder {
    guard let state else { throw SystemError(.readOnlyFileSystem, call: "state folder", path: root.path) }
    return state
  }
}
