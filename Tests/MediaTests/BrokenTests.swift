import Support
import Testing

@testable import Media

/// What a player owes each broken file: `Fixtures/broken/README` says it.
struct BrokenFile: Sendable, CustomTestStringConvertible {
  let name: String
  let owed: Substring
  /// Below `Fixtures`.
  var path: String { name.contains("/") ? name : "broken/\(name)" }
  var testDescription: String { name }

  static let listed: [BrokenFile] = {
    guard let text = try? Repository.text(of: "Fixtures/broken/README") else { return [] }
    return text.split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: true)
      guard words.count == 3, ["plays", "fails", "either"].contains(words[1]), words[0].contains(".") else {
        return nil
      }
      return BrokenFile(name: String(words[0]), owed: words[1])
    }
  }()

  /// With what fuzzing found, which only has to end.
  static let all: [BrokenFile] = {
    let found = (try? Repository.files(below: "Fixtures/corpus/media", suffix: "")) ?? []
    return listed + found.map { BrokenFile(name: String($0.dropFirst("Fixtures/".count)), owed: "either") }
  }()
}

@Suite struct BrokenTests {
  /// Reads to the end or an error; traps on nothing.
  /// - Parameter frames: counts what is given.
  private func play(_ decoder: any Decoder, _ frames: inout Int) throws {
    var buffer = [Float](repeating: 0, count: 8192 * 8)
    for _ in 0..<20_000 {
      var span = buffer.mutableSpan
      switch try decoder.read(into: &span) {
      case .frames(let count):
        #expect(count > 0 && count * decoder.format.channels <= buffer.count)
        frames += count
      case .formatChanged(let format):
        expectEqual(format, decoder.format)
        #expect((1...8).contains(format.channels) && format.rate > 0)
      case .end, .pending: return
      }
    }
    Issue.record("does not end")
  }

  @Test func `the list of broken files is whole`() throws {
    let files = try Repository.files(below: "Fixtures/broken", suffix: "").filter { $0.contains(".") }
    expectEqual(files.count, BrokenFile.listed.count)
    #expect(files.count > 100)
  }

  @Test(arguments: BrokenFile.all) func `a broken file plays or fails as it should, and ends`(
    file: BrokenFile
  ) throws {
    var frames = 0
    var failure: MediaError?
    do {
      try play(try Fixture.decoder(file.path), &frames)
    } catch let error as MediaError {
      failure = error
    }
    switch file.owed {
    case "plays": #expect(frames > 0, "\(failure.map(\.description) ?? "ended at once")")
    case "fails":
      expectEqual(frames, 0)
      #expect(failure != nil)
    default: #expect(frames > 0 || failure != nil)
    }
    if let failure { #expect(!failure.description.isEmpty) }
  }

  @Test(arguments: BrokenFile.all) func `seeks in a broken file hit or fail, and end`(file: BrokenFile) throws
  {
    guard let decoder = try? Fixture.decoder(file.path) else { return }
    var buffer = [Float](repeating: 0, count: 8192 * 8)
    let last = (decoder.lengthFrames ?? 0) - 1
    for frame in [5000, 0, 9000, 1, 1000, 100_000_000, 4000, -7, last, Int64.max, 300] {
      guard (try? decoder.seek(toFrame: frame)) != nil else { continue }
      #expect(decoder.positionFrames >= 0)
      for _ in 0..<3 {
        var span = buffer.mutableSpan
        guard let result = try? decoder.read(into: &span) else { break }
        if case .frames(let count) = result { #expect(count > 0) }
      }
    }
  }

  @Test(arguments: BrokenFile.all) func `facts of a broken file are bounded`(file: BrokenFile) throws {
    guard let facts = try? probe(of: try Fixture.open(file.path)) else { return }
    #expect((1...8).contains(facts.format.channels) && facts.format.rate > 0)
    #expect((facts.lengthFrames ?? 0) >= 0)
    for value in facts.tags.values {
      #expect(!value.text.isEmpty && value.text.utf8.count <= Tags.textLimit)
      #expect(!value.text.unicodeScalars.contains { $0.value < 0x20 })
    }
  }

  @Test(arguments: ["ogg", "opus"])
  func `missing frames count once, for reads of any size`(form: String) throws {
    let ends = try [600, 6000, 200_000].map { frames in
      let decoder = try Fixture.decoder("broken/hole.\(form)")
      let given = try Fixture.drain(decoder, frames: frames).reduce(0) { $0 + $1.frames }
      #expect((Int64(given)...(decoder.lengthFrames ?? 0)).contains(decoder.positionFrames))
      return decoder.positionFrames
    }
    #expect(Set(ends).count == 1, "\(ends)")
  }

  @Test(arguments: ["ogg", "opus"]) func `a time stamp of 2^63 is no position`(form: String) throws {
    for name in ["granule-huge", "granule-huge-before-hole"] {
      guard let decoder = try? Fixture.decoder("broken/\(name).\(form)") else { continue }
      _ = try? Fixture.drain(decoder)
      #expect(decoder.positionFrames <= 200_000, "\(name)")
      #expect((decoder.lengthFrames ?? 0) < StreamFormat.frameLimit, "\(name)")
    }
  }

  @Test func `a page after a hole has the right position`() throws {
    let decoder = try Fixture.decoder("broken/granule-huge-before-hole.ogg")
    let given = try Fixture.drain(decoder).reduce(0) { $0 + $1.frames }
    expectEqual(decoder.lengthFrames, 88_200)
    #expect(decoder.positionFrames == 88_200 && given < 66_000)
  }

  @Test func `a length of ages is read`() throws {
    let facts = try probe(of: try Fixture.open("broken/granule-ages.ogg"))
    let duration = try #require(facts.duration)
    // 5·10¹⁰ times 48,000 frames at 22,050 Hz, less what the first page is late.
    #expect(abs(duration / .seconds(108_843_537_414) - 1) < 1e-6)
  }
}
