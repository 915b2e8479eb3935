import Linux
import Model
import Support
import Testing

@testable import Readers

@Suite struct RDM6300Tests {
  /// A frame of a tag with these five bytes.
  private static func frame(_ bytes: [UInt8]) -> [UInt8] {
    let digits = (bytes + [bytes.reduce(0, ^)]).map {
      ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true)
    }
    return [0x02] + Array(digits.joined().utf8) + [0x03]
  }

  private func numbers(_ bytes: [UInt8]) -> [String] {
    var frames = RDM6300Frames()
    return bytes.compactMap { frames.take($0)?.description }
  }

  @Test func `a tag has the number that is printed on it`() {
    // 0001185430 is printed on a tag of 7A 00 12 16 96.
    expectEqual(numbers(Self.frame([0x7A, 0x00, 0x12, 0x16, 0x96])), ["0001185430"])
    expectEqual(numbers(Self.frame([0x00, 0xFF, 0xFF, 0xFF, 0xFF])), ["4294967295"])
    expectEqual(numbers(Self.frame([0x01, 0x00, 0x00, 0x00, 0x00])), ["0000000000"])
  }

  @Test func `half and wrong frames are dropped, and the next one is read`() {
    let frame = Self.frame([0x7A, 0x00, 0x12, 0x16, 0x96])
    for end in 0..<frame.count { expectEqual(numbers(frame[..<end] + frame), ["0001185430"]) }
    for index in 1..<(frame.count - 1) {
      var wrong = frame
      wrong[index] = wrong[index] == UInt8(ascii: "7") ? UInt8(ascii: "5") : UInt8(ascii: "7")
      expectEqual(numbers(wrong), [])
    }
    expectEqual(numbers(frame.map { $0 | 0x80 }), [])
    expectEqual(numbers(Array(frame.dropLast()) + Array("00".utf8) + [0x03]), [])
  }

  @Test func `any bytes are taken`() {
    var dice = Dice(seed: 6300)
    var frames = RDM6300Frames()
    var found = 0
    for _ in 0..<200_000 {
      let byte: UInt8 =
        [0x02, 0x03, 0x30, 0x41, UInt8.random(in: 0...255, using: &dice)].randomElement(using: &dice) ?? 0
      if frames.take(byte) != nil { found += 1 }
    }
    #expect(frames.faults > 1000)
    #expect(found < frames.faults)
  }

  @Test func `a tag is read from a serial line, and its end is a fault`() throws {
    let line = try SerialLine()
    let reader = try RDM6300Reader(line.path)
    expectEqual(try reader.card(), nil)
    try line.send([0x41, 0x02, 0x33] + Self.frame([0x7A, 0x00, 0x12, 0x16, 0x96]))
    expectEqual(try reader.card()?.description, "0001185430")
    expectEqual(try reader.card(), nil)
    _ = consume line
    let fault = #expect(throws: ReaderFault.self) { try reader.card() }
    #expect([.missing, .failed].contains(fault?.state))
  }

  @Test func `a line on which all frames are wrong is a fault, not silence`() throws {
    let line = try SerialLine()
    let reader = try RDM6300Reader(line.path)
    for _ in 0..<40 { try line.send([0x02, 0x33, 0x02, 0x7F, 0x02, 0xFF]) }
    let fault = #expect(throws: ReaderFault.self) { try reader.card() }
    expectEqual(fault?.state, .failed)
  }

  @Test func `a device that is missing, or is no serial line, is named`() {
    for (path, state) in [("/dev/does-not-exist", ReaderState.missing), ("/dev/null", .failed)] {
      let fault = #expect(throws: ReaderFault.self) { try RDM6300Reader(path) }
      expectEqual(fault?.state, state)
      expectEqual(fault?.description.contains(path), true)
    }
  }
}
