import Support
import Testing

@testable import Fetch

@Suite struct FilePartTests {
  private let file = Array(UInt8(0)..<100)

  /// What is taken of an answer that begins at this byte of the file, in small parts.
  private func taken(_ part: FilePart, of answer: ArraySlice<UInt8>) -> [UInt8] {
    var part = part
    var taken: [UInt8] = []
    for place in stride(from: answer.startIndex, to: answer.endIndex, by: 7) {
      taken += part.take(answer[place..<min(place + 7, answer.endIndex)])
    }
    return taken
  }

  @Test func `a part and the rest of a file are asked for`() {
    #expect(FilePart(10..<20).request == "10-19" && FilePart(10..<Int64.max).request == "10-")
  }

  @Test(arguments: [(10, Int64.max), (10, 20), (0, 5), (99, 100)] as [(Int64, Int64)])
  func `a part has its own bytes, whichever bytes the server sends`(first: Int64, end: Int64) throws {
    let wanted = Array(file[Int(first)..<Int(min(end, 100))])
    for start in [0, first / 2, first] {
      var part = FilePart(first..<end)
      let isOfUse = part.begin(at: start)
      #expect(isOfUse)
      expectEqual(part.isRefused, (start < first))
      expectEqual(taken(part, of: file[Int(start)...]), wanted)
    }
    var refused = FilePart(first..<end)
    refused.refuse()
    let isOfUse = refused.begin(at: nil)
    #expect(isOfUse && refused.isRefused && taken(refused, of: file[...]) == wanted)
  }

  @Test func `another part is of no use, nor one without its place`() {
    for first in [11, nil] as [Int64?] {
      var part = FilePart(10..<20)
      let isOfUse = part.begin(at: first)
      #expect(!isOfUse && part.isOther && !part.isRefused)
    }
  }

  @Test func `a file that ends before the part gives no bytes`() {
    var part = FilePart(200..<300)
    part.refuse()
    let taken = part.take(file[...])
    #expect(taken.isEmpty && part.unwanted == 100)
  }
}
