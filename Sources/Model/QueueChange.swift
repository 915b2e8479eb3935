/// One change of the queue, complete enough to repeat it on a stored copy, in the order in which edits are emitted.
public enum QueueChange: Hashable, Sendable {
  /// `entries` now begin at position `at`; later entries moved back.
  case insert([QueueEntry], at: Int)
  /// These positions are gone; later entries moved forward.
  case remove(Range<Int>)
  /// These entries, in any places, are gone.
  case removeEntries([EntryID])
  case clear
  /// The entries of the range now begin at position `to` (counted without them).
  case move(Range<Int>, to: Int)
  case swap(Int, Int)
  /// From position `at` on, the entries now stand in this sequence.
  case reorder([EntryID], at: Int)
  case prioritise([EntryID], UInt8)
  /// Another part of the entry's track sounds from now on, or it sounds otherwise.
  case setRegion(EntryID, Region)
  /// The tags that a client gave to an entry.
  case setTags(EntryID, [SourceMetadata])
  /// These entries name other tracks than before.
  case relocate([QueueEntry])
}
