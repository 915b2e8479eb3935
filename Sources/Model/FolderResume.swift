/// What is known of a folder that resumes, or that people said something of.
public struct FolderResume: Hashable, Sendable {
  /// Why it resumes, or starts over.
  public enum Reason: String, Hashable, Sendable {
    /// People said so of it.
    case marked
    /// People said so of a folder that it lies in.
    case above
    /// Its tracks are spoken and long, or are not.
    case tracks
  }

  public var folder: FolderReference
  public var resumes: Bool
  public var reason: Reason
  /// nil where nothing of it was heard yet.
  public var point: FolderPoint?

  public init(folder: FolderReference, resumes: Bool, reason: Reason, point: FolderPoint? = nil) {
    self.folder = folder
    self.resumes = resumes
    self.reason = reason
    self.point = point
  }

  public var rule: FolderRule { FolderRule(folder: folder, resumes: resumes, point: point) }
}
