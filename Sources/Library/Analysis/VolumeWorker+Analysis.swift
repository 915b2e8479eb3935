import Linux
import Model

extension VolumeWorker {
  /// Does `work` with the results of analyses. If their database is broken, it is set aside and `work` is done again:
  /// its songs are analysed again, and the library's database, which has what people added, is not blamed.
  func withAnalyses<Value>(
    of store: VolumeStore, _ work: (VolumeOpener) throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    while true {
      do {
        return try work(opener)
      } catch {
        guard error.isOfAnalyses else { throw error }
        switch error.kind {
        case .corrupt, .foreign:
          guard store.lostAnalyses < Recoveries.mostRebuilds else { throw error.of(.inputOutput) }
          store.lostAnalyses += 1
          try opener.setAnalysesAside(of: store)
          thread.deliver(.analysesLost(key: key, "\(error); its songs are analysed again"))
        case .full, .unwritable, .textIndex, .newer, .other: throw error.of(.inputOutput)
        case .cancelled, .busy, .inputOutput, .closed: throw error
        }
      }
    }
  }
}

extension VolumeOpener {
  /// The volume's database of analyses, beside its own database; opened at first use.
  /// - Returns: nil if there are no results yet, or somebody has deleted it.
  func openAnalyses(of store: VolumeStore) throws(StoreError) -> AnalysisDatabase? {
    if let open = try known(store) { return open }
    let exists: Bool
    if store.isCopy {
      exists = try mapSystemError { () throws(SystemError) in
        try stateOrThrow().open().kind(of: Self.analysesName(store)) != .absent
      }
    } else {
      exists = try mapSystemError { () throws(SystemError) in
        try root.statusOfName(Array("\(Self.folderName)/\(Self.analysesName(store))".utf8)) != nil
      }
    }
    if exists { return try analyses(of: store) }
    if !store.hasNoAnalyses { try store.forgetRecords() }
    store.hasNoAnalyses = true
    return nil
  }

  /// As above; made where it is missing.
  func analyses(of store: VolumeStore) throws(StoreError) -> AnalysisDatabase {
    if let open = try known(store) { return open }
    var folder = try analysesFolder(store)
    let connection = try folder.openDatabase(Self.analysesName(store), schema: .analysis, closing: closing)
    let (isCopy, volume, state) = (store.isCopy, root, state)
    let database = try AnalysisDatabase(connection) { () throws(SystemError) in
      guard isCopy else { return try volume.freeBytes() }
      return try state?.freeBytes() ?? 0
    }
    // Its file was deleted, or is another.
    if database.isNew { try store.forgetRecords() }
    store.analysisDatabase = database
    store.hasNoAnalyses = false
    return database
  }

  fileprivate func setAnalysesAside(of store: VolumeStore) throws(StoreError) {
    store.analysisDatabase = nil
    var folder = try analysesFolder(store)
    try mapSystemError { () throws(SystemError) in
      try folder.setAside(Self.analysesName(store), because: "corrupt", suffixes: ["", "-wal"])
    }
    try store.forgetRecords()
  }

  /// The one that is open.
  /// - Throws: where its file was deleted meanwhile.
  private func known(_ store: VolumeStore) throws(StoreError) -> AnalysisDatabase? {
    guard let open = store.analysisDatabase else { return nil }
    guard !open.connection.isDeleted else {
      throw StoreError(.corrupt, "was deleted while in use", path: open.connection.path)
    }
    return open
  }

  /// In the box.
  static func analysesName(of volume: VolumeID) -> String { "\(volume)-\(AnalysisDatabase.fileName)" }

  private static func analysesName(_ store: VolumeStore) -> String {
    store.isCopy ? analysesName(of: store.identity) : AnalysisDatabase.fileName
  }

  /// A database that was copied from a volume again refers to records there; those here belong to the previous copy.
  func keepAnalyses(of former: VolumeStore?, in name: String) throws(StoreError) {
    guard let state, let store = try openArrived(name, identity: nil, in: state) else { return }
    defer { store.close() }
    try store.forgetRecords()
    if let former, former.identity == store.identity { try store.takeAnalyses(of: former) }
  }

  private func analysesFolder(_ store: VolumeStore) throws(StoreError) -> DatabaseFolder {
    try mapSystemError { () throws(SystemError) in
      store.isCopy ? try stateOrThrow().open() : try DatabaseFolder(Self.folderName, in: root)
    }
  }
}

extension StoreError {
  fileprivate var isOfAnalyses: Bool { path.hasSuffix(AnalysisDatabase.fileName) }
}
