/// A setting of the configuration that clients may change, as the protocol lists it.
public struct SettingReport: Hashable, Sendable {
  public let section: String
  public let key: String
  public let value: String
  /// The value without a line of the configuration.
  public let usual: String
  /// The form of a value, in words.
  public let expected: String
  /// Whether a change takes effect at once; else with the next start.
  public let isNow: Bool
  /// Line of a file that sets it; nil: none does.
  public let place: String?

  public init(
    section: String, key: String, value: String, usual: String, expected: String, isNow: Bool, place: String?
  ) {
    (self.section, self.key, self.value, self.usual) = (section, key, value, usual)
    (self.expected, self.isNow, self.place) = (expected, isNow, place)
  }
}
