import Linux

/// The files of a folder as one value: the names, sizes and times of all of them, in the order of their names. The
/// database stores that of a folder's rows, a scan computes that of the files. If both are equal, there is a row for
/// every file and a file for every row, as comparing each would have shown.
///
/// SipHash-2-4 with 128 bits under a key for the kind of content: an attacker can find two folders with one value, but
/// hides only files of their own from the jukebox.
struct FolderDigest {
  static let byteCount = 16
  /// Digest of a folder without files.
  static let empty = FolderDigest().value

  /// Hash of the files. Its key has the reader's version, so that rows of an older reader are read again.
  private var hash = ContentHash(key: (1, UInt64(bitPattern: TrackDetails.reader)))

  mutating func add(_ name: [UInt8], sizeBytes: Int64, modifiedNanoseconds: Int64) {
    hash.add(UInt64(name.count))
    var start = 0
    while start + 8 <= name.count {
      var word: UInt64 = 0
      for place in 0..<8 { word |= UInt64(name[start + place]) << UInt64(8 * place) }
      hash.add(word)
      start += 8
    }
    var last: UInt64 = 0
    for place in start..<name.count { last |= UInt64(name[place]) << UInt64(8 * (place - start)) }
    hash.add(last)
    hash.add(UInt64(bitPattern: sizeBytes))
    hash.add(UInt64(bitPattern: modifiedNanoseconds))
  }

  var value: [UInt8] { hash.value }
}

extension FolderDigest {
  /// - Parameter files: as a scan has looked at them, in the order of their names' bytes; nil for what is gone.
  init(of files: [FoundFile?]) {
    self.init()
    for file in files {
      guard let file, file.status.kind == .regular else { continue }
      add(file.name, sizeBytes: file.status.size, modifiedNanoseconds: file.status.modifiedNanoseconds)
    }
  }
}
