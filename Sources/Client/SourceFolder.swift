/// A folder of a volume, and whether the library has it.
package struct SourceFolder: Encodable, Equatable {
  /// Its URI; empty for the root of the tree.
  package var folder: String
  /// `include` or `exclude`, if people have set it for this folder.
  package var rule: String?
  package var isExcluded: Bool
  package var songs: Int
  /// Seconds.
  package var duration: Double

  package static func all(_ answer: Answer) -> [SourceFolder] {
    answer.items(beginningWith: "directory").map { item in
      SourceFolder(
        folder: item["directory"] ?? "", rule: item["rule"], isExcluded: item["excluded"] == "1",
        songs: item.integer("songs") ?? 0, duration: item.real("playtime") ?? 0)
    }
  }
}
