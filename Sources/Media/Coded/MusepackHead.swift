import Glibc
import Model

/// The heads of Musepack, versions 7 and 8 of its stream: the sound, and its ReplayGain.
enum MusepackHead {
  /// Frames of the decoder's filter before the sound.
  private static let delay: Int64 = 481
  private static let rates = [44_100, 48_000, 37_800, 32_000]
  /// Reference level of ReplayGain in dB: version 8 states the loudness, from which the gain follows.
  private static let reference = 64.82

  /// Version 8: packets of a key, a size and a content. `SH` is the head of the stream, `RG` its ReplayGain.
  static func version8(_ head: [UInt8]) throws(MediaError) -> CodedSound? {
    var at = 4
    func number() -> Int64? {
      var value: Int64 = 0
      for _ in 0..<8 {
        guard at < head.count else { return nil }
        value = value << 7 | Int64(head[at] & 0x7F)
        at += 1
        if head[at - 1] & 0x80 == 0 { return value }
      }
      return nil
    }
    var sound: CodedSound?
    var loudness = Loudness()
    for _ in 0..<8 {
      let start = at
      at += 2
      guard at < head.count, let size = number(), size >= Int64(at - start), size < 4096 else { break }
      let key = head[start..<(start + 2)]
      if key.elementsEqual("SH".utf8), sound == nil {
        at += 5
        guard let samples = number(), let silence = number(), at + 1 < head.count else { return nil }
        sound = try CodedHead.make(
          .musepack, "mpc8", rate: rates[Int(head[at] >> 5) & 3], channels: Int(head[at + 1] >> 4) + 1,
          start: delay + silence, length: samples - silence)
      } else if key.elementsEqual("RG".utf8), start + Int(size) >= at + 9, head.count >= at + 9,
        head[at] == 1
      {
        func value(_ place: Int) -> UInt16 { UInt16(BigEndian.number(head[(at + place)..<(at + place + 2)])) }
        func gain(_ value: UInt16) -> Double { reference - Double(Int16(bitPattern: value)) / 256 }
        func peak(_ value: UInt16) -> Double { pow(10, Double(value) / 256 / 20) }
        loudness = Self.loudness([value(1), value(5)], gain, [value(3), value(7)], peak)
      } else if key.elementsEqual("AP".utf8) {
        break
      }
      at = start + Int(size)
    }
    sound?.loudness = loudness
    return sound
  }

  /// Version 7: the number of frames of 1,152 samples, and how many the last one has.
  static func version7(_ head: [UInt8]) throws(MediaError) -> CodedSound? {
    guard head.count >= 24, head[3] & 15 == 7, let frames = LittleEndian.number(head, 4, 4), frames > 0 else {
      return nil
    }
    let last = LittleEndian.int(head, 20, 4) >> 20 & 2047
    let length = Int64(frames) * 1152 - (last > 0 ? 1152 - Int64(last) : 0)
    var sound = try CodedHead.make(
      .musepack, "mpc", rate: rates[Int(head[10] & 3)], channels: 2, start: delay, length: length)
    func value(_ place: Int) -> UInt16 { UInt16(LittleEndian.int(head, place, 2)) }
    sound.loudness = loudness(
      [value(14), value(18)], { Double(Int16(bitPattern: $0)) / 100 }, [value(12), value(16)], { Double($0) })
    return sound
  }

  /// Returns the loudness of the track and of the album; a 0 was not measured.
  /// - Parameter peak: of a sample of 16 bits.
  private static func loudness(
    _ gains: [UInt16], _ gain: (UInt16) -> Double, _ peaks: [UInt16], _ peak: (UInt16) -> Double
  ) -> Loudness {
    func value(_ number: UInt16, _ meaning: (UInt16) -> Double?) -> Double? {
      number == 0 ? nil : meaning(number)
    }
    var loudness = Loudness()
    loudness.trackGain = value(gains[0]) { Loudness.gain(gain($0)) }
    loudness.albumGain = value(gains[1]) { Loudness.gain(gain($0)) }
    loudness.trackPeak = value(peaks[0]) { Loudness.peak(peak($0) / 32_768) }
    loudness.albumPeak = value(peaks[1]) { Loudness.peak(peak($0) / 32_768) }
    return loudness
  }
}
