import Linux

/// Place of a volume's database: on the volume, or in the state folder.
enum DatabasePlace: Sendable {
  case volume(Root)
  case state(StateFolder, file: String)

  static let folderName = ".jukebox"
  static let fileName = "library.sqlite"
  /// Endings of a database's file and its log.
  static let suffixes = ["", "-wal"]

  /// Why a database that could not be opened is set aside.
  static func reason(of error: StoreError) -> String { error.kind == .corrupt ? "corrupt" : "foreign" }

  var file: String {
    switch self {
    case .volume: Self.fileName
    case .state(_, let file): file
    }
  }

  var isCopy: Bool {
    if case .state = self { return true }
    return false
  }

  func open() throws(SystemError) -> DatabaseFolder {
    switch self {
    case .volume(let root): try DatabaseFolder(Self.folderName, in: root)
    case .state(let state, _): try state.open()
    }
  }
}
