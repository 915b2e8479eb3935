/// Whether a folder resumes, and where.
public struct ResumeReport: Hashable, Sendable {
  public var uri: String
  public var resumes: Bool
  public var reason: FolderResume.Reason
  /// The song that it was left at; nil where nothing of it was heard.
  public var song: String?
  public var elapsed: Duration
  /// The song was heard to its end.
  public var isAtEnd: Bool

  public init(
    uri: String, resumes: Bool, reason: FolderResume.Reason, song: String? = nil, elapsed: Duration = .zero,
    isAtEnd: Bool = false
  ) {
    self.uri = uri
    self.resumes = resumes
    self.reason = reason
    self.song = song
    self.elapsed = elapsed
    self.isAtEnd = isAtEnd
  }
}
