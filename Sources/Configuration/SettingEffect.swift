/// When a changed setting takes effect, if the configuration is read again while the jukebox runs.
public enum SettingEffect: Hashable, Sendable {
  case now
  case atNextStart
}
