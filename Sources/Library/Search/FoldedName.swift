import CUtf8proc

/// The one folding of names and texts for comparison by people: search, hints, pads, order, and files that are looked for
/// by name. Case, accents and compatible forms are made one, and letters without a decomposition become those that people
/// type in their place (`PlainLetters`).
///
/// Each character is folded by itself, so the folded form of a part of a text is a part of the folded text. The exception
/// is a kana with its voicing mark, which becomes one character.
enum FoldedName {
  /// The folded form of a name in any bytes, as valid UTF-8 without control characters. A folded name stays as it is.
  ///
  /// A byte that isn't valid UTF-8 and each control byte becomes U+F700 + byte, as in URIs.
  static func fold(_ name: some Collection<UInt8>) -> [UInt8] {
    var folded: [UInt8] = []
    folded.reserveCapacity(name.count + 8)
    append(name, to: &folded)
    return folded
  }

  /// Appends the folded form of a name.
  static func append(_ name: some Collection<UInt8>, to folded: inout [UInt8]) {
    let isContiguous: Void? = name.withContiguousStorageIfAvailable { unsafe append($0, to: &folded) }
    if isContiguous == nil {
      unsafe Array(name).withUnsafeBufferPointer { unsafe append($0, to: &folded) }
    }
  }

  private static func append(_ bytes: UnsafeBufferPointer<UInt8>, to folded: inout [UInt8]) {
    var index = 0
    while index < bytes.count {
      let byte = unsafe bytes[index]
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): folded.append(byte | 0x20)
      case 0x20..<0x7F: folded.append(byte)
      default:
        var scalar: Int32 = 0
        let length = unsafe utf8proc_iterate(
          bytes.baseAddress.map { unsafe $0 + index }, bytes.count - index, &scalar)
        if length > 0, scalar >= 0x80 {
          append(scalar, to: &folded)
          index += length
          continue
        }
        // U+F700...U+F7FF in UTF-8: EF 9C..9F 80..BF.
        folded += [0xEF, 0x9C | byte >> 6, 0x80 | byte & 0x3F]
      }
      index += 1
    }
  }

  // MARK: Characters

  /// The longest compatible form is 18 characters (U+FDFA), the longest case folding 3.
  private static let mostParts = 32
  private static let compatible =
    UTF8PROC_DECOMPOSE.rawValue | UTF8PROC_COMPAT.rawValue | UTF8PROC_IGNORE.rawValue
  private static let caseless = compatible | UTF8PROC_CASEFOLD.rawValue

  private static func append(_ scalar: Int32, to folded: inout [UInt8]) {
    unsafe withUnsafeTemporaryAllocation(of: Int32.self, capacity: 2 * mostParts) { parts in
      let count = unsafe utf8proc_decompose_char(
        scalar, parts.baseAddress, mostParts, utf8proc_option_t(rawValue: compatible), nil)
      for index in 0..<min(max(0, count), mostParts) {
        let part = unsafe parts[index]
        if isAccent(part) { continue }
        // Accents first: the iota below a Greek letter is an accent here, and a letter where case is folded.
        let forms = unsafe UnsafeMutableBufferPointer(rebasing: parts[mostParts...])
        let formCount = unsafe utf8proc_decompose_char(
          part, forms.baseAddress, mostParts, utf8proc_option_t(rawValue: caseless), nil)
        for index in 0..<min(max(0, formCount), mostParts) {
          let form = unsafe forms[index]
          if !isAccent(form) { appendPlain(form, to: &folded) }
        }
      }
    }
  }

  /// Whether a mark may be left out: an accent, a vowel point of Hebrew or Arabic, a nukta. Vowels, viramas and tones of the
  /// scripts of India and South-East Asia and the marks that make a kana voiced are parts of letters. Canonical
  /// combining classes distinguish them: 8 and 9, and 84 to 132, are of the latter; of the others, 0.
  private static func isAccent(_ scalar: Int32) -> Bool {
    // The dot below of Myanmar is a tone, though its class is that of a nukta.
    if scalar < 0x300 || scalar == 0x1037 { return false }
    let property = unsafe utf8proc_get_property(scalar).pointee
    switch UInt32(bitPattern: Int32(property.category)) {
    case UTF8PROC_CATEGORY_ME.rawValue: return true
    case UTF8PROC_CATEGORY_MN.rawValue:
      switch property.combining_class {
      case 0, 8, 9, 84...132: return false
      default: return true
      }
    default: return false
    }
  }

  private static func appendPlain(_ scalar: Int32, to folded: inout [UInt8]) {
    switch scalar {
    case ..<0x80: folded.append(UInt8(truncatingIfNeeded: scalar))
    case voiced, halfVoiced:
      if let kana = last(of: folded).flatMap({ PlainLetters.kana($0, isHalfVoiced: scalar == halfVoiced) }) {
        folded.removeLast(3)
        encode(kana, to: &folded)
      } else {
        encode(scalar, to: &folded)
      }
    // Hiragana as katakana.
    case 0x3041...0x3096, 0x309D...0x309E: encode(scalar + 0x60, to: &folded)
    default:
      if let letters = PlainLetters.letters(for: UInt32(bitPattern: scalar)) {
        folded += letters
      } else if let digit = digit(scalar) {
        folded.append(UInt8(ascii: "0") + digit)
      } else if utf8proc_category(scalar) == UTF8PROC_CATEGORY_CN, let letter = Unicode.Scalar(UInt32(scalar))
      {
        // A letter that is newer than utf8proc.
        folded += letter.properties.lowercaseMapping.utf8
      } else {
        encode(scalar, to: &folded)
      }
    }
  }

  private static let voiced: Int32 = 0x3099
  private static let halfVoiced: Int32 = 0x309A

  /// The value of a decimal digit: each script's digits are ten in a row, from zero on.
  private static func digit(_ scalar: Int32) -> UInt8? {
    func isDigit(_ scalar: Int32) -> Bool { utf8proc_category(scalar) == UTF8PROC_CATEGORY_ND }
    guard isDigit(scalar) else { return nil }
    var value: UInt8 = 0
    while value < 9, isDigit(scalar - Int32(value) - 1) { value += 1 }
    return value
  }

  /// The last character of a folded text, where it takes three bytes, as a kana does.
  private static func last(of folded: [UInt8]) -> Int32? {
    guard folded.count >= 3, folded[folded.count - 3] == 0xE3 else { return nil }
    return 0x3000 | Int32(folded[folded.count - 2] & 0x3F) << 6 | Int32(folded[folded.count - 1] & 0x3F)
  }

  private static func encode(_ scalar: Int32, to folded: inout [UInt8]) {
    guard let scalar = Unicode.Scalar(UInt32(bitPattern: scalar)) else { return }
    folded += UTF8.encode(scalar).map { Array($0) } ?? []
  }

  // MARK: Words

  /// The words of a folded text with one space between two: runs of letters, marks and numbers. Chinese and Japanese are
  /// written without spaces, so each ideograph is a word by itself, and is found anywhere in a text.
  static func words(of folded: some Collection<UInt8>) -> [UInt8] {
    var words: [UInt8] = []
    words.reserveCapacity(folded.count)
    let isContiguous: Void? = folded.withContiguousStorageIfAvailable {
      unsafe appendWords(of: $0, to: &words)
    }
    if isContiguous == nil {
      unsafe Array(folded).withUnsafeBufferPointer { unsafe appendWords(of: $0, to: &words) }
    }
    return words
  }

  private static func appendWords(of bytes: UnsafeBufferPointer<UInt8>, to words: inout [UInt8]) {
    var index = 0
    var isBetween = false
    while index < bytes.count {
      let byte = unsafe bytes[index]
      var length = 1
      var isIdeograph = false
      let isOfWord: Bool
      if byte < 0x80 {
        isOfWord =
          (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      } else {
        var scalar: Int32 = 0
        length = max(
          1,
          unsafe utf8proc_iterate(bytes.baseAddress.map { unsafe $0 + index }, bytes.count - index, &scalar))
        isOfWord = Self.isOfWord(scalar)
        isIdeograph = Self.isIdeograph(scalar)
      }
      if isOfWord {
        if isBetween || isIdeograph, !words.isEmpty { words.append(UInt8(ascii: " ")) }
        unsafe words.append(contentsOf: bytes[index..<(index + length)])
      }
      isBetween = !isOfWord || isIdeograph
      index += length
    }
  }

  private static func isIdeograph(_ scalar: Int32) -> Bool {
    switch scalar {
    case 0x3400...0x4DBF, 0x4E00...0x9FFF, 0x2_0000...0x3_FFFF: true
    default: false
    }
  }

  /// Letters, marks, numbers, and what is newer than utf8proc; not what stands for a byte that is no text.
  private static func isOfWord(_ scalar: Int32) -> Bool {
    switch utf8proc_category(scalar) {
    case UTF8PROC_CATEGORY_LU, UTF8PROC_CATEGORY_LL, UTF8PROC_CATEGORY_LT, UTF8PROC_CATEGORY_LM,
      UTF8PROC_CATEGORY_LO, UTF8PROC_CATEGORY_MN, UTF8PROC_CATEGORY_MC, UTF8PROC_CATEGORY_ME,
      UTF8PROC_CATEGORY_ND, UTF8PROC_CATEGORY_NL, UTF8PROC_CATEGORY_NO, UTF8PROC_CATEGORY_CN:
      true
    case UTF8PROC_CATEGORY_CO: !(0xF700...0xF7FF).contains(scalar)
    default: false
    }
  }
}
