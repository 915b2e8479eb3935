/// Everything that the box remembered when it started.
public struct BoxState: Sendable {
  /// The box's random identity: 16 bytes.
  public internal(set) var identity: [UInt8] = []
  /// How many times the box has stamped something that travels.
  public internal(set) var counter: Int64 = 0
  public internal(set) var queue = QueueSnapshot(entries: [], version: 1, nextEntry: 1)
  public internal(set) var position = SavedPosition(entry: nil, position: .zero)
  public internal(set) var settings: [String: BoxSetting] = [:]
  public internal(set) var volumes: [KnownVolume] = []
  /// What was set aside or went otherwise than expected, in words.
  public internal(set) var notes: [String] = []
}
