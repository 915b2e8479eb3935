/// A playlist that is to be taken over from a file.
public struct ImportRequest: Hashable, Sendable {
  public enum Source: Hashable, Sendable {
    /// A file on a volume.
    case file(uri: String)
    /// Bytes that the client has sent.
    ///
    /// - Parameters:
    ///   - format: `m3u`, `pls`, `xspf` or `cue`; nil to find out.
    ///   - path: where the file lies, from its machine's root on.
    case bytes([UInt8], format: String?, path: String?)
  }

  public var source: Source
  /// nil for what the file says.
  public var name: String?

  public init(_ source: Source, name: String? = nil) {
    self.source = source
    self.name = name
  }
}
