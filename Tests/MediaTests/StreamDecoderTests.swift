import Linux
import Support
import Testing

@testable import Media

/// The decoders of streams, given bytes without a connection.
@Suite struct StreamDecoderTests {
  /// Everything that a stream of these bytes gives, and its last format.
  /// - Parameter bytes: as many as the channel takes at once.
  private func sound(of bytes: [UInt8], type: String = "") throws -> (format: StreamFormat, samples: [Float])
  {
    let (data, reports) = (try DescriptorPair.sockets(), try DescriptorPair.pipe())
    do {
      let writer = Descriptor(owning: data.writer)
      _ = Descriptor(owning: reports.writer)
      #expect(try writer.write(bytes.span) == bytes.count)
    }
    let input = LiveInput(
      data: Descriptor(owning: data.reader), reports: Descriptor(owning: reports.reader), stop: try Wakeup()
    ) { _ in }
    let decoder = try openStream(input) { type }
    var format = StreamFormat(rate: 1, channels: 1, exactBits: .none)
    var samples: [Float] = []
    while let block = try decoder.next() {
      #expect(!block.samples.isEmpty && block.samples.count.isMultiple(of: block.format.channels))
      format = block.format
      samples += block.samples
    }
    return (format, samples)
  }

  @Test(arguments: [0, 0x7FFF_FFFF, 0xFFFF_FFFF, 0xFFFF_FFD0, 24])
  func `a WAVE stream is decoded, whatever its header knows of its length`(claimed: Int) throws {
    let values = [0, 1, -1, 32_767, -32_768, 256, -300, 7, 8, 9, 10, 11]
    let list = WaveFile.chunk("LIST", Array("INFOISFT odd".utf8) + [1])
    let file = WaveFile.wave(values, bits: 16, rate: 48_000, before: list, after: list, claimed: claimed)
    let (format, samples) = try sound(of: file)
    #expect(format == StreamFormat(rate: 48_000, channels: 2, exactBits: .bits(16)))
    // Without a length what follows is sound as well.
    #expect(samples.count >= values.count && (claimed != 24 || samples.count == values.count))
    #expect(samples.prefix(values.count).elementsEqual(values.map { Float($0) / 32_768 }))
  }

  @Test func `WAVE streams of 24 and 32 bits and floats are decoded`() throws {
    let values = [0, 1, -1, 8_388_607, -8_388_608, 65_536]
    let deep = try sound(of: WaveFile.wave(values, bits: 24, claimed: 0))
    #expect(deep.format.exactBits == .bits(24) && deep.samples == values.map { Float($0) / 8_388_608 })
    let deeper = try sound(of: WaveFile.wave(values.map { $0 << 8 }, bits: 32, claimed: 0))
    #expect(deeper.format.exactBits == .none && deeper.samples == values.map { Float($0) / 8_388_608 })
    let floats = [Float(0.5), -0.25, .nan, .infinity].flatMap { WaveFile.little(Int($0.bitPattern), 4) }
    #expect(
      try sound(of: WaveFile.wave(floats, tag: 3, channels: 1, bits: 32)).samples == [
        0.5, -0.25, 0, Bounded.peak,
      ])
    // The format is extensible (0xFFFE): the tag is in its last part.
    var file = WaveFile.wave(values, bits: 24, claimed: 0)
    let more =
      WaveFile.little(22, 2) + WaveFile.little(24, 2) + WaveFile.little(3, 4) + WaveFile.little(1, 16)
    file.replaceSubrange(36..<36, with: more)
    file.replaceSubrange(16..<22, with: WaveFile.little(40, 4) + [0xFE, 0xFF])
    #expect(try sound(of: file).samples == deep.samples)
  }

  @Test(arguments: [
    WaveFile.wave([UInt8](repeating: 0, count: 64), tag: 0x55, channels: 2, bits: 16),
    WaveFile.wave([UInt8](repeating: 0, count: 64), tag: 1, channels: 2, bits: 8),
    WaveFile.wave([UInt8](repeating: 0, count: 64), tag: 1, channels: 0, bits: 16),
    WaveFile.wave([UInt8](repeating: 0, count: 64), tag: 1, channels: 9, bits: 16),
    WaveFile.wave([UInt8](repeating: 0, count: 64), tag: 1, channels: 2, bits: 16, rate: 0),
    Array("RIFF____AVI fmt ".utf8), Array("RIFF____WAVEdata____".utf8) + [UInt8](repeating: 0, count: 64),
    Array("RIFF____WAVELIST".utf8) + [0xFF, 0xFF, 0xFF, 0xFF],
  ])
  func `a WAVE stream of another kind fails`(bytes: [UInt8]) throws {
    #expect(throws: MediaError.self) { try sound(of: bytes) }
  }

  @Test func `AAC is found where a server joins within a frame, and in no other sound`() throws {
    let file = try Fixture.open("coded/stream.aac").readAll(atMost: 1 << 20)
    for start in [1, 100, 3000] { #expect(holdsADTS(Array(file[start...].prefix(4096)))) }
    for name in ["formats/rate-44100.mp3", "formats/channels-2.ogg", "formats/channels-2.flac"] {
      let other = try Fixture.open(name).readAll(atMost: 10 << 20)
      for start in stride(from: 0, to: other.count - 4096, by: 500) {
        #expect(!holdsADTS(Array(other[start...].prefix(4096))), "\(name) at \(start)")
      }
    }
    #expect(!holdsADTS([]) && !holdsADTS([0xFF, 0xF1, 0, 0, 0, 0, 0, 0]))
  }

  /// Heads that libvorbis divides by zero with, or overflows its stack, are among them.
  @Test func `broken files as streams end or fail`() throws {
    let files = try Repository.files(below: "Fixtures/broken", suffix: "")
    #expect(files.count > 20)
    for file in files {
      let bytes = try Repository.bytes(of: file)
      do {
        let samples = try sound(of: Array(bytes.prefix(100_000))).samples
        #expect(samples.allSatisfy { $0.isFinite })
      } catch {
        #expect(!"\(error)".isEmpty, "\(file)")
      }
    }
  }

  @Test func `a Vorbis stream is found among other pages, and joins where one was lost`() throws {
    let whole = try Fixture.open("formats/channels-6.ogg").readAll(atMost: 1 << 20)
    let count = try sound(of: whole).samples.count
    var pages: [[UInt8]] = []
    while let page = OggPage(Array(whole[pages.reduce(0) { $0 + $1.count }...]), offset: 0) {
      let start = pages.reduce(0) { $0 + $1.count }
      pages.append(Array(whole[start..<(start + Int(page.end))]))
    }
    let other = OggPage.bytes(
      flags: 2, serial: 77, sequence: 0, lacing: [9], body: Array("fishead\0\0".utf8)[...])
    let among = Array(pages.flatMap { other + Array("OgOggS junk".utf8) + $0 })
    #expect(pages.count == 4)
    #expect(try sound(of: among).samples.count == count)
    // A page of sound is lost.
    let lost = try sound(of: Array((pages[..<2] + pages[3...]).joined())).samples.count
    #expect(lost > 0 && lost < count)
    // The second page of the head is lost.
    #expect(throws: MediaError.self) { try sound(of: Array((pages[..<1] + pages[2...]).joined())) }
  }

  /// Any bytes decode, end or fail: nothing traps or waits for ever.
  @Test(arguments: [
    "formats/rate-44100.mp3", "formats/channels-2.flac", "formats/ogg.oga", "formats/channels-2.ogg",
    "formats/channels-6.opus", "formats/wave-16.wav", "coded/stream.aac",
  ])
  func `changed bytes of a stream trap nothing`(_ name: String) throws {
    let whole = try Fixture.open(name).readAll(atMost: 10 << 20)
    var dice = Dice(seed: 7)
    for _ in 0..<25 {
      var changed = Array(whole.prefix(24_000))
      for _ in 0..<Int.random(in: 1...20, using: &dice) {
        let place = Int.random(in: changed.indices, using: &dice)
        switch Int.random(in: 0..<3, using: &dice) {
        case 0: changed[place] = UInt8.random(in: 0...255, using: &dice)
        case 1: changed.removeSubrange(place..<min(place + 9, changed.count))
        default: changed.replaceSubrange(place..<place, with: changed.prefix(40))
        }
      }
      // Not the first bytes alone: the heads are where lengths are.
      for place in 0..<Int.random(in: 0..<3, using: &dice) { changed[place * 13] ^= 0x40 }
      do {
        let samples = try sound(of: changed).samples
        #expect(samples.allSatisfy { abs($0) <= Bounded.peak })
      } catch {
        #expect(!"\(error)".isEmpty)
      }
    }
  }
}
