/// Playback that ended since its volume left, and goes on when that comes back.
struct Interruption: Hashable, Sendable {
  var elapsed: Duration
  /// `.play` or `.pause`: what it goes on with.
  var state: TransportState
}
