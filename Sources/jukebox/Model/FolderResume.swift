/// Whether a folder goes on where it was left, and where that is.
struct FolderResume: Encodable, Equatable {
  var uri: String
  var resumes: Bool
  /// `marked`, `above` or `tracks`.
  var why: String
  /// Where it was left.
  var song: String?
  /// Seconds.
  var elapsed: Double?
  /// The song was heard to its end.
  var ended: Bool?
  /// Whether songs lie in it, and not only in folders below it; nil where nobody has asked.
  var hasTracks: Bool?
  /// True where it is not there now; else not told.
  var isAbsent: Bool?

  static func all(_ answer: Answer) -> [FolderResume] {
    answer.items(beginningWith: "directory").compactMap { item in
      guard let uri = item["directory"], let why = item["why"] else { return nil }
      return FolderResume(
        uri: uri, resumes: item["resumes"] == "1", why: why, song: item["song"],
        elapsed: item.real("elapsed"), ended: item["ended"].map { $0 == "1" })
    }
  }
}
