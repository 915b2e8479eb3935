public import Model

/// Positions are of the queue before the edit; ranges lie inside it.
public enum QueueEdit: Hashable, Sendable {
  case add([TrackReference], at: Int)
  /// As `add`, with what of each sounds.
  case addItems([QueueItem], at: Int)
  /// Refused for the song that plays or is paused.
  case setExcerpt(EntryID, Excerpt)
  case delete(Range<Int>)
  case clear
  /// `to` is where the first moved entry stands afterwards.
  case move(Range<Int>, to: Int)
  case swap(Int, Int)
  case shuffle(Range<Int>)
  case setPriority(UInt8, [Range<Int>])
}
