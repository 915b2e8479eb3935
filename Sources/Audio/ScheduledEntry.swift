/// An entry and its number within the generation.
struct ScheduledEntry {
  var entry: EngineEntry
  let ordinal: UInt32
}
