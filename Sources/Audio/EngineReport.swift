public import Media

/// The engine's reports to the loop, in order.
public enum EngineReport: Hashable, Sendable {
  /// The entry's first frame can be heard now; its length as far as the file says it.
  case started(EntrySerial, length: EntryLength)
  /// The entry is decoded to its end and nothing is known of what follows.
  case wantsNext(after: EntrySerial)
  /// More offsets of the file's frames are known: stored, they make later seeks exact (`EngineEntry.index`). Reported
  /// now and then while an entry is decoded, and at its end.
  case indexed(EntrySerial, SeekIndex)
  /// The entry's last frame has been heard.
  case ended(EntrySerial)
  /// The entry can't be opened, or not be read on; what was decoded of it still sounds.
  case failed(EntrySerial, EngineFailure)
  /// Everything has been heard and nothing follows.
  case drained(after: EntrySerial)
  /// The ring ran dry in mid-entry: silence until it holds enough again.
  case starved
  /// Sound continues after `starved`.
  case recovered
  /// The device ran dry; how often so far.
  case underrun(total: UInt64)
  /// After repeated underruns more frames are kept in the device.
  case targetBufferWidened(to: Int)
  /// The device is open and plays; what it is and what it takes.
  case deviceOpened(name: String, rate: Int, format: String)
  /// The device is gone or refuses to open; it is looked for until it is back.
  case deviceLost(reason: String)
  /// Nothing has sounded for long: the device is let go until something is to sound.
  case deviceReleased
  /// The volume is to be made by the card's own control, and it has none with a scale in dB: it is made of the samples.
  case lacksControl(name: String)
  /// The speed can't be changed; what sounds has its own.
  case lacksSpeed(EngineFailure)
  /// A sound is in memory.
  case soundLoaded(SoundKey, bytes: Int)
  /// A sound can't be loaded; or, while it plays, not be read on.
  case soundFailed(SoundKey, EngineFailure)
  /// A voice sounds, or is about to within what the device holds.
  case voiceStarted(VoiceID)
  /// Nothing is heard of a voice any more.
  case voiceEnded(VoiceID)
  /// The device is back after `deviceLost`.
  case deviceBack(name: String)
}
