/// The random identity of a stored playlist: it stays the same whatever its name, and wherever its volume goes.
public struct PlaylistID: Hashable, Sendable, CustomStringConvertible {
  /// 16 of them.
  public let bytes: [UInt8]

  /// Stands for the list that is made of what is listened to; no playlist of people's has it, which are random numbers.
  public static let lovelySongs = PlaylistID(Array(lovelySongsName.utf8) + [0, 0, 0, 0])
  /// Name of that list.
  public static let lovelySongsName = "Lovely songs"

  /// Stands in a preset for a folder or song, whose path is the binding's name.
  public static let path = PlaylistID(Array("folder or song".utf8) + [0, 0])

  /// Stands in a preset for a radio station, whose name is the binding's.
  public static let station = PlaylistID(Array("radio station".utf8) + [0, 0, 0])

  /// Whether it stands for something other than a playlist of people's: no volume has such a playlist.
  public var isReserved: Bool { [.lovelySongs, .path, .station].contains(self) }

  public static func random() -> PlaylistID { PlaylistID((0..<16).map { _ in .random(in: .min ... .max) }) }

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Nil unless there are 16.
  public init?(bytes: [UInt8]) {
    guard bytes.count == 16 else { return nil }
    self.bytes = bytes
  }

  /// 32 lower-case hexadecimal digits.
  public var description: String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
