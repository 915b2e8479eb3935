/// The audio outputs. Loop thread only.
public protocol Outputs: AnyObject {
  /// In the order of their numbers, which are their places here.
  var outputs: [OutputStatus] { get }
  /// - Parameter enabled: nil toggles.
  func setOutput(_ number: Int, enabled: Bool?) throws(Refusal)
}

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
