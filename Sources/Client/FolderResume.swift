/// Whether a folder goes on where it was left, and where that is.
package struct FolderResume: Encodable, Equatable {
  package var uri: String
  package var resumes: Bool
  /// `marked`, `above` or `tracks`.
  package var why: String
  /// Where it was left.
  package var song: String?
  /// Seconds.
  package var elapsed: Double?
  /// The song was heard to its end.
  package var ended: Bool?
  /// Whether songs lie in it, and not only in folders below it; nil where nobody has asked.
  package var hasTracks: Bool?
  /// True where it is not there now; else not told.
  package var isAbsent: Bool?

  package static func all(_ answer: Answer) -> [FolderResume] {
    answer.items(beginningWith: "directory").compactMap { item in
      guard let uri = item["directory"], let why = item["why"] else { return nil }
      return FolderResume(
        uri: uri, resumes: item["resumes"] == "1", why: why, song: item["song"],
        elapsed: item.real("elapsed"), ended: item["ended"].map { $0 == "1" })
    }
  }
}
