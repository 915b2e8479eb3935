import Support
import Testing

@testable import Fetch

@Suite struct ICYSplitterTests {
  /// Data of one byte after the other, with metadata between, cut into pieces of every size.
  @Test(arguments: 1...40)
  func dataAndTitlesArePartedWhereverTheBytesAreCut(_ size: Int) {
    func block(_ text: String) -> [UInt8] {
      let count = (text.utf8.count + 15) / 16
      return [UInt8(count)] + text.utf8 + [UInt8](repeating: 0, count: count * 16 - text.utf8.count)
    }
    let stream: [UInt8] =
      Array(0..<10) + block("StreamTitle='It's A; B';StreamUrl='x';") + Array(10..<20) + [0] + Array(20..<30)
      + block("StreamTitle='It's A; B';") + Array(30..<40) + block("StreamTitle='C';") + Array(40..<45)
    var splitter = ICYSplitter(interval: 10)
    var data: [UInt8] = []
    var titles: [String] = []
    for start in stride(from: 0, to: stream.count, by: size) {
      let part = stream[start..<min(start + size, stream.count)]
      let goesOn = splitter.take(
        part,
        data: {
          data += $0
          return true
        }, newTitle: { titles.append("\($1) \(String(decoding: $0, as: UTF8.self))") })
      #expect(goesOn)
    }
    expectEqual(data, Array(0..<45))
    expectEqual(titles, ["10 It's A; B", "40 C"])
  }
}
