import Support
import Testing

@testable import Fetch

@Suite struct ICYTitleTests {
  private func title(_ metadata: String) -> String? {
    ICYTitle.find(in: Array(metadata.utf8)).map { String(decoding: $0, as: UTF8.self) }
  }

  @Test(arguments: [
    ("StreamTitle='A';", "A"), ("StreamTitle='';", ""), ("StreamTitle='A", "A"),
    ("StreamTitle='A'B';\0\0", "A'B"), ("StreamUrl='x';StreamTitle='A';", "A"),
    ("StreamTitle='It's A; B';StreamUrl='x';", "It's A; B"), ("StreamTitle='A; B - C';", "A; B - C"),
    ("StreamTitle='A';adw_ad='true';durationMilliseconds='30000';", "A"),
    ("StreamTitle='Rock 'n' Roll'", "Rock 'n' Roll"),
    ("StreamTitle='';StreamUrl='';", ""),
    ("StreamTitle=Plain;", "Plain"), ("StreamTitle=Plain;StreamUrl=http://x/;", "Plain"),
    ("StreamTitle=A; B;", "A; B"),
    ("StreamTitle=;", ""), ("StreamTitle=;StreamUrl='x';", ""), ("StreamTitle = A B ;\0", "A B"),
    ("streamtitle='A';", "A"), ("STREAMTITLE=\"A\";StreamUrl=\"x\";", "A"),
    ("StreamTitle=\"Say \"A\"\";", "Say \"A\""),
    ("StreamTitle='  A  ';", "A"),
  ])
  func `a title is found however it is written`(_ metadata: String, _ wanted: String) {
    expectEqual(title(metadata), wanted)
  }

  @Test(arguments: ["StreamUrl='x';", "", "StreamTitles", "StreamTitle", "StreamTitle'A';"])
  func `a block without a title gives nil`(_ metadata: String) {
    #expect(title(metadata) == nil)
  }

  @Test(arguments: [
    ("Rock &amp; Roll", "Rock & Roll"), ("Don&#39;t &#x201C;go&#X201d;", "Don't “go”"),
    ("Caf&eacute; &Auml;", "Café Ä"),
    ("AT&T; R&D; &nothing; &#xZZ; &", "AT&T; R&D; &nothing; &#xZZ; &"), ("&amp;#39;", "&#39;"),
    ("&#0;&#10;", "&#0;&#10;"),
    ("&yuml;&nbsp;&szlig;&quot;", "ÿ\u{A0}ß\""),
  ])
  func `references of HTML are replaced once`(_ text: String, _ wanted: String) {
    expectEqual(title("StreamTitle='\(text)';"), wanted)
  }

  @Test func `a title that is not UTF-8 keeps its bytes`() {
    let block = Array("StreamTitle='".utf8) + [0xE4] + Array(" &amp; &eacute; &euro;';".utf8)
    expectEqual(ICYTitle.find(in: block), [0xE4] + Array(" & ".utf8) + [0xE9] + Array(" &euro;".utf8))
  }

  @Test(arguments: [
    ("Queen - text=\"Under \"Pressure\"\" song_spot=\"M\" MediaBaseId=\"1\"", "Queen - Under \"Pressure\""),
    ("text=\"Spot Block End\" song_spot=\"T\"", "Spot Block End"),
    ("Queen - text=\"\" song_spot=\"M\"", "Queen"),
    ("title=\"Hello\",artist=\"Adele\",url=\"song_spot='M'\"", "Adele - Hello"),
    ("Her text=\"no\" of old", "Her text=\"no\" of old"), ("title=\"Alone", "title=\"Alone"),
  ])
  func `words for programs are left out`(_ text: String, _ wanted: String) {
    expectEqual(title("StreamTitle='\(text)';StreamUrl='';"), wanted)
  }

  /// A station may send anything.
  @Test func `any bytes have a title or none`() {
    var seed: UInt64 = 9
    let pieces = [
      "StreamTitle", "=", "'", "\"", ";", "text=\"", "song_spot=", "&#", "&amp;", " ", "title=\"",
      "artist=\"", "A", "\0",
    ]
    for _ in 0..<20_000 {
      var block: [UInt8] = []
      for _ in 0..<12 {
        seed = seed &* 6_364_136_223_846_793_005 &+ 1
        block += pieces[Int(seed >> 33) % pieces.count].utf8
      }
      #expect(ICYTitle.find(in: block)?.count ?? 0 <= block.count)
    }
  }
}
