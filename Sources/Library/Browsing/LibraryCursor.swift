import Model

/// End of a page of a listing. Only the library interprets it; a client of the protocol never sees it.
struct LibraryCursor: Hashable, Sendable {
  let volume: VolumeID
  let place: ListingCursor?

  init(volume: VolumeID, place: ListingCursor?) {
    self.volume = volume
    self.place = place
  }

  /// For callers that only pass it on.
  var cursor: Cursor { Cursor(bytes: bytes) }

  private var bytes: [UInt8] {
    guard let place else { return volume.bytes }
    let length = UInt32(truncatingIfNeeded: place.folder.count)
    let head = (0..<4).map { UInt8(truncatingIfNeeded: length >> (24 - 8 * UInt32($0))) }
    return volume.bytes + [place.track == nil ? 0 : 1] + head + place.folder + (place.track ?? [])
  }

  /// Nil for one that `cursor` did not make.
  init?(_ cursor: Cursor?) {
    guard let bytes = cursor?.bytes, bytes.count >= 16, let volume = VolumeID(bytes: Array(bytes.prefix(16)))
    else { return nil }
    self.volume = volume
    if bytes.count == 16 {
      place = nil
      return
    }
    guard bytes.count >= 21 else { return nil }
    let length = bytes[17..<21].reduce(0) { $0 << 8 | Int($1) }
    guard length <= bytes.count - 21 else { return nil }
    let folder = Array(bytes[21..<(21 + length)])
    place = ListingCursor(folder: folder, track: bytes[16] == 1 ? Array(bytes[(21 + length)...]) : nil)
  }
}
