import Linux
import Support
import Testing

@Suite("Bytes in bytes")
struct OccurrenceTests {
  @Test(arguments: [
    ("a - b - c", " - ", 1..<4), ("aaab", "aab", 1..<4), ("abab", "abab", 0..<4), ("xab", "ab", 1..<3),
  ])
  func `the first place is found`(text: String, part: String, range: Range<Int>) {
    expectEqual(Array(text.utf8).firstOccurrence(of: Array(part.utf8)), range)
  }

  @Test(arguments: [("", "a"), ("ab", "abc"), ("aab", "aac"), ("abc", ""), ("", "")])
  func `missing bytes are not found`(text: String, part: String) {
    #expect(Array(text.utf8).firstOccurrence(of: Array(part.utf8)) == nil)
  }

  @Test func `a part's places are the whole's`() throws {
    let bytes = Array("one - two - three".utf8)
    let first = try #require(bytes.firstOccurrence(of: [0x20, 0x2D, 0x20]))
    expectEqual(bytes[first.upperBound...].firstOccurrence(of: [0x20, 0x2D, 0x20]), 9..<12)
  }
}
