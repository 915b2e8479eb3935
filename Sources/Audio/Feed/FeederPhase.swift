/// Phase of the decode thread's work.
enum FeederPhase {
  /// Nothing to play, or what was to be played failed.
  case idle
  case decoding
  /// An entry is decoded to its end; what follows is to be begun.
  case joint
  /// The run is ended: the resampler gives what it still holds, then this track begins a run of its own or, where
  /// there is none, the stream ends (`true`) or waits at the joint (`false`).
  case draining(OpenEntry?, endsStream: Bool)
  /// The end of the stream is announced.
  case ended
}
