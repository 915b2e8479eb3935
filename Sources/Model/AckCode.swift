/// The error numbers of the MPD protocol, as they stand in `ACK [number@index]`.
public enum AckCode: Int, Hashable, Sendable {
  case argument = 2
  case password = 3
  case permission = 4
  case unknown = 5
  case noExist = 50
  case playlistMax = 51
  case system = 52
  case updateAlready = 54
  case playerSync = 55
  case exist = 56
}
