import Media
import Support
import Testing

/// Sound against the reference decoder's, and against the signal that it was made from.
@Suite struct ExactnessTests {
  struct Digest: Sendable, CustomTestStringConvertible {
    let digest: String
    let bytes: Int
    let name: String
    var testDescription: String { name }

    static let all: [Digest] = {
      guard let text = try? Repository.text(of: "Fixtures/digests") else { return [] }
      return text.split(separator: "\n").compactMap { line in
        let words = line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: true)
        guard words.count == 3, let bytes = Int(words[1]) else { return nil }
        return Digest(digest: String(words[0]), bytes: bytes, name: String(words[2].drop { $0 == " " }))
      }
    }()
  }

  @Test func `the list of digests is whole`() {
    #expect(Digest.all.count > 30)
  }

  @Test(arguments: Digest.all) func `FLAC comes out bit for bit as the reference decoder gives it`(
    file: Digest
  ) throws {
    let decoder = try Fixture.decoder(file.name)
    let run = try #require(try Fixture.drain(decoder).first)
    let bits = try #require(try probe(of: Fixture.open(file.name)).bits)
    // A float has 24 bits: a 32-bit source can't be exact, and its format says so.
    if bits == 32 {
      expectEqual(run.format.exactBits, .none)
      return
    }
    expectEqual(run.format.exactBits, .bits(bits <= 16 ? 16 : 24))
    let width = bits / 8
    var bytes: [UInt8] = []
    bytes.reserveCapacity(run.samples.count * width)
    let scale = Float(1 << (bits - 1))
    for sample in run.samples {
      let number = Int32(exactly: sample * scale)
      let value = try #require(number)
      for shift in 0..<width { bytes.append(UInt8(truncatingIfNeeded: value >> Int32(8 * shift))) }
    }
    expectEqual(bytes.count, file.bytes)
    let folder = try TemporaryFolder()
    let sum = try ChildProcess.run(["sha256sum", try folder.write("pcm", bytes)])
    #expect(sum.output.hasPrefix(file.digest))
  }

  @Test(arguments: [(12, 11), (20, 19)]) func `odd sample sizes are whole steps of their own`(
    bits: Int, power: Int
  ) throws {
    let run = try #require(try Fixture.drain(try Fixture.decoder("formats/bits-\(bits).flac")).first)
    #expect(run.samples.allSatisfy { Int32(exactly: $0 * Float(1 << power)) != nil })
    #expect(run.samples.contains { Int32(exactly: $0 * Float(1 << (power - 1))) == nil })
    #expect(run.samples.contains { abs($0) > 0.2 })
  }

  /// The codecs' noise, by format, in dB below the signal; one frame of misplacement costs more than it may.
  @Test(arguments: [("mp3", "flac", 30.0), ("vorbis", "flac", 20.0), ("opus", "flac48", 20.0)])
  func `lossy cuts lie frame for frame where the lossless ones do`(
    form: String, reference: String, ratio: Double
  ) throws {
    let suffix = ["mp3": "mp3", "vorbis": "ogg", "opus": "opus"][form] ?? ""
    for number in 1...8 {
      let decoder = try Fixture.decoder("cut/\(form)/\(number).\(suffix)")
      let sound = try #require(try Fixture.drain(decoder).first)
      let exact = try #require(
        try Fixture.drain(try Fixture.decoder("cut/\(reference)/\(number).flac")).first)
      expectEqual(sound.format.rate, exact.format.rate)
      expectEqual(sound.frames, exact.frames)
      expectEqual(decoder.lengthFrames, Int64(exact.frames))
      // The middle: edges are harder for a codec, and no matter of place.
      let middle = (exact.samples.count / 4)..<(exact.samples.count * 3 / 4)
      let hit = SoundMeasure.noiseRatio(sound.samples[middle], exact.samples[middle])
      let early = SoundMeasure.noiseRatio(
        sound.samples[middle], exact.samples[(middle.lowerBound - 2)..<(middle.upperBound - 2)])
      let late = SoundMeasure.noiseRatio(
        sound.samples[middle], exact.samples[(middle.lowerBound + 2)..<(middle.upperBound + 2)])
      #expect(hit > ratio, "\(form) \(number)")
      #expect(hit > early && hit > late, "\(form) \(number): \(early), \(hit), \(late)")
    }
  }

  @Test func `the FLAC cuts put together are one signal without an edge`() throws {
    var whole: [Float] = []
    for number in 1...8 {
      whole += try #require(try Fixture.drain(try Fixture.decoder("cut/flac/\(number).flac")).first).samples
    }
    expectEqual(whole.count, 2 * 441_013)
    // Of tones up to 2.6 kHz no neighbours differ by more than the sum of their steepest slopes.
    let steepest = zip(whole, whole.dropFirst(2)).reduce(Float(0)) { max($0, abs($1.0 - $1.1)) }
    #expect(steepest < 0.05)
  }

  @Test(arguments: 1...8) func `channels come in WAVE order from every format`(channels: Int) throws {
    for suffix in ["flac", "ogg", "opus"] {
      let name = "formats/channels-\(channels).\(suffix)"
      guard let decoder = try? Fixture.decoder(name) else {
        // The encoders refuse four channels of this shape, and Opus three, five and seven of them.
        #expect(suffix != "flac" && [3, 4, 5, 7].contains(channels), "\(name)")
        continue
      }
      let run = try #require(try Fixture.drain(decoder).first)
      expectEqual(run.format.channels, channels)
      for channel in 0..<channels {
        let strengths = (0..<channels).map {
          SoundMeasure.tone(
            200 * Double($0 + 1), in: run.samples, channel: channel, of: channels, rate: run.format.rate)
        }
        let own = strengths[channel]
        // Opus and Vorbis keep little of 800 Hz in the channel for low frequencies.
        let isLow = suffix != "flac" && channels >= 6 && channel == 3
        #expect(
          strengths.enumerated().allSatisfy { $0 == channel || $1 < own || isLow },
          "\(name) \(channel): \(strengths)")
        if !isLow { #expect(own > 0.2, "\(name) \(channel)") }
      }
    }
  }
}
