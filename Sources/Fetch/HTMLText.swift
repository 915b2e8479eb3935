/// Text with the character references of HTML, as some stations send it.
enum HTMLText {
  private static let ampersand = UInt8(ascii: "&")
  private static let semicolon = UInt8(ascii: ";")
  /// Limit of a reference in bytes, without its marks.
  private static let mostBytes = 10

  /// U+00A0 to U+00FF by their names (HTML 4, 24.2.1).
  private static let latin = """
    nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot \
    cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml \
    Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig \
    agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute \
    ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml
    """
  private static let names: [String: UInt32] = {
    var names: [String: UInt32] = [
      "amp": 0x26, "lt": 0x3C, "gt": 0x3E, "quot": 0x22, "apos": 0x27, "ndash": 0x2013, "mdash": 0x2014,
      "lsquo": 0x2018, "rsquo": 0x2019, "ldquo": 0x201C, "rdquo": 0x201D, "hellip": 0x2026, "bull": 0x2022,
      "euro": 0x20AC, "OElig": 0x152, "oelig": 0x153, "Scaron": 0x160, "scaron": 0x161,
    ]
    for (offset, name) in latin.split(separator: " ").enumerated() {
      names["\(name)"] = 0xA0 + UInt32(offset)
    }
    return names
  }()

  /// The text with its references replaced once. In text that is not UTF-8, those stay that have no byte of Latin-1.
  static func decoded(_ text: ArraySlice<UInt8>) -> [UInt8] {
    guard text.contains(ampersand) else { return Array(text) }
    let isUTF8 = String(validating: text, as: UTF8.self) != nil
    var result: [UInt8] = []
    var rest = text
    while let byte = rest.first {
      if byte == ampersand, let end = rest.prefix(mostBytes + 2).firstIndex(of: semicolon),
        let scalar = scalar(rest[(rest.startIndex + 1)..<end]), isUTF8 || scalar.value < 0x100
      {
        result += isUTF8 ? Array(String(Character(scalar)).utf8) : [UInt8(scalar.value)]
        rest = rest[(end + 1)...]
      } else {
        result.append(byte)
        rest = rest.dropFirst()
      }
    }
    return result
  }

  private static func scalar(_ reference: ArraySlice<UInt8>) -> Unicode.Scalar? {
    let text = String(decoding: reference, as: UTF8.self)
    guard text.hasPrefix("#") else { return names[text].flatMap { Unicode.Scalar($0) } }
    let digits = text.dropFirst()
    let isHex = digits.first == "x" || digits.first == "X"
    guard let number = UInt32(isHex ? digits.dropFirst() : digits, radix: isHex ? 16 : 10), number >= 0x20
    else { return nil }
    return Unicode.Scalar(number)
  }
}
