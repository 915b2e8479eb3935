public import Model

/// Everything that the box remembered when it started.
public struct BoxState: Sendable {
  /// The box's random identity: 16 bytes.
  public internal(set) var identity: [UInt8] = []
  /// How many times the box has stamped something that travels.
  public internal(set) var counter: Int64 = 0
  /// For the player.
  public internal(set) var saved = SavedState()
  /// Decoder data that was saved with the position (mpg123's frame index).
  public internal(set) var positionHint: [UInt8]?
  /// Other values by name: outputs that are switched off, widened latency.
  public internal(set) var values: [String: BoxValue] = [:]
  public internal(set) var presets: [Int: PresetBinding] = [:]
  public internal(set) var volumes: [KnownVolume] = []
  /// Messages about files that were set aside and other unexpected events.
  public internal(set) var notes: [String] = []
}
