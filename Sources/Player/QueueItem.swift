/// What is to become an entry of the queue.
public struct QueueItem: Hashable, Sendable {
  public var track: TrackReference
  public var excerpt: Excerpt
  public var told: [ToldValue]

  public init(_ track: TrackReference, _ excerpt: Excerpt = .whole, told: [ToldValue] = []) {
    self.track = track
    self.excerpt = excerpt
    self.told = told
  }
}
