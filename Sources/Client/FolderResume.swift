/// Whether a folder resumes, and where.
package struct FolderResume: Encodable, Equatable {
  package var uri: String
  package var resumes: Bool
  /// `marked`, `above` or `tracks`.
  package var why: String
  /// The song to resume.
  package var song: String?
  /// Seconds.
  package var elapsed: Double?
  /// The song was heard to its end.
  package var ended: Bool?
  /// Whether the folder itself holds songs, and not only its subfolders; nil if not requested.
  package var hasTracks: Bool?
  /// True if it is missing now; else not sent.
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
