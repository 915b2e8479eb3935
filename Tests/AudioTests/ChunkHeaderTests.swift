import Support
import Testing

@testable import Audio

@Suite struct ChunkHeaderTests {
  @Test func `the time of a frame comes from its source's rate`() {
    var header = ChunkHeader()
    header.sourceRate = 44_100
    header.sourcePosition = 441_000
    header.sourceFrames = 441
    header.frames = 480
    expectEqual(header.nanoseconds(at: 0), 10_000_000_000)
    expectEqual(header.nanoseconds(at: 240), 10_005_000_000)
  }

  @Test func `every position has a time within the limit`() {
    var header = ChunkHeader()
    for (position, rate) in [(1 << 53, 1), (1 << 36, 7), (Int64.max, 1), (.max, .max)] {
      header.sourcePosition = position
      header.sourceRate = UInt32(clamping: rate)
      let told = header.nanoseconds(at: 0)
      #expect(told > 1_000_000_000 && told <= ChunkHeader.longest)
    }
  }
}
