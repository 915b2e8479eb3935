import Media
import Model

/// An entry and its number within the generation.
struct ScheduledEntry {
  var entry: EngineEntry
  let ordinal: UInt32

  /// Takes an index that knows more of the entry's frames.
  mutating func learn(_ index: SeekIndex, of serial: EntrySerial) {
    if entry.serial == serial, index.supersedes(entry.index) { entry.index = index }
  }

  mutating func learn(_ loudness: Loudness, of serial: EntrySerial) {
    if entry.serial == serial { entry.loudness = loudness }
  }

  func lacksLoudness(_ serial: EntrySerial) -> Bool { entry.serial == serial && entry.loudness == nil }
}
