extension Hasher {
  /// Takes the bytes of a text as they are, where texts count as the same by their bytes.
  public mutating func combine(bytesOf text: String) {
    var text = text
    text.withUTF8 { unsafe combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}
