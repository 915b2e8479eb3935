/// What somebody thinks of a track. The numbers are those that MPD's clients keep in their sticker `like` (myMPD,
/// Cantata).
public enum Liking: Int64, Sendable {
  case disliked = 0
  case neither = 1
  case favourite = 2
}
