/// What the player is doing, in MPD's words.
public enum TransportState: String, Hashable, Sendable, CaseIterable {
  case stop, play, pause
}
