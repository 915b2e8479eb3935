/// Which names a scan looks at.
enum FileNames {
  private static let extensions: Set<[UInt8]> = Set(
    ["flac", "fla", "mp3", "mp2", "mpga", "ogg", "oga", "opus"].map { Array($0.utf8) })

  /// Folders and files that systems leave on a volume, folded; whatever begins with a dot goes beside them.
  private static let passedOver: Set<[UInt8]> = Set(
    ["system volume information", "$recycle.bin", "recycler", "lost+found"].map { Array($0.utf8) })

  static func isPassedOver(_ name: [UInt8]) -> Bool {
    name.first == UInt8(ascii: ".") || passedOver.contains(lower(name[...]))
  }

  /// By the name's extension: what the file really is its content tells, once it is opened.
  static func isSoundFile(_ name: [UInt8]) -> Bool {
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), name.count - dot <= 5 else { return false }
    return extensions.contains(lower(name[(dot + 1)...]))
  }

  /// In lower case, as far as ASCII goes.
  static func lower(_ name: ArraySlice<UInt8>) -> [UInt8] {
    name.map { $0 >= UInt8(ascii: "A") && $0 <= UInt8(ascii: "Z") ? $0 | 0x20 : $0 }
  }
}
