import Linux

/// Features of a volume from outside, to recognise it if its own database is not available: a read-only stick
/// without one, or one whose database was broken. Not an identity: copies look alike.
enum VolumeFingerprint {
  /// FNV-1a over the label, the size of the file system and the names at its top.
  static func of(_ root: Root, label: String) -> [UInt8] {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    func add(_ bytes: some Sequence<UInt8>) {
      for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    }
    add(label.utf8)
    var names: [[UInt8]] = []
    if var stream = try? root.list([]) {
      while names.count < 1000, let entry = try? stream.next() {
        if !FileNames.isPassedOver(entry.name) { names.append(entry.name) }
      }
    }
    names.sort { $0.lexicographicallyPrecedes($1) }
    for name in names.prefix(100) { add(name + [0]) }
    return (0..<8).map { UInt8(truncatingIfNeeded: hash >> (56 - 8 * UInt64($0))) }
  }
}
