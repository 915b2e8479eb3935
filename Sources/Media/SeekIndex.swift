/// The offsets of frames of one MP3 file, at equal distances: they make seeks exact without reading through it. It is
/// only a hint: one that doesn't belong to the file is refused, and a wrong one costs precision, not safety.
public struct SeekIndex: Hashable, Sendable {
  /// The file's length, to check that the index belongs to it.
  public let fileBytes: Int64
  /// Offset of the sound in the file.
  public let soundStart: Int64
  /// MPEG frames (not samples) from one entry to the next.
  public let step: Int64
  /// Byte offsets from `soundStart`, ascending.
  public let offsets: [Int64]

  /// Limit of entries; mpg123 doubles the step when it is reached.
  public static let entryLimit = 1000

  /// Length from which a file's index is kept: in a shorter file a seek reads through soon enough.
  public static let worthwhile = Duration.seconds(600)

  /// Whether it is to take another's place: it reaches further, or is of another file.
  public func supersedes(_ other: SeekIndex?) -> Bool {
    guard let other, fileBytes == other.fileBytes, soundStart == other.soundStart else { return true }
    return reach > other.reach
  }

  /// Number of MPEG frames before the last entry: the part of the file that it covers.
  var reach: Int64 {
    let (frames, overflow) = Int64(max(0, offsets.count - 1)).multipliedReportingOverflow(by: step)
    return overflow ? .max : frames
  }

  init(fileBytes: Int64, soundStart: Int64, step: Int64, offsets: [Int64]) {
    self.fileBytes = fileBytes
    self.soundStart = soundStart
    self.step = step
    self.offsets = offsets
  }

  /// Reads what `bytes` wrote; nil for anything else.
  public init?(bytes: [UInt8]) {
    var at = 0
    func number() -> Int64? {
      var value: UInt64 = 0
      for shift in stride(from: 0, to: 63, by: 7) {
        guard at < bytes.count else { return nil }
        let byte = bytes[at]
        at += 1
        value |= UInt64(byte & 0x7F) << UInt64(shift)
        if byte < 0x80 { return value > UInt64(Int64.max) ? nil : Int64(value) }
      }
      return nil
    }
    guard bytes.first == Self.version else { return nil }
    at = 1
    guard let fileBytes = number(), let soundStart = number(), let step = number(), let count = number(),
      count <= Self.entryLimit, step > 0
    else { return nil }
    var offsets: [Int64] = []
    var last: Int64 = 0
    for i in 0..<count {
      // A frame has more than one byte: what says more than its file can hold would never be replaced.
      guard let distance = number(), i == 0 || distance >= step else { return nil }
      let (next, overflow) = last.addingReportingOverflow(distance)
      guard !overflow, next < fileBytes else { return nil }
      last = next
      offsets.append(next)
    }
    guard at == bytes.count else { return nil }
    self.init(fileBytes: fileBytes, soundStart: soundStart, step: step, offsets: offsets)
  }

  /// The index in a form to store: numbers of 7 bits a byte, offsets as distances; about 2 KB at most.
  public var bytes: [UInt8] {
    var out = [Self.version]
    func append(_ number: Int64) {
      var rest = UInt64(max(0, number))
      while rest >= 0x80 {
        out.append(UInt8(rest & 0x7F) | 0x80)
        rest >>= 7
      }
      out.append(UInt8(rest))
    }
    append(fileBytes)
    append(soundStart)
    append(step)
    append(Int64(offsets.count))
    var last: Int64 = 0
    for offset in offsets {
      append(offset - last)
      last = offset
    }
    return out
  }

  private static let version: UInt8 = 1
}
