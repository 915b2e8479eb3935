/// Songs in an order that comes from how they were listened to.
public enum ListenedSongs: Hashable, Sendable {
  case recentlyPlayed, mostPlayed, neverPlayed, forgotten, ranking
}
