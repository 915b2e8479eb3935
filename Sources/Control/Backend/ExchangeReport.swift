public import Model

/// What came of something that was done to a volume, as keys and values.
public struct ExchangeReport: Hashable, Sendable {
  public struct Pair: Hashable, Sendable {
    public var key: String
    public var value: String

    public init(_ key: String, _ value: String) {
      self.key = key
      self.value = value
    }
  }

  /// The volume's name.
  public var volume: String
  public var pairs: [Pair]

  public init(volume: String, pairs: [Pair]) {
    self.volume = volume
    self.pairs = pairs
  }

  /// One of a volume with which it could not be done.
  public init(volume: String, _ refusal: Refusal) {
    self.init(
      volume: volume, pairs: [Pair("error", refusal.message), Pair("error_key", refusal.key.rawValue)])
  }
}
