import Model
import Support
import Testing

@testable import Library
@testable import LibrarySupport

/// One folding for search, hints, pads and order, in every script.
@Suite struct FoldedNameTests {
  /// A script, what is typed in turn, and a name that is found by each.
  static let found: [(script: String, typed: [String], name: String)] = [
    ("Latin", ["strasse", "STRASSE", "straße", "STRAẞE", "Stras"], "Straße"),
    ("Latin", ["straße"], "STRASSE"),
    ("Polish", ["lodz", "ŁÓDŹ", "łódź"], "Łódź"), ("Polish", ["zazolc"], "Zażółć"),
    ("Danish", ["dodens ae", "dødens", "DØDENS"], "Dødens Æ"), ("Danish", ["arhus"], "Århus"),
    ("Serbian", ["dordevic", "đorđević"], "Đorđević"), ("Serbian", ["dzungla"], "ǅungla"),
    ("Icelandic", ["thorr gudrun", "þórr", "ÞÓRR"], "Þórr Guðrún"), ("French", ["oeuvre", "ŒUVRE"], "Œuvre"),
    ("Maltese", ["hamrun", "ĦAMRUN"], "Ħamrun"), ("Sami", ["anar", "aŋar"], "Áŋar"),
    ("Vietnamese", ["duong tinh", "ĐƯỜNG", "đường"], "Đường Tình"),
    ("Vietnamese", ["viet"], "Vie\u{302}\u{323}t"),
    ("Hausa", ["bauna kasa"], "Ɓauna Ƙasa"), ("Ewe", ["eve dogbo"], "Ɛʋe Ɖɔgbo"),
    ("Azerbaijani", ["eliyev"], "Əliyev"), ("Hawaiian", ["hawaii"], "Hawaiʻi"),
    ("Romanised Arabic", ["quran"], "Qurʾān"),
    ("Romanised Russian", ["gogol"], "Gogolʹ"), ("Catalan", ["col·leccio"], "Coŀlecció"),
    ("Turkish", ["isik", "IŞIK", "ışık", "Isik"], "Işık"),
    ("Turkish", ["istanbul", "İSTANBUL", "ISTANBUL"], "İstanbul"),
    ("Compatible forms", ["finale", "abc 12"], "ﬁnale ＡＢＣ １２"),
    ("Compatible forms", ["hello iv mc2"], "𝓗𝓮𝓵𝓵𝓸 Ⅳ mc²"),
    ("Small capitals", ["macintosh"], "ᴍᴀᴄɪɴᴛᴏsʜ"),
    ("Greek", ["ζορμπας", "ΖΟΡΜΠΑΣ", "Ζορμπάσ", "ζορμπάς"], "Ζορμπάς"),
    ("Greek", ["αθηνα", "ΑΘΗΝΑ"], "Αθήνα"),
    ("Greek", ["τω θεω", "ΤΩ"], "Τῷ θεῷ"), ("Greek", ["οδυσσευς"], "Ὀδυσσεύς"),
    ("Greek", ["μαιου", "ΜΑΪΟΥ"], "Μαΐου"),
    ("Cyrillic", ["елка", "ЁЛКА", "ёлка"], "Ёлка"), ("Cyrillic", ["ёлка"], "Елка"),
    ("Cyrillic", ["чаиковскии", "ЧАЙКОВСКИЙ"], "Чайковский"),
    ("Ukrainian", ["гринджоли памят"], "Ґринджоли Памят"),
    ("Ukrainian", ["пам'ять", "пам’ять", "памʼять"], "Памʼять"), ("Ukrainian", ["памʼять"], "Пам'ять"),
    ("Kazakh", ["каиргали", "қайрғали"], "Қайрғали"), ("Kazakh", ["онер улан"], "Өнер Ұлан"),
    ("Ossetian", ["аевзаг"], "Ӕвзаг"),
    ("Arabic", ["محمد"], "مُحَمَّد"), ("Arabic", ["احمد", "أحمد"], "أحمد"), ("Arabic", ["أحمد"], "احمد"),
    ("Arabic", ["اسلام القران"], "إسلام القرآن"), ("Arabic", ["مصطفي مكتبه"], "مصطفى مكتبة"),
    ("Arabic", ["الله"], "ﷲ"),
    ("Arabic", ["سلام"], "ســلام"), ("Arabic", ["رحمن 1977"], "رحمٰن ١٩٧٧"),
    ("Persian", ["كريم علي", "کریم علی"], "کریم علی"),
    ("Persian", ["میخواهم"], "می\u{200C}خواهم"), ("Urdu", ["محبت هے"], "محبت ہے"),
    ("Hebrew", ["שלום"], "שָׁלוֹם"), ("Hebrew", ["צה'ל", "צה\"ל"], "צה״ל"), ("Hebrew", ["שלומ"], "שלום"),
    ("Yiddish", ["ווילנע יידיש"], "װילנע ייִדיש"),
    ("Devanagari", ["हिन्दी", "हि"], "हिन्दी"), ("Devanagari", ["गजल", "ग\u{93C}जल"], "ग़ज़ल"),
    ("Devanagari", ["108"], "१०८"),
    ("Bengali", ["গ\u{9CB}লাপ"], "গ\u{9C7}\u{9BE}লাপ"), ("Bengali", ["উৎসব"], "উত\u{9CD}\u{200D}সব"),
    ("Tamil", ["க\u{BCA}டி"], "க\u{BC6}\u{BBE}டி"), ("Malayalam", ["അവ\u{D7B}"], "അവ\u{D28}\u{D4D}\u{200D}"),
    ("Sinhala", ["සිංහල"], "සිංහල"), ("Thai", ["น้ำใจ", "น้ำ"], "น้ำใจ"), ("Thai", ["2560"], "๒๕๖๐"),
    ("Lao", ["ໝາ"], "ຫມາ"),
    ("Khmer", ["ភាសាខ្មែរ"], "ភាសា\u{200B}ខ្មែរ"), ("Tibetan", ["བོད"], "བོད་ཡིག"), ("Myanmar", ["မြန်မာ"], "မြန်မာ"),
    ("Kana", ["ガッツ", "ｶﾞｯﾂ", "がっつ", "カ\u{3099}ッツ"], "ガッツ"), ("Kana", ["パフューム", "ぱふゅーむ"], "ﾊﾟﾌｭｰﾑ"),
    ("Kana", ["ヴィー", "ｳﾞｨｰ"], "ウ\u{3099}ィー"), ("Han", ["金 12 平成"], "\u{F90A} ⑫ ㍻"),
    ("Han", ["東", "京", "東京"], "東京"), ("Han", ["代表", "心", "我的心", "月亮"], "月亮代表我的心"),
    ("Kana", ["駆ける", "に駆", "夜"], "夜に駆ける"),
    ("Hangul", ["한국", "\u{1112}\u{1161}\u{11AB}국", "ㅎ", "하"], "한국"),
    ("Hangul", ["한국"], "\u{1112}\u{1161}\u{11AB}국"),
    ("Georgian", ["საქართველო", "ᲡᲐᲥᲐᲠᲗᲕᲔᲚᲝ"], "საქართველო"), ("Georgian", ["საქართველო"], "ᲡᲐᲥᲐᲠᲗᲕᲔᲚᲝ"),
    ("Armenian", ["երևան", "ԵՐԵՎԱՆ", "ԵՐԵՒԱՆ", "երեւան"], "Երևան"), ("Ethiopic", ["ሰላም", "አለም"], "ሰላም፡አለም"),
    ("Cherokee", ["ᏣᎳᎩ", "ꮳꮃꭹ"], "Ꮳꮃꭹ"), ("Thaana", ["ދިވެހި"], "ދިވެހި"), ("Syriac", ["ܫܠܡܐ"], "ܫܠܳܡܳܐ"),
    ("N'Ko", ["ߒߞߏ"], "ߒߞߏ߫"), ("Mongolian", ["ᠮᠣᠩᠭᠣᠯ"], "ᠮᠣᠩᠭᠣᠯ\u{180B}"), ("Adlam", ["𞤢𞤣", "𞤀𞤁"], "𞤀𞤣"),
    ("Coptic", ["ⲁⲛⲟⲕ"], "Ⲁⲛⲟⲕ"), ("Glagolitic", ["ⰰⰸⱏ"], "Ⰰⰸⱏ"), ("Deseret", ["𐐨𐐩"], "𐐀𐐁"),
  ]

  /// Words that differ by more than case and accents.
  static let different: [(script: String, typed: String, name: String)] = [
    ("Latin", "maß", "Maas"), ("Latin", "lodz", "Lodi"), ("Latin", "tor", "Þor"),
    ("Greek", "ολα", "Άλλα"), ("Greek", "σημα", "Ζήμα"), ("Cyrillic", "шуба", "Щуба"),
    ("Cyrillic", "мел", "Мыл"),
    ("Arabic", "بيت", "تيت"), ("Arabic", "سلام", "شلام"), ("Persian", "پدر", "بدر"), ("Hebrew", "תוב", "טוב"),
    ("Devanagari", "कि", "की"), ("Devanagari", "हन्द", "हिन्दी"), ("Devanagari", "मन", "मान"),
    ("Devanagari", "हंस", "हँस"),
    ("Bengali", "মন", "মান"), ("Tamil", "கல்", "கால்"), ("Malayalam", "മല", "മാല"), ("Sinhala", "මල", "මාල"),
    ("Thai", "กา", "กี"), ("Thai", "ไม่", "ไม้"), ("Thai", "ปา", "ป่า"), ("Lao", "ໄມ", "ໃມ"), ("Khmer", "កា", "កី"),
    ("Myanmar", "က\u{102D}", "က\u{102F}"), ("Myanmar", "န\u{1037}", "န"), ("Tibetan", "བད", "བོད"),
    ("Kana", "かき", "かぎ"),
    ("Kana", "ハハ", "ババ"),
    ("Kana", "ばす", "ぱす"), ("Kana", "びょういん", "びよういん"), ("Hangul", "사랑", "사람"), ("Hangul", "한", "헌"),
    ("Han", "東", "車"), ("Han", "京東", "東京"), ("Georgian", "ბაბა", "პაპა"), ("Armenian", "բարի", "պարի"),
    ("Ethiopic", "ሰላም", "ሰሊም"),
    ("Thaana", "ދި", "ދު"), ("Mongolian", "ᠠ", "ᠡ"),
  ]

  private func words(_ text: String) -> [UInt8] { Array(LookupWords.folded(text).utf8) }

  /// Whether each typed word is the beginning of one of the name's.
  private func isFound(_ name: String, by typed: String) -> Bool {
    let wanted = LookupWords(typed).folded
    return !wanted.isEmpty && wanted.allSatisfy { TextSearch.has(words(name), Array($0.utf8)) }
  }

  @Test func `a name is found in every script, however its letters are typed`() {
    for (script, typed, name) in Self.found {
      for typed in typed {
        #expect(
          isFound(name, by: typed),
          "\(script): \(typed), \(name): \(LookupWords.folded(typed)), \(LookupWords.folded(name))")
      }
    }
    #expect(Set(Self.found.map(\.script)).count > 40)
  }

  @Test func `the page folds by the same table`() throws {
    let page = try String(decoding: Repository.bytes(of: "page/js/letters.js"), as: UTF8.self)
    for row in PlainLetters.rows {
      let letters = row.letters == "'" ? "\\'" : row.letters
      let isTheSame = [row.of, Self.escaped(row.of)].contains { page.contains("['\(letters)', '\($0)']") }
      #expect(isTheSame, "page/js/letters.js lacks ['\(letters)', '\(row.of)']")
    }
    expectEqual(page.split(separator: "['").count - 1, PlainLetters.rows.count)
  }

  private static func escaped(_ text: String) -> String {
    text.unicodeScalars.map { "\\u{\(String($0.value, radix: 16, uppercase: true))}" }.joined()
  }

  @Test func `other letters and vowels are another word`() {
    for (script, typed, name) in Self.different {
      #expect(
        !isFound(name, by: typed),
        "\(script): \(typed), \(name): \(LookupWords.folded(typed)), \(LookupWords.folded(name))")
    }
  }

  /// All characters of the planes that have letters with case or accents.
  private static let scalars = (0x20...0x1FFFF as ClosedRange<UInt32>).compactMap { Unicode.Scalar($0) }

  private func fold(_ text: String) -> String { String(decoding: FoldedName.fold(text.utf8), as: UTF8.self) }

  @Test func `a folded text stays as it is, and a filter that folds case finds no more than it`() {
    var changed: [Unicode.Scalar] = []
    var missed: [Unicode.Scalar] = []
    for scalar in Self.scalars where scalar != "\u{7F}" {
      let text = String(scalar)
      let folded = fold(text)
      if fold(folded) != folded { changed.append(scalar) }
      let sure = fold(FilterCase.form(of: text)).unicodeScalars.filter { !FilterCase.isUnsure($0) }
      if !sure.elementsEqual(folded.unicodeScalars.filter { !FilterCase.isUnsure($0) }) {
        missed.append(scalar)
      }
    }
    #expect(changed.isEmpty && missed.isEmpty, "\(changed) \(missed)")
  }

  @Test func `a Latin or Cyrillic letter with something is that letter`() {
    var others: [String] = []
    for scalar in Self.scalars where scalar.value < 0x10000 {
      guard let words = scalar.properties.name?.split(separator: " "), words.count > 5,
        words[1...3] == ["SMALL", "LETTER", words[3]], words[4] == "WITH", words[3].utf8.count == 1,
        words[0] == "LATIN"
      else { continue }
      let isKnown = scalar.properties.age.map { $0.major <= 14 } ?? false
      if isKnown, !fold(String(scalar)).hasPrefix(words[3].lowercased()) {
        others.append("\(scalar) \(words)")
      }
    }
    #expect(others.isEmpty, "\(others)")
  }

  @Test func `texts are cut anywhere, and the folded parts make the folded whole`() {
    for (_, typed, name) in Self.found {
      for text in typed + [name] {
        let scalars = text.unicodeScalars
        for place in scalars.indices where scalars[place].properties.canonicalCombiningClass.rawValue != 8 {
          let cut = [scalars[..<place], scalars[place...]].map { String($0) }
          if cut[1].unicodeScalars.first?.value == 0xFF9E || cut[1].unicodeScalars.first?.value == 0xFF9F {
            continue
          }
          expectEqual(fold(cut[0]) + fold(cut[1]), fold(text))
        }
      }
    }
  }
}
