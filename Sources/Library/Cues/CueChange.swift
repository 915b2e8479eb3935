/// A change of a track's cues.
public enum CueChange: Hashable, Sendable {
  /// Its number is given by the volume.
  case add(start: Duration, end: Duration?, kind: CueKind, name: String?, colour: UInt32?)
  case edit(number: Int, [Edit])
  case remove(number: Int)

  /// nil takes a value off.
  public enum Edit: Hashable, Sendable {
    case start(Duration)
    case end(Duration?)
    case kind(CueKind)
    case name(String?)
    case colour(UInt32?)

    public func apply(to cue: inout Cue) {
      switch self {
      case .start(let start): cue.start = start
      case .end(let end): cue.end = end
      case .kind(let kind): cue.kind = kind
      case .name(let name): cue.name = name?.isEmpty == false ? name : nil
      case .colour(let colour): cue.colour = colour
      }
    }
  }
}
