import Model

/// Playback that ended because its volume left, and continues when that comes back.
struct Interruption: Hashable, Sendable {
  var elapsed: Duration
  /// It was heard to its end: playback continues with the next entry.
  var isAtEnd = false
  /// Nothing of it was heard yet: it begins as on a first visit, where its folder was left.
  var arrives = false
  /// A request for sound came after its end: if no entry follows, it starts again.
  var isAskedFor = false
  /// `.play` or `.pause`: the transport to continue with.
  var state: TransportState
}
