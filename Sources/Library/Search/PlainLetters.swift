/// Letters that Unicode doesn't decompose, and the ones that people type in their place: æ is typed ae, ł is typed l.
///
/// The table has the Latin and Cyrillic letters that Unicode calls another letter WITH something (`LATIN SMALL LETTER L
/// WITH STROKE`), and small capitals. The page has the same table (page/js/letters.js); a test compares both.
enum PlainLetters {
  /// Letters to type, in folded form, and the letters that they stand for.
  static let rows: [(letters: String, of: String)] = [
    // Signs within words: one is typed as an apostrophe, the others are left out.
    ("'", "\u{2BC}\u{A78C}"), ("", "\u{2B9}\u{2BA}\u{2BB}\u{2BD}\u{2BE}\u{2BF}\u{2C8}\u{2CC}\u{640}"),
    // Latin.
    ("a", "ᴀᶏⱥɑ"), ("b", "ƀƃɓʙᵬᶀꞗ"), ("c", "ƈȼɕᴄꞓꞔ"), ("d", "đƌȡɖɗᴅᵭᶁᶑꟈð"), ("e", "ɇᴇᶒⱸꬴəɛǝ"), ("f", "ƒᵮᶂꜰꞙ"),
    ("g", "ǥɠɢᶃꞡɣ"), ("h", "ħɦʜⱨꞕ"), ("i", "ɨɪᶖıɩ"), ("j", "ɉʝᴊȷ"), ("k", "ƙᴋᶄⱪꝁꝃꝅꞣĸ"),
    ("l", "łƚȴɫɬɭʟᶅⱡꝉꞎꬷꬸꬹ"), ("m", "ɱᴍᵯᶆꬺ"), ("n", "ƞȵɲɳɴᵰᶇꞑꞥꬻŋ"), ("o", "øᴏⱺꝋꝍɔɵ"), ("p", "ƥᴘᵱᵽᶈꝑꝓꝕ"),
    ("q", "ɋʠꝗꝙꞯ"), ("r", "ɍɼɽɾʀᵲᵳᶉꞧꭉ"), ("s", "ȿʂᵴᶊꜱꞩꟊ"), ("t", "ŧƫƭȶʈᴛᵵⱦ"), ("u", "ᴜᶙꞹꭎꭒʉʊ"),
    ("v", "ʋᴠᶌⱱⱴꝟ"), ("w", "ᴡⱳ"), ("x", "ᶍꭖꭗꭘꭙ"), ("y", "ƴɏʏỿꭚ"), ("z", "ƶȥɀʐʑᴢᵶᶎⱬ"), ("aa", "ꜳ"),
    ("ae", "æᴁ"),
    ("ao", "ꜵ"), ("au", "ꜷ"), ("av", "ꜹꜻ"), ("ay", "ꜽ"), ("oe", "œɶ"), ("oo", "ꝏ"), ("th", "þꝥꝧ"),
    // Cyrillic.
    ("а", "ә"), ("ае", "ӕ"), ("г", "ґғҕӷӻ"), ("ж", "җ"), ("з", "ҙ"), ("и", "ҋ"), ("к", "қҝҟӄ"), ("л", "ӆԓԡԯ"),
    ("м", "ӎ"), ("н", "ңӈӊԣԩ"), ("о", "ө"), ("п", "ҧԥ"), ("р", "ҏ"), ("с", "ҫ"), ("т", "ҭꚋ"), ("у", "ұү"),
    ("х", "ҳӽӿԧһ"), ("ч", "ҷҹ"),
    // Armenian: the capitals of the ligature ech yiwn are written in two ways.
    ("վ", "ւ"),
    // Arabic, Persian, Urdu and Kurdish: forms of alef, yeh, heh and kaf.
    ("ا", "ٱٲٳ"), ("ي", "یى"), ("ه", "ةہەۃ"), ("ك", "کڪ"),
    // Hebrew: the letters at the ends of words, and pairs that Yiddish writes as one.
    ("כ", "ך"), ("מ", "ם"), ("נ", "ן"), ("פ", "ף"), ("צ", "ץ"), ("וו", "װ"), ("וי", "ױ"), ("יי", "ײ"),
    // Bengali and Malayalam: letters without a vowel, which older texts write with a virama.
    ("ত্", "ৎ"), ("ണ്", "ൺ"), ("ന്", "ൻ"), ("ര്", "ർ"), ("ല്", "ൽ"), ("ള്", "ൾ"), ("ക്", "ൿ"),
  ]

  private static let sorted = rows.enumerated().flatMap { index, row in
    row.of.unicodeScalars.map { (scalar: $0.value, row: UInt8(index)) }
  }.sorted { $0.scalar < $1.scalar }
  private static let letters = rows.map { Array($0.letters.utf8) }

  /// - Parameter scalar: a small letter without accents.
  /// - Returns: the letters that people type for it, in UTF-8; nil where they type it as it is.
  static func letters(for scalar: UInt32) -> [UInt8]? {
    let place = sorted.partitioningIndex { $0.scalar >= scalar }
    return place < sorted.count && sorted[place].scalar == scalar ? letters[Int(sorted[place].row)] : nil
  }

  /// - Parameters:
  ///   - base: a katakana.
  ///   - isHalfVoiced: whether the mark is a ring (U+309A), not two strokes (U+3099).
  /// - Returns: the katakana with the voicing mark as one character; nil where there is none.
  static func kana(_ base: Int32, isHalfVoiced: Bool) -> Int32? {
    guard let scalar = Unicode.Scalar(UInt32(bitPattern: base)) else { return nil }
    if "ハヒフヘホ".unicodeScalars.contains(scalar) { return base + (isHalfVoiced ? 2 : 1) }
    if isHalfVoiced { return nil }
    if "カキクケコサシスセソタチツテトヽ".unicodeScalars.contains(scalar) { return base + 1 }
    if "ワヰヱヲ".unicodeScalars.contains(scalar) { return base + 8 }
    return scalar == "ウ" ? base + 0x4E : nil
  }
}
