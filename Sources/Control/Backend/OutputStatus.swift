public struct OutputStatus: Hashable, Sendable {
  public var name: String
  /// `alsa`, `null` or `file`.
  public var plugin: String
  public var isEnabled: Bool

  public init(name: String, plugin: String, isEnabled: Bool) {
    self.name = name
    self.plugin = plugin
    self.isEnabled = isEnabled
  }
}
