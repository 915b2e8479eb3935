/// What the database knows of a folder that a scan is about to enter.
struct KnownFolder: Sendable {
  enum Content: Sendable {
    /// Of the rows whose files were there (`FolderDigest`).
    case digest([UInt8])
    /// All of them, in the order of their names.
    case rows([KnownRow])
  }

  /// nil where the folder has no row, and so no track was ever in it.
  let id: Int64?
  let content: Content
}
