/// A change of a song's cues.
public enum CueChange: Hashable, Sendable {
  /// Without a type it is a marker, with an end a loop.
  case add(start: Duration, [Edit])
  case edit(number: Int, [Edit])
  case remove(number: Int)

  /// nil takes a value off.
  public enum Edit: Hashable, Sendable {
    case start(Duration)
    case end(Duration?)
    case type(String)
    case name(String?)
    case colour(UInt32?)
  }
}
