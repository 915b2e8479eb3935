/// A state that a LED can show.
public enum LEDSign: String, Hashable, Sendable, CaseIterable {
  /// The jukebox runs.
  case running
  case playing
  case paused
  case stopped
  case muted
  /// The night's ceiling of the volume holds.
  case night
  /// The sleep timer is set.
  case sleep
  /// Quiet hours hold.
  case quiet
  /// Today's minutes of music are used up.
  case budget
  /// Buttons, keys and cards are locked.
  case locked
  /// An alarm rings, or waits after a snooze.
  case alarm
  /// Nothing vouches for the time of day: alarms and the night wait for it.
  case clock
  /// A recording runs.
  case recording
  /// The music of a card plays or is paused.
  case card
  /// A stick or folder is being looked through.
  case scanning
  /// The sound device is missing, or playback ended since nothing could be played.
  case error
}
