import Interchange
import Support
import Testing

@testable import Fetch

@Suite struct ResponseHeadTests {
  private func head(_ lines: String...) -> ResponseHead {
    var head = ResponseHead()
    for line in lines {
      let isTaken = head.take("\(line)\r\n".utf8)
      #expect(isTaken)
    }
    return head
  }

  @Test func aStationSaysWhatItIs() {
    let head = head(
      "ICY 200 OK", "icy-name: Radio ", "icy-br:128, 128", "icy-metaint:16000",
      "Content-Type: Audio/MPEG; a=b")
    #expect(head.name == Array("Radio".utf8) && head.bitrate == 128 && head.metadataInterval == 16000)
    #expect(head.type == "audio/mpeg" && !head.saysWhereItEnds)
  }

  @Test func aRedirectBeginsANewHead() {
    let head = head(
      "HTTP/1.1 302 Found", "Content-Length: 5", "icy-name: A", "HTTP/1.1 200 OK",
      "Transfer-Encoding: chunked")
    #expect(head.length == nil && head.name == nil && head.isChunked && head.saysWhereItEnds)
  }

  @Test(arguments: [
    // A file, a file that is made on the fly, a station, a station at a proxy that sends chunks, Music Assistant.
    (["Content-Length: 5"], true), (["Content-Length: 5", "icy-br: 128"], true),
    (["Transfer-Encoding: chunked"], true), ([], false), (["icy-name: R"], false),
    (["Transfer-Encoding: chunked", "Icy-Metaint: 16000"], false),
    (["Transfer-Encoding: chunked", "icy-name: R"], false),
    (["transferMode.dlna.org: Streaming", "Transfer-Encoding: chunked", "icy-name: Music Assistant"], true),
    (["transferMode.dlna.org: Streaming", "icy-name: Music Assistant"], false),
  ])
  func theEndOfAStationsConnectionIsNotItsEnd(lines: [String], isEnd: Bool) {
    var head = ResponseHead()
    for line in ["HTTP/1.1 200 OK"] + lines { _ = head.take("\(line)\r\n".utf8) }
    expectEqual(head.saysWhereItEnds, isEnd)
  }

  @Test func strangeNumbersAreNone() {
    let head = head("icy-metaint: -1", "Content-Length: x", "icy-br: 99999999999999999999", "no colon")
    #expect(head.metadataInterval == nil && head.length == nil && head.bitrate == nil)
  }

  @Test func anEndlessHeadIsRefusedAlsoAcrossRedirects() {
    var head = ResponseHead()
    let line = "X: \(String(repeating: "x", count: 1000))"
    var count = 0
    while head.take(line.utf8), head.take("HTTP/1.1 302 Found".utf8), count < 1000 { count += 1 }
    #expect((60...70).contains(count))
  }

  @Test func lengthAndPlaceOfAPart() {
    let part = head(
      "HTTP/1.1 206 Partial Content", "Content-Range: bytes 100-199/1000", "Content-Length: 100")
    #expect(part.firstByte == 100 && part.unpackedLength == 100)
    #expect(head("Content-Range: bytes */1000").firstByte == nil && head("Content-Range: 5").firstByte == nil)
    let packed = head("Content-Encoding: GZIP", "Content-Length: 100")
    #expect(packed.isPacked && packed.unpackedLength == nil && packed.saysWhereItEnds)
    #expect(!head("Content-Encoding: identity").isPacked)
  }
}
