/// Database values of a folder that a scan is about to enter.
struct KnownFolder: Sendable {
  enum Content: Sendable {
    /// Digest of the rows whose files were present (`FolderDigest`).
    case digest([UInt8])
    /// All of them, in the order of their names.
    case rows([KnownRow])
  }

  /// nil where the folder has no row, and so no track was ever in it.
  let id: Int64?
  let content: Content
}
