/// The rules that include and exclude folders of a volume, as stored on it.
struct FolderRuleTable {
  /// Maximum number of rules of a volume.
  static let most = 256

  private let connection: Connection

  init(_ connection: Connection) { self.connection = connection }

  func all() throws(StoreError) -> FolderRules {
    var rules: [[UInt8]: Bool] = [:]
    try connection.forEach("SELECT path, included FROM folder_rules LIMIT ?1", .number(Self.most)) {
      (row) throws(StoreError) in
      let path = try row.blob(0)
      guard VolumePath.isValid(path) else { throw row.strange("path") }
      rules[path] = try row.boolean(1)
    }
    return FolderRules(rules)
  }

  func replace(with rules: FolderRules, in transaction: borrowing Transaction) throws(StoreError) {
    try connection.execute("DELETE FROM folder_rules")
    for (path, isIncluded) in rules.rules {
      try connection.execute(
        "INSERT INTO folder_rules (path, included) VALUES (?1, ?2)", .blob(path), .boolean(isIncluded))
    }
  }
}

extension BackupTable {
  static let folderRules = BackupTable(
    "folderRules", [.value, .value],
    select: "SELECT path, included FROM folder_rules ORDER BY path",
    insert: "INSERT INTO folder_rules (path, included) VALUES (?1, ?2)",
    delete: "DELETE FROM folder_rules",
    verify: { (store) throws(StoreError) in _ = try store.folderRules.all() })
}
