/// Which folders of a volume scans look at, as people have set it. The rule of a folder holds for the folders below it that
/// have no rule of their own.
struct FolderRules: Hashable, Sendable {
  /// Whether each folder with a rule is included, by its path.
  private(set) var rules: [[UInt8]: Bool]

  init(_ rules: [[UInt8]: Bool] = [:]) { self.rules = rules }

  /// The rule of the folder itself.
  subscript(path: [UInt8]) -> Bool? { rules[path] }

  /// Whether the rules of the parents include the folder; true without any.
  func isIncludedByParents(_ path: [UInt8]) -> Bool {
    var parent = path
    while !parent.isEmpty {
      parent = VolumePath.split(parent).folder
      if let rule = rules[parent] { return rule }
    }
    return true
  }

  /// Whether the rules include the folder.
  func isIncluded(_ path: [UInt8]) -> Bool { rules[path] ?? isIncludedByParents(path) }

  /// Whether the folder, or one below it, has a rule that includes it.
  func hasIncluded(atOrBelow path: [UInt8]) -> Bool {
    rules.contains { rule in rule.value && Self.isAtOrBelow(path, rule.key) }
  }

  /// With the folder included or excluded. A rule that says the opposite of what the parents' rules say takes that back;
  /// else a rule is made, also for a folder that would count without one: a file of names to skip may exclude it.
  func setting(_ path: [UInt8], isIncluded: Bool) -> FolderRules {
    var rules = rules
    if rules[path] == !isIncluded, isIncludedByParents(path) == isIncluded {
      rules[path] = nil
    } else {
      rules[path] = isIncluded
    }
    return FolderRules(rules)
  }

  private static func isAtOrBelow(_ folder: [UInt8], _ path: [UInt8]) -> Bool {
    folder.isEmpty
      || path.starts(with: folder)
        && (path.count == folder.count || path[folder.count] == UInt8(ascii: "/"))
  }
}
