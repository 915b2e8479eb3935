import Encodings

extension TagText {
  /// A text of a stream; nil where nothing is left of it.
  /// - Parameter charset: as a person says, in lower case; nil where the bytes decide.
  static func ofStream(_ bytes: [UInt8], _ charset: String?) -> String? {
    if charset == "utf-8" || charset == "utf8" { return cleaned(utf8(bytes[...])) }
    return cleaned(charset.flatMap { converted(bytes, from: $0) } ?? guessed(bytes))
  }

  /// UTF-8, else a code page of Windows or KOI8-R where the letters look like it, else Windows-1252.
  private static func guessed(_ bytes: [UInt8]) -> String {
    guard String(validating: bytes, as: UTF8.self) == nil, let charset = codePage(bytes) else {
      return latin1(bytes[...])
    }
    return converted(bytes, from: charset) ?? latin1(bytes[...])
  }

  /// The code page of words that Windows-1252 can't have.
  private static func codePage(_ bytes: [UInt8]) -> String? {
    // Signs in the midst of words, which are letters of Polish, Slovak and Czech.
    let isCentral = zip(bytes, bytes.dropFirst()).contains { before, byte in
      isASCIILetter(before) && [0x9D, 0x9F, 0xB3, 0xB9, 0xBE, 0xBF].contains(byte)
    }
    if isCentral { return "CP1250" }
    let words = bytes.split { !isASCIILetter($0) && $0 < 0xC0 && $0 != 0xA8 && $0 != 0xB8 }
    let foreign = words.filter { $0.contains { $0 >= 0x80 } }
    guard foreign.contains(where: { $0.count >= 3 }), foreign.allSatisfy({ $0.allSatisfy { $0 >= 0x80 } })
    else {
      return nil
    }
    // Capitals come first in a word. KOI8-R has them where Windows-1251 has the small letters.
    func begins(_ word: ArraySlice<UInt8>, _ first: ClosedRange<UInt8>, _ rest: ClosedRange<UInt8>) -> Bool {
      word.count > 1 && first.contains(word[word.startIndex]) && word.dropFirst().allSatisfy(rest.contains)
    }
    let isKOI8 =
      foreign.contains { begins($0, 0xE0...0xFF, 0xC0...0xDF) }
      && !foreign.contains { begins($0, 0xC0...0xDF, 0xE0...0xFF) }
    return isKOI8 ? "KOI8-R" : "CP1251"
  }

  private static func isASCIILetter(_ byte: UInt8) -> Bool {
    byte < 0x80 && (0x61...0x7A).contains(byte | 0x20)
  }

  /// - Returns: nil where the C library does not know the encoding, or a byte is none of it.
  private static func converted(_ bytes: [UInt8], from charset: String) -> String? {
    // No character of one byte or more has more than four.
    guard let (text, faults) = Transcoder.utf8(bytes[...], from: charset, mostBytes: bytes.count * 4),
      faults == 0
    else { return nil }
    return String(validating: text, as: UTF8.self)
  }
}
