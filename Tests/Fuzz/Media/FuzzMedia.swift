import CFuzzer
import Fuzzing
import Linux
import Model

@testable import Media

/// SwiftPM makes this the program's entry; libFuzzer takes over from here.
@_cdecl("FuzzMedia_main")
public func run(_ count: CInt, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> CInt {
  var count = count
  var arguments = unsafe arguments
  return unsafe LLVMFuzzerRunDriver(&count, &arguments) { start, count in
    let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    fuzz(bytes)
    return 0
  }
}

/// libFuzzer asks this for every change. Seven of eight times the checksums are put right again: no change gets
/// behind them otherwise, into what decodes.
@_cdecl("LLVMFuzzerCustomMutator")
public func mutate(_ data: UnsafeMutablePointer<UInt8>, _ count: Int, _ room: Int, _ seed: CUnsignedInt)
  -> Int
{
  let count = unsafe min(LLVMFuzzerMutate(data, count, room), room)
  if seed & 7 != 0 { unsafe repair(UnsafeMutableBufferPointer(start: data, count: count)) }
  return count
}

/// Any bytes as a file of sound: its facts and its picture are read, it decodes, seeks and ends, or says why not, within
/// bounds.
func fuzz(_ bytes: [UInt8]) {
  do {
    let facts = try probe(of: file(of: bytes))
    demand("\(facts)".utf8.count < 4 << 20, "facts without a bound")
  } catch {
    demand(!"\(error)".isEmpty, "an error without words")
  }
  let words = (try? readLyrics(of: file(of: bytes))) ?? lyrics(inText: bytes)
  demand(words.count <= LyricsLine.countLimit, "lyrics without a bound")
  demand(words.allSatisfy { $0.text.utf8.count <= LyricsLine.textLimit }, "a line without a bound")
  do {
    look(at: try Picture.embedded(in: file(of: bytes)))
    look(at: try Picture.file(file(of: bytes)))
  } catch {
    demand(!"\(error)".isEmpty, "an error without words")
  }
  listen(to: Array(bytes.prefix(48 << 10)))
  do {
    let decoder = try openDecoder(file(of: bytes))
    play(decoder, frames: 20_000)
    for position in [Int64(0), 1, 1000, Int64(bytes.count), (decoder.lengthFrames ?? 0) - 1, .max] {
      do throws(MediaError) {
        _ = try decoder.seek(toFrame: max(0, position))
        demand(decoder.positionFrames >= 0, "a position before the beginning")
        play(decoder, frames: 3000)
      } catch {
        demand(!"\(error)".isEmpty, "an error without words")
      }
    }
  } catch {
    demand(!"\(error)".isEmpty, "an error without words")
  }
}

/// The same bytes as a stream, whose server says nothing of them.
private func listen(to bytes: [UInt8]) {
  do {
    let (data, reports) = (try DescriptorPair.sockets(), try DescriptorPair.pipe())
    do {
      let writer = Descriptor(owning: data.writer)
      _ = Descriptor(owning: reports.writer)
      demand(try writer.write(bytes.span) == bytes.count, "a channel that takes less")
    }
    let input = LiveInput(
      data: Descriptor(owning: data.reader), reports: Descriptor(owning: reports.reader), stop: try Wakeup()
    ) { _ in }
    var played = 0
    while played < 200_000, let decoder = try openStream(input) {
      let start = input.position
      while played < 200_000, let block = try decoder.next() {
        demand((1...8).contains(block.format.channels) && block.format.rate > 0, "no such format")
        let frames = block.samples.count / block.format.channels
        demand(frames > 0 && block.samples.count == frames * block.format.channels, "half a frame")
        demand(block.samples.allSatisfy(\.isFinite), "a sample that is no number")
        played += frames
      }
      if input.position == start { input.drop(1) }
    }
  } catch {
    demand(!"\(error)".isEmpty, "an error without words")
  }
}

private func look(at picture: Picture?) {
  guard var picture else { return }
  demand((1...Picture.byteLimit).contains(picture.byteCount), "a picture beyond the limit")
  do throws(MediaError) {
    var skipping = picture
    try skipping.skip(picture.byteCount / 2)
    _ = try skipping.read(100)
    var read: Int64 = 0
    while true {
      let piece = try picture.read(5000)
      if piece.isEmpty { break }
      read += Int64(piece.count)
    }
    demand(read <= picture.byteCount, "a picture longer than it says")
  } catch {
    demand(!"\(error)".isEmpty, "an error without words")
  }
}

private func play(_ decoder: any Decoder, frames: Int) {
  var samples = [Float](repeating: 0, count: 8192)
  var played = 0
  var changes = 0
  do throws(MediaError) {
    while played < frames {
      let format = decoder.format
      demand((1...8).contains(format.channels) && format.rate > 0, "no such format")
      var span = samples.mutableSpan
      switch try decoder.read(into: &span) {
      case .frames(let count):
        demand(count > 0 && count * format.channels <= 8192, "frames beyond the room for them")
        let sound = samples[..<(count * format.channels)]
        demand(sound.allSatisfy(\.isFinite), "a sample that is no number")
        played += count
        changes = 0
      case .formatChanged:
        changes += 1
        demand(changes < 1000, "nothing but changes of format")
      case .end, .pending: return
      }
    }
  } catch {
    demand(!"\(error)".isEmpty, "an error without words")
  }
}

private func file(of bytes: [UInt8]) throws(SystemError) -> Descriptor {
  let file = Descriptor(owning: try systemCall("memfd_create") { cfuzzer_memory_file() })
  var written = 0
  while written < bytes.count {
    written += try unsafe file.write(bytes.span.extracting(written...).bytes) ?? 0
  }
  return file
}
