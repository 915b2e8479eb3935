/// A folder that resumes, or for which people set whether it does.
public struct FolderResume: Hashable, Sendable {
  /// Why it resumes, or starts over.
  public enum Reason: String, Hashable, Sendable {
    /// Set by people for this folder.
    case marked
    /// Set by people for a parent folder.
    case above
    /// Its tracks are spoken and long, or are not.
    case tracks
  }

  public var folder: FolderReference
  public var resumes: Bool
  public var reason: Reason
  /// nil where nothing of it was heard yet.
  public var point: FolderPoint?
  /// The file to which an episode was fetched: its place is the episode's.
  public var file: TrackReference?

  public init(folder: FolderReference, resumes: Bool, reason: Reason, point: FolderPoint? = nil) {
    self.folder = folder
    self.resumes = resumes
    self.reason = reason
    self.point = point
  }

  public var rule: FolderRule { FolderRule(folder: folder, resumes: resumes, point: point, file: file) }
}
