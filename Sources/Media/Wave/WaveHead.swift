/// The head of a WAVE file up to its sound; beyond 4 GiB that of RF64 (EBU Tech 3306), for which it keeps room.
public enum WaveHead {
  /// - Parameters:
  ///   - chunks: the chunks before the sound, with the format.
  ///   - frames: as RF64 states them; 0 if unknown.
  public static func bytes(_ chunks: [UInt8], soundBytes: Int64, frames: Int64 = 0) -> [UInt8] {
    let unknown = Int64(UInt32.max)
    let riffBytes = Int64(48 + chunks.count) + soundBytes
    let isLong = riffBytes >= unknown
    var bytes = Array((isLong ? "RF64" : "RIFF").utf8)
    add(isLong ? unknown : riffBytes, 4, to: &bytes)
    bytes += (isLong ? "WAVEds64" : "WAVEJUNK").utf8
    add(28, 4, to: &bytes)
    for number in isLong ? [riffBytes, soundBytes, frames] : [0, 0, 0] { add(number, 8, to: &bytes) }
    add(0, 4, to: &bytes)
    bytes += chunks
    bytes += "data".utf8
    add(isLong ? unknown : soundBytes, 4, to: &bytes)
    return bytes
  }

  /// The format of stereo samples that are integers.
  public static func format(rate: Int, bytesPerFrame: Int) -> [UInt8] {
    var bytes = Array("fmt ".utf8)
    let numbers = [
      (16, 4), (1, 2), (2, 2), (rate, 4), (rate * bytesPerFrame, 4), (bytesPerFrame, 2),
      (bytesPerFrame * 4, 2),
    ]
    for (number, count) in numbers { add(Int64(number), count, to: &bytes) }
    return bytes
  }

  /// Appends a number, its lowest byte first.
  private static func add(_ number: Int64, _ count: Int, to bytes: inout [UInt8]) {
    for index in 0..<count { bytes.append(UInt8(truncatingIfNeeded: number >> Int64(8 * index))) }
  }
}
