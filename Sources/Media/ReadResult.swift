/// The result of one `Decoder.read`.
public enum ReadResult: Hashable, Sendable {
  /// This number of frames (at least one) is at the beginning of the span.
  case frames(Int)
  /// No frames this time: the next ones have this format, which is now also the decoder's.
  case formatChanged(StreamFormat)
  /// No frames are there yet: a stream waits for its server. Only a `LiveDecoder` gives this.
  case pending
  /// No frames are left. Reading on gives this again; seeking back is possible.
  case end
}
