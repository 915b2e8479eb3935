import Media

/// The decode thread's reports to the loop.
enum FeederReport: Sendable {
  /// The entry is open; its length as far as the file says it.
  case opened(EntrySerial, generation: UInt32, length: EntryLength)
  /// The entry is decoded to its end and nothing is known of what follows.
  case wantsNext(after: EntrySerial, generation: UInt32)
  /// A seek in the entry went by estimate: its positions are guesses until the next seek or entry.
  case estimated(EntrySerial, generation: UInt32)
  case indexed(EntrySerial, SeekIndex)
  /// The index of a whole file in which a seek went by estimate.
  case located(EntrySerial, SeekIndex)
  /// The overlap mixed into an entry was withdrawn, or can't be read: the entry is to start again at the heard place.
  case lostOverlap(generation: UInt32, failure: EngineFailure?)
  /// The speed can't be changed; what sounds has its own.
  case lacksSpeed(generation: UInt32, EngineFailure)
  case failed(EntrySerial, generation: UInt32, EngineFailure)
}
