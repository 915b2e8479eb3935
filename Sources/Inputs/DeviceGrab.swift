/// Which input devices are taken for the jukebox alone (EVIOCGRAB), so that their keys reach nobody else.
public enum DeviceGrab: Hashable, Sendable {
  case none
  /// Every device that has a bound key.
  case all
  /// The devices with these names, as in /proc/bus/input/devices.
  case named([String])
}
