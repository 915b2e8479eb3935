public import Model

/// Changing music files. Loop thread only; completions are called on the loop, once, when the change would survive a power cut.
public protocol FileEditing: AnyObject {
  /// - Parameter completion: gets the tags as they were written.
  func tag(_ uri: String, _ request: TagRequest, completion: @escaping Completion<[TagEdit]>)

  /// Moves songs and folders into the trash of their volumes.
  func remove(_ uris: [String], completion: @escaping Completion<[TrashItem]>)

  func trash(completion: @escaping Completion<[TrashItem]>)

  /// - Parameter item: its number, or the URI that it had.
  func restore(_ item: String, completion: @escaping Completion<TrashItem>)

  /// - Parameter volume: a name as in `volumes`; nil for all.
  func emptyTrash(of volume: String?, completion: @escaping Completion<[TrashItem]>)

  /// Copies songs and folders to another volume.
  /// - Parameter progress: called after each piece.
  func copy(
    _ uris: [String], to volume: String, progress: @escaping (CopyReport) -> Void,
    completion: @escaping Completion<CopyReport>
  ) -> Query
}
