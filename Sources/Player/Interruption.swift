/// Playback that ended since its volume left, and goes on when that comes back.
struct Interruption: Hashable, Sendable {
  var elapsed: Duration
  /// It was heard to its end: what follows it is what it goes on with.
  var isAtEnd = false
  /// `.play` or `.pause`: what it goes on with.
  var state: TransportState
}
