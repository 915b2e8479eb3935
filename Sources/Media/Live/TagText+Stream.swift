extension TagText {
  /// A text of a stream; nil where nothing is left of it.
  /// - Parameter charset: as a person says; nil where the bytes decide.
  static func ofStream(_ bytes: [UInt8], _ charset: String?) -> String? {
    let text = charset == "utf-8" || charset == "utf8" ? utf8(bytes[...]) : latin1(bytes[...])
    return cleaned(text)
  }
}
