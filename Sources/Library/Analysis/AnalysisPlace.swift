import Linux
import Model

/// Location of a volume's database of analyses: beside the volume's own database.
struct AnalysisPlace {
  let root: Root
  let state: StateFolder?
  /// Whether it is in the state folder, because the volume takes no writes.
  let isCopy: Bool
  let name: String
  let closing: Cancellation

  func exists() throws(StoreError) -> Bool {
    try mapSystemError { () throws(SystemError) in
      if isCopy { return try folderOfCopies().kind(of: name) != .absent }
      return try root.statusOfName(Array("\(VolumeOpener.folderName)/\(name)".utf8)) != nil
    }
  }

  /// Makes it where it is missing.
  func open() throws(StoreError) -> AnalysisDatabase {
    var folder = try folder()
    let connection = try folder.openDatabase(name, schema: .analysis, closing: closing)
    let (isCopy, volume, state) = (isCopy, root, state)
    return try AnalysisDatabase(connection) { () throws(SystemError) in
      guard isCopy else { return try volume.freeBytes() }
      return try state?.freeBytes() ?? 0
    }
  }

  func setAside() throws(StoreError) {
    var folder = try folder()
    try mapSystemError { () throws(SystemError) in
      try folder.setAside(name, because: "corrupt", suffixes: ["", "-wal"])
    }
  }

  private func folder() throws(StoreError) -> DatabaseFolder {
    try mapSystemError { () throws(SystemError) in
      isCopy ? try folderOfCopies() : try DatabaseFolder(VolumeOpener.folderName, in: root)
    }
  }

  private func folderOfCopies() throws(SystemError) -> DatabaseFolder {
    guard let state else { throw SystemError(.readOnlyFileSystem, call: "state folder", path: root.path) }
    return try state.open()
  }
}

extension VolumeOpener {
  /// In the box.
  static func analysesName(of volume: VolumeID) -> String { "\(volume)-\(AnalysisDatabase.fileName)" }

  func analyses(of store: VolumeStore) -> AnalysisPlace {
    AnalysisPlace(
      root: root, state: state, isCopy: store.isCopy,
      name: store.isCopy ? Self.analysesName(of: store.identity) : AnalysisDatabase.fileName, closing: closing
    )
  }

  /// A database that was copied from a volume again refers to records there; those here belong to the previous copy.
  func keepAnalyses(of former: VolumeStore?, in name: String) throws(StoreError) {
    guard let state, let store = try openArrived(name, identity: nil, in: state) else { return }
    defer { store.close() }
    try store.analyses.forgetRecords()
    guard let former, former.identity == store.identity else { return }
    try store.scanWrite { (transaction) throws(StoreError) in
      try store.analyses.take(from: former.analyses, in: transaction)
    }
  }
}
