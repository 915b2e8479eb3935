public import Model

/// An act that an event causes. Acts are done in their order.
public enum Effect: Hashable, Sendable {
  // To the engine.
  /// Play this now, from `at` since its beginning; forget what sounded and what was to follow.
  case start(StampedEntry, at: Duration, paused: Bool)
  /// The entry that follows without a gap; replaces the one given before. nil: nothing follows.
  case setNext(StampedEntry?)
  case pause
  case resume
  case stop
  /// Read no further, as its volume has left: what is decoded plays to its end, then `.ended` follows.
  case runOut
  /// To this time since the entry's beginning; also while paused.
  case seek(PlaySerial, to: Duration)
  /// Loop this part; nil: continue after it.
  case setLoop(PlaySerial, LoopSection?)
  /// Percent, 0 to 100, below the ceiling already.
  case setVolume(Int)
  case setMuted(Bool)
  /// The remaining share of the level, 0 to 1, while the sleep timer fades out.
  case setFade(Float)

  // To the store.
  case save(Save)

  // To the clients: once, as the last effect of an event.
  case changed(Subsystems)

  // To the library.
  /// Count what was heard of a playing; nobody waits for it.
  case heard(HeardReport)
  /// Hand over all tracks of this volume in natural order, in as many `.fill` events as is convenient, beginning
  /// with the first found.
  case fillQueue(VolumeID)
  /// Put the track into the playlist of a mix slot, or take it out again.
  case mix(Int, TrackReference)

  /// Make a favourite of this track, or of a favourite none.
  case toggleFavourite(TrackReference)
  /// Rate this track, 0 to 10.
  case rate(TrackReference, Int)

  /// Go to the next cue of this entry's track after `from`, or to the one before.
  case stepCue(QueueEntry, from: Duration, forward: Bool)

  /// The volume was to go further than it may.
  case atLimit
  /// A press did nothing because of quiet hours or the budget, or the budget ends soon: this tone says so, also where tones
  /// are off.
  case signal(Tone)
  /// An action on something else than the player. What is to play comes as a `.replaceQueue` event.
  case perform(Action)

  /// A gesture was meant for the song that plays, and none does; for the log.
  case nothingPlays(Action)
  /// An entry was skipped; for the log.
  case skipped(QueueEntry, reason: String)
  /// Playback ended since nothing could be played; for the log.
  case gaveUp(reason: String)
}
