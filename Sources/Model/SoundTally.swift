/// Tracks of about one tempo in one key, counted.
public struct SoundTally: Hashable, Sendable {
  /// Tempo and key that the tracks share.
  public struct Group: Hashable, Sendable {
    /// In beats per minute, a multiple of 10: 120 for 120 to 129.99; nil if it is unknown.
    public let tempo: Int?
    public let key: MusicalKey?

    public init(tempo: Int?, key: MusicalKey?) { (self.tempo, self.key) = (tempo, key) }
  }

  public let group: Group
  public var tracks = 0
  public var duration = Duration.zero

  public init(group: Group) { self.group = group }
}
