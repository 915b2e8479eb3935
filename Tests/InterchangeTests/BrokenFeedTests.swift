import Support
import Testing

@testable import Interchange

/// Feeds that break the rules of XML, and other feeds than plain RSS.
@Suite struct BrokenFeedTests {
  private func read(_ text: String) -> PodcastFeed? { PodcastFeed.read(Array(text.utf8)) }

  private func rss(_ items: String, head: String = "<?xml version='1.0'?>") -> String {
    "\(head)<rss version='2.0'><channel><title>P</title>\(items)</channel></rss>"
  }

  private static let sound = "<guid>G</guid><enclosure url='http://a/N.mp3' type='audio/mpeg'/>"

  /// Of three items, of which each has the fault.
  private func items(_ item: String) -> String {
    (1...3).map { number in
      item.split(separator: "SOUND", omittingEmptySubsequences: false).joined(
        separator: "<guid>g\(number)</guid><enclosure url='http://a/\(number).mp3' type='audio/mpeg'/>"
      ).split(separator: "N#", omittingEmptySubsequences: false).joined(separator: "\(number)")
    }.joined(separator: "\n")
  }

  @Test(
    arguments: [
      ("<item><title>T N#</title>SOUND</item>", "T"), ("<item><title>T \u{1E}N#</title>SOUND</item>", "T"),
      ("<item><title>T&#30; N#</title>SOUND</item>", "T"),
      ("<item><title>T &#x0;N#</title>SOUND</item>", "T"),
      ("<item><title>T < U N#</title>SOUND</item>", "T < U"),
      ("<item><title>x<y N#</title>SOUND</item>", "x<y"),
      ("<item><title>I <3 you N#</title>SOUND</item>", "I <3 you"),
      ("<item><title>a <- b N#</title>SOUND</item>", "a <- b"),
      ("<item><title>a<=b>c N#</title>SOUND</item>", "a<=b>c"),
      ("<item><title>R&D N#</title>SOUND</item>", "R&D"),
      ("<item><title>T N#</title><description>a<br>b<p>c</description>SOUND</item>", "T"),
      ("<item><title>T N#SOUND</item>", "T"), ("<item><title>T N#</title>SOUND", "T"),
      ("<item><title>T N#<category>c</category>SOUND</item>", "T"),
      ("<item><title>T N#<pubDate>x</pubDate>SOUND</item>", "T"),
      ("<item><title><b><i>T N#</b></i></title>SOUND</item>", "T"),
      ("<item><title>T N#</title></p></description>SOUND</item>", "T"),
      ("<item><title>T N#</titel>SOUND</item>", "T"), ("<item><title>T N#</TITLE>SOUND</Item>", "T"),
      ("<item><description>SOUND</item><title>T N#</title>", nil),
      ("<item><description><title>T N#</title>SOUND</item>", "T"),
      (
        "<item><title>T N#</title><guid>gN#</guid><enclosure url=http://a/N#.mp3 type=audio/mpeg></item>", "T"
      ),
      (
        "<item><title>T N#</title><guid>gN#</guid><enclosure url='http://a/N#.mp3' type='audio/mpeg'</item>",
        "T"
      ),
      ("<item><title>T N#</title><guid>gN#</guid><enclosure url='http://a/N#.mp3></item>", "T"),
      (
        "<item><title>T N#</title><guid>gN#</guid><enclosure url='http://a/N#.mp3' url='b' type='audio/mpeg'/></item>",
        "T"
      ),
      ("<item><title>T N#</title><guid>gN#</guid><enclosure type='a<b' url='http://a/N#.mp3'/></item>", "T"),
      ("<item><title><![CDATA[T N#</title>SOUND</item>", "T"),
      ("<item><title><![CDATA[T N#]]>SOUND</item>", "T"),
      ("<item><title>T N#]]></title>SOUND</item>", "T"),
      ("<item><!-- a -- b --><title>T N#</title>SOUND</item>", "T"),
      ("<item><title>T N#</title><x:y z:w=1>SOUND</item>", "T"),
      ("<item><title>T N#</title><?php x ?>SOUND</item>", "T"),
      ("<item><title>T N#</title><a><b><c></a>SOUND</item></item></item>", "T"),
    ] as [(String, String?)]) func `each episode is there`(_ item: String, _ title: String?) throws
  {
    let feed = try #require(read(rss(items(item))))
    #expect(feed.episodes.map(\.url) == (1...3).map { "http://a/\($0).mp3" })
    #expect(feed.episodes.map(\.identity) == (1...3).map { "g\($0)" })
    guard let title else { return }
    for (place, episode) in feed.episodes.enumerated() {
      #expect(
        episode.title?.hasPrefix("\(title)") == true
          && episode.title?.hasSuffix("]]>") == (item.contains("]]></title>") && !item.contains("CDATA")))
      #expect(episode.title?.contains("\(place + 1)") == true && episode.title?.contains("<c") != true)
    }
  }

  @Test func `many unclosed elements cost no episode`() {
    let item = "<item><title>T</title><description>a<br>b<div><p>c</description></x>"
    let feed = read(rss((1...1000).map { "\(item)<enclosure url='http://a/\($0).mp3'/></item>" }.joined()))
    #expect(feed?.episodes.count == 1000 && feed?.isCut == false)
  }

  @Test func `a feed that is cut anywhere has the whole episodes before`() throws {
    let text = Array(rss(items("<item><title><![CDATA[T]]></title><!-- c -->SOUND</item>")).utf8)
    let ends = (1...3).map { number in
      let part = Array("http://a/\(number).mp3' type='audio/mpeg'/>".utf8)
      return (text.indices.first { text[$0...].starts(with: part) } ?? 0) + part.count
    }
    for count in 0..<text.count {
      let feed = PodcastFeed.read(Array(text.prefix(count)))
      #expect((feed?.episodes.count ?? 0) == ends.filter { $0 <= count }.count)
      if count < text.count - 6 { #expect(feed?.isCut != false) }
    }
  }

  @Test(arguments: [
    ("<![CDATA[<b>Tom</b> &amp; Jerry]]>", "Tom & Jerry"),
    ("&lt;b&gt;Tom&lt;/b&gt; &amp;amp; Jerry", "Tom & Jerry"),
    ("<b>Tom</b> &amp; Jerry", "Tom & Jerry"), ("<![CDATA[5 < 6 & 7 > 3]]>", "5 < 6 & 7 > 3"),
    ("Swift &lt;Generic&gt; types", "Swift <Generic> types"),
    ("Caf&amp;eacute; &amp;#8211; &amp;#x2013;", "Café – –"),
    ("Caf&eacute;&nbsp;&#150;&hellip;", "Café –…"), ("<![CDATA[One<br/>Two<p>Three</p>]]>", "One Two Three"),
    ("  One \n\t Two  ", "One Two"), ("<![CDATA[ a ]]> b <![CDATA[ c]]>", "a b c"),
    ("AT&amp;amp;T &unknown; &; & &", "AT&T &unknown; &; & &"),
    ("<![CDATA[<a href=\"x\">Link</a> <!-- no -->end]]>", "Link end"),
    ("<div xmlns='x'>In <em>XHTML</em></div>", "In XHTML"),
  ]) func `a title is text`(_ xml: String, _ title: String) {
    let feed = read(rss("<item><title>\(xml)</title><enclosure url='http://a/1.mp3'/></item>"))
    expectEqual(feed?.episodes.first?.title, title)
  }

  @Test func `a title of Atom that is plain stays as it is written`() {
    let feed = read(
      "<feed><entry><title type='text'>The &lt;b> tag</title><link rel='enclosure' href='a.mp3'/></entry></feed>"
    )
    expectEqual(feed?.episodes.first?.title, "The <b> tag")
  }

  @Test(arguments: [
    "<!-- made by hand --><?xml version='1.0'?>", "\n\n<?xml version='1.0'?>", "",
    "<br />\n<b>Warning</b>: something in <b>/var/www/x.php</b> on line <b>1</b><br />\n<?xml version='1.0'?>",
    "<?xml version='1.0'?><!DOCTYPE rss PUBLIC '-//Netscape//DTD RSS 0.91//EN' 'http://x/rss.dtd'>",
    "<?xml version='1.0'?><!DOCTYPE rss [<!ENTITY nbsp '&#160;'><!ENTITY % x SYSTEM \"a>b\"><!-- ]> --><!ELEMENT rss ANY>]>",
    "<?xml-stylesheet href='x'?>",
  ]) func `text before the feed is skipped`(_ head: String) {
    let feed = read(rss("<item><title>T&nbsp;U</title><enclosure url='http://a/1.mp3'/></item>", head: head))
    #expect(feed?.episodes.first?.title == "T U" && feed?.title == "P" && feed?.isCut == false)
  }

  @Test func `entities of one's own are resolved once, and from no file`() {
    let head = """
      <!DOCTYPE rss [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">
      <!ENTITY f SYSTEM "file:///etc/passwd">]>
      """
    let feed = read(
      rss("<item><title>&a; &c; &f;</title><enclosure url='http://a/1.mp3'/></item>", head: head))
    expectEqual(feed?.episodes.first?.title, "aaaaaaaaaa &c; &f;")
  }

  @Test func `a document that is nested deep ends soon`() {
    let deep = String(repeating: "<a>", count: 100_000)
    #expect(read(deep) == nil)
    let feed = read(rss("\(deep)<item><enclosure url='http://a/1.mp3'/></item>"))
    expectEqual(feed?.episodes.count, 1)
    #expect(read(rss(String(repeating: "<item>", count: 30_000)))?.episodes.isEmpty == true)
    #expect(read(String(repeating: "<!--", count: 100_000)) == nil)
    #expect(read("<rss>" + String(repeating: "<![CDATA[", count: 100_000))?.isCut == true)
    #expect(read("<rss>" + String(repeating: "<a b='", count: 100_000))?.isCut == true)
  }

  // MARK: Other feeds

  @Test func `Atom with a prefix, and the title of a source is not an episode's`() {
    let feed = read(
      """
      <a:feed xmlns:a="http://www.w3.org/2005/Atom"><a:title>P</a:title><a:entry><a:source><a:title>S</a:title><a:id>s</a:id>
      </a:source><a:id>i</a:id><a:title>One</a:title><a:published>2024-01-01T00:00:00Z</a:published>
      <a:link rel="enclosure" type="audio/mpeg" href="http://a/1.mp3"/></a:entry></a:feed>
      """)
    #expect(
      feed?.title == "P" && feed?.episodes.first?.title == "One" && feed?.episodes.first?.identity == "i")
    expectEqual(feed?.episodes.first?.published, 1_704_067_200)
  }

  @Test func `RSS 1.0`() {
    let feed = read(
      """
      <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"
        xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:enc="http://purl.oclc.org/net/rss_2.0/enc#">
      <channel rdf:about="http://a"><title>P</title><image rdf:resource="http://a/i"/><items><rdf:Seq><rdf:li resource="x"/></rdf:Seq></items>
      </channel><image rdf:about="http://a/i"><title>Picture</title></image>
      <item rdf:about="http://a/1"><title>One</title><dc:date>2024-01-01T00:00:00Z</dc:date><dc:title>Other</dc:title>
      <enc:enclosure rdf:resource="http://a/1.mp3" enc:type="audio/mpeg"/></item></rdf:RDF>
      """)
    #expect(feed?.title == "P" && feed?.episodes.map(\.title) == ["One"] && feed?.isCut == false)
    #expect(feed?.episodes.first?.url == "http://a/1.mp3" && feed?.episodes.first?.published == 1_704_067_200)
  }

  @Test func `titles and sounds of Apple's and Yahoo's extensions`() {
    let feed = read(
      """
      <rss xmlns:i="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:media="http://search.yahoo.com/mrss/"><channel>
      <title>P</title><image><title>Picture</title></image><i:image href="x"/>
      <item><i:title>One</i:title><media:title>Other</media:title><media:thumbnail url="x.jpg"/>
      <media:content url="http://a/p.jpg" type="image/jpeg"/><media:content url="http://a/p" medium="image"/>
      <media:group><media:content url="http://a/1" type="audio/mpeg" duration="61"/></media:group></item>
      <item><title/><i:title>Two</i:title><media:content url="http://a/x.mp3" medium="audio"/><enclosure url="http://a/2.mp3"/></item>
      <item><title> </title><media:title>Three</media:title><media:content url="http://a/3" medium="audio"/></item></channel></rss>
      """)
    #expect(feed?.title == "P" && feed?.episodes.map(\.title) == ["One", "Two", "Three"])
    expectEqual(feed?.episodes.map(\.url), ["http://a/1", "http://a/2.mp3", "http://a/3"])
    expectEqual(feed?.episodes.first?.seconds, 61)
  }

  @Test func `elements of other namespaces are not the episode's`() {
    let feed = read(
      rss("<item><podcast:title>No</podcast:title><title>One</title><x:guid>no</x:guid>\(Self.sound)</item>"))
    #expect(feed?.episodes.first?.title == "One" && feed?.episodes.first?.identity == "G")
  }

  @Test(
    arguments: [
      (
        #"<html><head><link rel="stylesheet" href="a.css"><link rel=alternate type=application/rss+xml href=/feed></head>"#,
        "/feed"
      ),
      (
        #"<!DOCTYPE html><HTML><LINK REL="alternate home" HREF="f?a=1&amp;b=2" TYPE="application/atom+xml; charset=utf-8">"#,
        "f?a=1&b=2"
      ),
      (
        #"<html><link rel="alternate" hreflang="de" href="/de"><body><link rel="alternate" type="application/rss+xml" href="/b">"#,
        nil
      ),
      ("<html></html>", nil), ("", nil),
    ] as [(String, String?)]) func `a page refers to its feed`(_ page: String, _ link: String?)
  {
    #expect(read(page) == nil && PodcastFeed.link(inPage: Array(page.utf8)) == link)
  }

  // MARK: Order and identity

  private func item(_ number: Int, date: String? = nil, guid: String? = nil, other: String = "") -> String {
    let date = date.map { "<pubDate>\($0)</pubDate>" } ?? ""
    let guid = guid.map { "<guid>\($0)</guid>" } ?? ""
    return
      "<item><title>\(number)</title>\(guid)\(date)\(other)<enclosure url='http://a/\(number).mp3'/></item>"
  }

  private func titles(_ items: [String]) -> [String]? {
    read(rss(items.joined()))?.episodes.compactMap(\.title)
  }

  @Test(arguments: [2001, 17_000]) func `the newest episodes are kept beyond the limit, in any order`(
    _ count: Int
  ) {
    let numbers = Array(0..<count)
    let newest = numbers.reversed().prefix(2000).map { "\($0)" }
    func items(_ order: some Sequence<Int>) -> [String] {
      order.map { item($0, date: ISODate.text(1_000_000_000 + Int64($0) * 3600)) }
    }
    expectEqual(titles(items(numbers)), newest)
    expectEqual(titles(items(numbers.reversed())), newest)
    // Of the multiples of a number that has no common factor with theirs, each comes once.
    #expect(titles(items(numbers.map { $0 * 7919 % count })) == newest)
    #expect(titles(numbers.map { item($0) }) == numbers.prefix(2000).map { "\($0)" })
  }

  @Test func `an episode without a date stands where the feed has it`() {
    let days = (1...4).map { "2024-03-0\($0)T10:00:00Z" }
    expectEqual(
      titles([item(4, date: days[3]), item(9), item(3, date: days[2]), item(1, date: days[0])]),
      [
        "4", "9", "3", "1",
      ])
    expectEqual(
      titles([item(1, date: days[0]), item(9), item(2, date: days[1]), item(4, date: days[3])]),
      [
        "4", "2", "9", "1",
      ])
    expectEqual(titles([item(9), item(4, date: days[3]), item(3, date: "soon")]), ["9", "4", "3"])
    expectEqual(titles([item(9), item(1, date: days[0]), item(2, date: days[1])]), ["2", "1", "9"])
    expectEqual(titles([item(1), item(2), item(3)]), ["1", "2", "3"])
  }

  @Test func `the numbers of episodes give the order without dates, if all have one`() {
    func numbered(_ season: Int, _ number: Int) -> String {
      item(
        season * 10 + number,
        other: "<itunes:season>\(season)</itunes:season><itunes:episode>\(number)</itunes:episode>")
    }
    expectEqual(titles([numbered(1, 1), numbered(1, 2), numbered(2, 1)]), ["21", "12", "11"])
    expectEqual(titles([numbered(1, 1), numbered(1, 2), item(5)]), ["11", "12", "5"])
  }

  @Test func `an identity that several episodes share is ignored`() {
    let shared = read(rss((1...4).map { item($0, guid: $0 == 4 ? "own" : "same") }.joined()))
    expectEqual(shared?.episodes.map(\.identity), [nil, nil, nil, "own"])
    let twice = read(rss(item(1, guid: "a") + item(1, guid: "a") + item(2, guid: "b")))
    expectEqual(twice?.episodes.map(\.identity), ["a", "b"])
  }
}
