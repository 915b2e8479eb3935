/// Result of a synchronisation, backup or restore of one volume, as keys and values.
public struct ExchangeReport: Hashable, Sendable {
  public struct Pair: Hashable, Sendable {
    public var key: String
    public var value: String

    public init(_ key: String, _ value: String) { (self.key, self.value) = (key, value) }
  }

  /// The volume's name.
  public var volume: String
  public var pairs: [Pair]
  /// Why it could not be done.
  public var refusal: Refusal?

  public init(volume: String, pairs: [Pair], refusal: Refusal? = nil) {
    (self.volume, self.pairs, self.refusal) = (volume, pairs, refusal)
  }
}
