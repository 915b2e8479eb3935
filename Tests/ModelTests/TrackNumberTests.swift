import Support
import Testing

@testable import Model

@Suite struct TrackNumberTests {
  @Test(arguments: [
    ("7", "7"), ("0", "0"), ("07", "7"), ("3/12", "3"), (" 12", "12"), ("A1", "A1"), ("b2/10", "B2"),
    ("C 03", "C3"),
    ("D-4", "D4"),
    ("A", "A"), ("Z99", "Z99"),
  ])
  func `numbers and sides are read as people write them`(_ text: String, _ written: String) {
    expectEqual(TrackNumber.value(of: text.utf8).map(TrackNumber.text), written)
  }

  @Test(arguments: ["", "/12", "A100", "AB1", "A1b", "Ä1", "1234567", "-1", "[1]"])
  func `other texts are no track numbers`(_ text: String) {
    #expect(TrackNumber.value(of: text.utf8) == nil)
  }

  @Test func `sides stand after plain numbers, in order, and before tracks without a number`() throws {
    let values = try ["1", "2", "10", "999", "A", "A1", "A2", "A10", "B1", "B2", "Z99"].map {
      try #require(TrackNumber.value(of: $0.utf8))
    }
    expectEqual(values, values.sorted())
    let places = values.map(TrackNumber.place)
    #expect(places == places.sorted() && Set(places).count == places.count)
    #expect(places.allSatisfy { $0 < .max })
  }

  @Test(arguments: [Int.min, -1, 0, 70_000, 999_999, 1_000_000, 1_000_099, 1_002_700, Int.max])
  func `a value out of range is written as a plain number`(_ value: Int) {
    #expect(TrackNumber.text(of: value) == "\(value)" && !TrackNumber.isSide(value))
    expectEqual(TrackNumber.place(of: value), UInt16(clamping: value))
  }
}
