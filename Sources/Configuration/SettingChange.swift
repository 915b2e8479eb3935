/// A setting that differs between two readings of the configuration.
public struct SettingChange: Hashable, Sendable, CustomStringConvertible {
  /// The section and key, such as `[player] max-volume`, or the section alone for keys and buttons.
  public let setting: String
  public let effect: SettingEffect

  public var description: String {
    switch effect {
    case .now: "\(setting) changed"
    case .atNextStart: "\(setting) changed and takes effect at the next start"
    }
  }
}
