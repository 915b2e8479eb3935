/// Which keyboards and remotes the jukebox takes for itself alone, so that no console sees their keys.
public enum GrabChoice: Hashable, Sendable {
  case none
  case all
  /// Those whose name is one of these (as `/proc/bus/input/devices` shows it).
  case named([String])
}
