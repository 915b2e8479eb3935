import Model
import Support
import Testing

@testable import Readers

@Suite struct RC522Tests {
  @Test func `cards of 4 and 7 bytes are read each time, and halted`() throws {
    let chip = FakeRC522()
    let reader = try RC522Reader(chip)
    expectEqual(try reader.card(), nil)
    chip.cards = [[0xDE, 0xAD, 0xBE, 0x0F]]
    for _ in 0..<2 { expectEqual(try reader.card()?.description, "DEADBE0F") }
    chip.cards = [[0x04, 0xA1, 0xB2, 0xC3, 0xD4, 0xE5, 0x80]]
    expectEqual(try reader.card()?.description, "04A1B2C3D4E580")
    expectEqual(chip.halts, 3)
    chip.cards = []
    expectEqual(try reader.card(), nil)
  }

  @Test func `two cards at once are none`() throws {
    let chip = FakeRC522()
    let reader = try RC522Reader(chip)
    chip.cards = [[1, 2, 3, 4], [5, 6, 7, 8]]
    expectEqual(try reader.card(), nil)
  }

  @Test(arguments: [UInt8(0), 0xFF]) func `a line without a chip is a fault of the wiring`(level: UInt8)
    throws
  {
    let chip = FakeRC522()
    chip.stuck = level
    expectEqual(#expect(throws: ReaderFault.self) { try RC522Reader(chip) }?.state, .wiring)
    // A wire that breaks while it runs.
    chip.stuck = nil
    let reader = try RC522Reader(chip)
    chip.stuck = level
    expectEqual(#expect(throws: ReaderFault.self) { try reader.card() }?.state, .wiring)
  }

  @Test func `a chip that lost its power for a moment is a fault, and is opened again`() throws {
    let chip = FakeRC522()
    let reader = try RC522Reader(chip)
    chip.cards = [[1, 2, 3, 4]]
    chip.reset()
    expectEqual(#expect(throws: ReaderFault.self) { try reader.card() }?.state, .failed)
    expectEqual(try RC522Reader(chip).card()?.description, "01020304")
  }

  @Test func `broken answers are no card`() throws {
    let chip = FakeRC522()
    let reader = try RC522Reader(chip)
    chip.cards = [[1, 2, 3, 4]]
    var dice = Dice(seed: 522)
    for _ in 0..<20 {
      chip.spoil = { answer in
        if answer.count == 2 { return answer }
        var answer = answer
        let index = Int.random(in: answer.indices, using: &dice)
        switch Int.random(in: 0..<3, using: &dice) {
        case 0: answer[index] ^= UInt8.random(in: 1...255, using: &dice)
        case 1: answer = Array(answer[..<index])
        default: answer += [UInt8](repeating: 0x55, count: Int.random(in: 1..<80, using: &dice))
        }
        return answer
      }
      expectEqual(try reader.card(), nil)
    }
  }

  @Test func `the checksum is that of the standard's example`() {
    // ISO/IEC 14443-3, annex B: 00 00 gives A0 1E, 12 34 gives 26 CF.
    expectEqual(CyclicCheck.bytes(of: [0x00, 0x00]), [0xA0, 0x1E])
    expectEqual(CyclicCheck.bytes(of: [0x12, 0x34]), [0x26, 0xCF])
    #expect(CyclicCheck.isValid([0x12, 0x34, 0x26, 0xCF]))
    #expect(!CyclicCheck.isValid([0x12, 0x34, 0x26, 0xCE]))
  }
}
