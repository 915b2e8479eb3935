import Model

/// Playback that ended since its volume left, and goes on when that comes back.
struct Interruption: Hashable, Sendable {
  var elapsed: Duration
  /// It was heard to its end: what follows it is what it goes on with.
  var isAtEnd = false
  /// Nothing of it was heard yet: it begins as for somebody who comes to it, where its folder was left.
  var arrives = false
  /// Somebody asked for sound since it was heard to its end: where nothing follows, it begins anew.
  var isAskedFor = false
  /// `.play` or `.pause`: what it goes on with.
  var state: TransportState
}
