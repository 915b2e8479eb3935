/// Whether listening to a folder goes on where it was left, and where that is.
public struct FolderRule: Hashable, Sendable {
  public var folder: FolderReference
  public var resumes: Bool
  /// nil where nothing of it was heard yet.
  public var point: FolderPoint?

  public init(folder: FolderReference, resumes: Bool, point: FolderPoint? = nil) {
    self.folder = folder
    self.resumes = resumes
    self.point = point
  }
}
