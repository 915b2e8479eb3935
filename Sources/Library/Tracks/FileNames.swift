import Model

/// Which names a scan looks at.
package enum FileNames {
  private static let extensions = FileType.usualSuffixes.map { Array($0.utf8) }

  /// Folders and files that systems leave on a volume, folded; hidden names go beside them.
  private static let passedOver: [[UInt8]] =
    ["system volume information", "$recycle.bin", "recycler", "lost+found"].map { Array($0.utf8) }

  package static func isPassedOver(_ name: [UInt8]) -> Bool {
    isHidden(name) || passedOver.contains { isFolded(name[...], $0) }
  }

  /// Systems hide their files, and deleted ones, with a dot and a letter or `_` (`.Trash-1000`, `.trashed-…`, `._…`);
  /// people's names that begin with a dot continue otherwise (`...Live`, `.45 Minutes`).
  private static func isHidden(_ name: [UInt8]) -> Bool {
    guard name.first == UInt8(ascii: ".") else { return false }
    guard name.count > 1 else { return true }
    if name.allSatisfy({ $0 == UInt8(ascii: ".") }) { return true }
    let next = name[1]
    return next >= 0x80 || next == UInt8(ascii: "_") || (0x61...0x7A).contains(next | 0x20)
  }

  /// By the name's extension: its content decides once it is opened.
  static func isSoundFile(_ name: [UInt8]) -> Bool {
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), name.count - dot <= 5 else { return false }
    let ending = name[(dot + 1)...]
    return extensions.contains { isFolded(ending, $0) }
  }

  /// Endings of music files in formats that are not played.
  private static let unplayed: [[UInt8]] = [
    "alac", "amr", "au", "awb", "caf", "dts", "it", "m4p", "mid", "midi", "mlp", "mod", "oma", "ra", "s3m",
    "shn",
    "spx", "tak", "voc", "w64", "xm",
  ].map { Array($0.utf8) }

  /// The ending, in lower case, of a music file in a format that is not played; nil for any other name.
  static func unplayedKind(_ name: [UInt8]) -> String? {
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0, name.count - dot <= 5 else { return nil }
    let ending = name[(dot + 1)...]
    return unplayed.first { isFolded(ending, $0) }.map { String(decoding: $0, as: UTF8.self) }
  }

  /// Whether a folder is that of the sounds at the top of a volume, or lies in it.
  static func isOfSounds(_ folder: [UInt8]) -> Bool {
    let first = folder.prefix { $0 != UInt8(ascii: "/") }
    return isFolded(first, sounds)
  }

  private static let sounds = lower(Array(Pad.soundsFolder.utf8)[...])

  /// Whether `name` is `folded` in lower case, as far as ASCII goes; every name of a scan comes by here.
  private static func isFolded(_ name: ArraySlice<UInt8>, _ folded: [UInt8]) -> Bool {
    name.count == folded.count && zip(name, folded).allSatisfy { lower($0) == $1 }
  }

  private static func lower(_ byte: UInt8) -> UInt8 {
    byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
  }

  /// In lower case, as far as ASCII goes.
  package static func lower(_ name: ArraySlice<UInt8>) -> [UInt8] {
    name.map { lower($0) }
  }
}
