import Interchange

/// The fingerprints of a backup's songs (`TrackFingerprint`). They are at the end of the file and needed earlier: read beside
/// its tracks, and in their order. Backups of earlier versions have none.
struct BackupPrints {
  private var stream: JSONStream
  private var isOpen = false
  private var last: (number: Int64, print: Int64)?

  init(_ stream: JSONStream) throws {
    self.stream = stream
    try self.stream.beginObject()
    while let key = try self.stream.nextKey() {
      if key == VolumeStore.backedPrints {
        try self.stream.beginArray()
        isOpen = true
        break
      }
      try self.stream.skip()
    }
    try advance()
  }

  /// Of the track with this number, which is higher than that of the one before: nothing is known of others.
  mutating func print(of number: Int64) throws -> Int64? {
    while let last, last.number < number { try advance() }
    guard let last, last.number == number else { return nil }
    return last.print
  }

  /// All that are left.
  mutating func rest(most: Int) throws -> SortedNumbers? {
    var prints: [Int64] = []
    while let last {
      guard prints.count < most else { return nil }
      prints.append(last.print)
      try advance()
    }
    return SortedNumbers(prints)
  }

  /// Looks at those that are left.
  mutating func end() throws { while last != nil { try advance() } }

  private mutating func advance() throws {
    last = nil
    guard isOpen else { return }
    guard try stream.nextElement() else {
      isOpen = false
      return
    }
    let start = stream.offset
    let values = try BackupReading.row(&stream)
    guard values.count == 2, case .integer(let number) = values[0], case .integer(let print) = values[1]
    else {
      throw JSONFault(start, expected: "print of a track")
    }
    last = (number, print)
  }
}
