public import Model

/// What a client wants of playback.
public enum TransportCommand: Hashable, Sendable {
  /// Starts at the current entry, or the first; goes on from a pause.
  case play
  case playEntry(EntryID)
  /// nil toggles.
  case pause(Bool?)
  case stop
  case next
  case previous
  case seek(EntryID, to: Duration)
  case seekCurrent(to: Duration)
  case seekCurrentBy(Duration)
  /// Plays a part of the current song over and over; nil: goes on behind it.
  case loop(LoopSection?)
  /// 0...100; beyond the ceiling it is clamped and `mixer` announced.
  case setVolume(Int)
  /// -100...100.
  case changeVolume(by: Int)
  case setMuted(Bool)
  /// The protocol's options, one of them changed.
  case setOptions(PlaybackOptions)
  case clearError
}
