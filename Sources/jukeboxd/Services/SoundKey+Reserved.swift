import Audio
import Model

/// Keys of the sounds that are no pads, all below 0. Pads have keys from 1 on.
extension SoundKey {
  private static let tones: Int64 = -1
  private static let testTones: Int64 = -50
  private static let chords: Int64 = -200
  private static let clicks: Int64 = -210

  static let announcement = SoundKey(rawValue: -100)
  static let alarm = SoundKey(rawValue: -102)
  static let take = SoundKey(rawValue: -101)

  static func tone(_ tone: Tone) -> SoundKey {
    SoundKey(rawValue: tones - Int64(Tone.allCases.firstIndex(of: tone) ?? 0))
  }

  static func test(_ tone: TestTone) -> SoundKey {
    SoundKey(rawValue: testTones - Int64(TestTone.allCases.firstIndex(of: tone) ?? 0))
  }

  /// Two are in turn: one sounds while the other is computed.
  static func chord(_ number: Int) -> SoundKey { SoundKey(rawValue: chords - Int64(number % 2)) }

  static let barClick = SoundKey(rawValue: clicks)
  static let firstClick = SoundKey(rawValue: clicks - 1)
  static let otherClick = SoundKey(rawValue: clicks - 2)

  /// All of them.
  static var reserved: [SoundKey] {
    [announcement, alarm, take, barClick, firstClick, otherClick] + (0..<2).map { chord($0) }
      + Tone.allCases.map { tone($0) } + TestTone.allCases.map { test($0) }
  }
}
