import Model
import Support
import Testing

@testable import Readers

@Suite struct PN532Tests {
  enum Bus: CaseIterable {
    case i2c, spi, serial
  }

  private func reader(_ chip: FakePN532, on bus: Bus) throws -> PN532Reader {
    switch bus {
    case .i2c: return try PN532Reader { () throws(ReaderFault) in PN532I2C(FakePN532I2C(chip)) }
    case .spi: return try PN532Reader { () throws(ReaderFault) in try PN532SPI(FakePN532SPI(chip)) }
    case .serial:
      let line = try SerialLine()
      let path = line.path
      try line.serve(chip)
      return try PN532Reader { () throws(ReaderFault) in try PN532Serial(path) }
    }
  }

  @Test(arguments: Bus.allCases) func `cards are read on each bus`(bus: Bus) throws {
    let chip = FakePN532()
    let reader = try reader(chip, on: bus)
    expectEqual(chip.commands, [0x14, 0x02, 0x32])
    expectEqual(try reader.card(), nil)
    chip.card = [0xDE, 0xAD, 0xBE, 0x0F]
    for _ in 0..<2 { expectEqual(try reader.card()?.description, "DEADBE0F") }
    chip.card = [0x04, 0xA1, 0xB2, 0xC3, 0xD4, 0xE5, 0x80]
    expectEqual(try reader.card()?.description, "04A1B2C3D4E580")
    #expect(!chip.isFieldOn)
    chip.card = nil
    expectEqual(try reader.card(), nil)
  }

  @Test func `a bus without a chip is a fault that names the reason`() {
    let chip = FakePN532()
    for level in [UInt8(0), 0xFF] {
      let bus = FakePN532SPI(chip)
      bus.stuck = level
      let fault = #expect(throws: ReaderFault.self) {
        try PN532Reader { () throws(ReaderFault) in try PN532SPI(bus) }
      }
      expectEqual(fault?.state, level == 0 ? .silent : .wiring)
    }
    let bus = FakePN532I2C(chip)
    bus.isThere = false
    let fault = #expect(throws: ReaderFault.self) {
      try PN532Reader { () throws(ReaderFault) in PN532I2C(bus) }
    }
    expectEqual(fault?.state, .silent)
  }

  @Test func `a serial line on which nobody answers is silent`() throws {
    let line = try SerialLine()
    let path = line.path
    let fault = #expect(throws: ReaderFault.self) {
      try PN532Reader { () throws(ReaderFault) in try PN532Serial(path) }
    }
    expectEqual(fault?.state, .silent)
    _ = consume line
  }

  @Test func `garbled answers end in a fault or no card, and never in a wrong one`() throws {
    let chip = FakePN532()
    let reader = try reader(chip, on: .i2c)
    chip.card = [1, 2, 3, 4]
    var dice = Dice(seed: 532)
    for _ in 0..<12 {
      chip.spoil = { frame in
        guard frame != FakePN532.acknowledge else { return frame }
        var frame = frame
        let index = Int.random(in: 0..<(frame.count - 1), using: &dice)
        if Bool.random(using: &dice) {
          frame[index] ^= 1 << UInt8.random(in: 0...7, using: &dice)
        } else {
          frame = Array(frame[..<index])
        }
        return frame
      }
      let found = try? reader.card()
      #expect(found == nil || found?.description == "01020304")
    }
    chip.spoil = { $0 }
    expectEqual(try reader.card()?.description, "01020304")
  }

  @Test func `frames are found in any bytes`() {
    let frame = FakePN532.frame([0xD5, 0x4B, 0x00])
    for noise in [[], [0x00], [0xFF, 0x00], [0x00, 0xFF, 0x03], [0x55, 0x00, 0x00, 0xFF, 0x7F, 0x80]]
      as [[UInt8]]
    {
      let found = PN532Frame.first(in: noise + frame)
      expectEqual(found?.frame, .answer(code: 0x4B, [0x00]))
    }
    for end in 0..<(frame.count - 1) { #expect(PN532Frame.first(in: Array(frame[..<end])) == nil) }
    expectEqual(PN532Frame.first(in: [0x00, 0x00, 0xFF, 0x01, 0xFF, 0x7F, 0x81, 0x00])?.frame, .refusal)
    var dice = Dice(seed: 1)
    for _ in 0..<20_000 {
      let count = Int.random(in: 0...16, using: &dice)
      let bytes = (0..<count).map { _ in
        [0x00, 0xFF, UInt8.random(in: 0...255, using: &dice)].randomElement(using: &dice) ?? 0
      }
      if let found = PN532Frame.first(in: bytes) { #expect(found.end <= bytes.count) }
    }
  }
}
