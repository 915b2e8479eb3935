/// A remembered value: volume level, a mode, an output's switch.
public enum BoxSetting: Hashable, Sendable {
  case integer(Int64)
  case text(String)
}
