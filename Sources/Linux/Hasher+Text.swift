extension Hasher {
  /// Takes the bytes of a text as they are, where texts count as the same by their bytes.
  public mutating func combine(bytesOf text: String) {
    var text = text
    text.withUTF8 { unsafe combine(bytes: UnsafeRawBufferPointer($0)) }
  }

  /// The hash of a text's bytes, the same in all of this process.
  public static func hash(bytesOf text: String) -> Int {
    var hasher = Hasher()
    hasher.combine(bytesOf: text)
    return hasher.finalize()
  }
}
