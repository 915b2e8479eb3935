package import Model

/// Values of a playlist in its volume's database, without its entries.
package struct StoredPlaylist: Hashable, Sendable {
  package let identity: PlaylistID
  /// On its volume no other has it.
  package var name: String
  /// In seconds since 1970, where the clock was known then.
  package var made: Int64?
  package var changed: Int64?
  /// 0xRRGGBB
  package var colour: UInt32?
  /// In beats per minute.
  package var tempo: Double?
  /// The name of the folder of playlists that it is in.
  package var folder: String?
  var slot: Int?
  var hasCover = false

  /// Whether its values are within their limits.
  package var isValid: Bool {
    (colour.map { PlaylistField.colours.contains($0) } ?? true)
      && (tempo.map { PlaylistField.tempos.contains($0) } ?? true)
      && (slot.map { PlaylistField.slots.contains($0) } ?? true)
  }

  /// As of a file's name, less the ending that MPD gives it.
  package static let mostNameBytes = 251

  /// Whether a playlist may be called so: as with MPD, not empty, without slashes and line ends; nor with other control
  /// characters.
  package static func isValid(name: String) -> Bool {
    (1...mostNameBytes).contains(name.utf8.count)
      && name.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "/") }
  }

  /// Whether a playlist, or a folder of them, may be called so from now on: blanks alone can't be seen. Those that are
  /// called so stay.
  package static func isValid(newName name: String) -> Bool {
    isValid(name: name) && name.unicodeScalars.contains { !$0.properties.isWhitespace }
  }
}
