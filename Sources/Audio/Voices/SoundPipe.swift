import Linux
import Media
import Model
import Signal

/// A file's frames as they are to sound: at the device's rate, faster or slower, through an equaliser. Loader thread only.
@safe final class SoundPipe {
  private let source: Source
  private var stretcher: TimeStretcher?
  private var equaliser: Equaliser
  private let plain: UnsafeMutablePointer<Float>
  private var hasFlushed = false
  /// Exact bits of every frame, where none is changed; else 0.
  let exactBits: Int
  /// Number of frames it will give, as far as its file states it; a thousand million at most.
  let expectedFrames: Int?

  private static let plainFrames = 1024

  init(
    _ sound: SoundSource, rate: Int,
    openDecoder: (consuming Descriptor, SeekIndex?) throws(MediaError) -> any Decoder
  ) throws(EngineFailure) {
    guard case .file(let entry) = sound.origin else { throw .decode(.notAudio) }
    let decoder = try Self.decoder(of: entry, openDecoder)
    let track = OpenEntry(entry: entry, ordinal: 0, decoder: decoder)
    source = try Source(track, rate: rate)
    if sound.speed != 1 {
      do throws(TimeStretcherError) {
        stretcher = try TimeStretcher(rate: rate, speed: sound.speed)
      } catch {
        throw EngineFailure(error)
      }
    }
    equaliser = Equaliser(rate: rate)
    equaliser.setImmediately(to: SIMD3(sound.equaliser.bass, sound.equaliser.mid, sound.equaliser.treble))
    expectedFrames = (decoder.lengthFrames ?? decoder.estimatedLengthFrames).map {
      Int(min(1e9, Double($0) * Double(rate) / Double(max(1, decoder.format.rate)) / sound.speed))
    }
    exactBits = sound.speed == 1 && !equaliser.isActive ? track.exactBits(deviceRate: rate) : 0
    unsafe plain = .allocate(capacity: Self.plainFrames * 2)
    unsafe plain.initialize(repeating: 0, count: Self.plainFrames * 2)
  }

  deinit { unsafe plain.deallocate() }

  /// - Returns: how many frames; 0 at the end.
  func read(into target: UnsafeMutablePointer<Float>, room: Int) throws(EngineFailure) -> Int {
    let count =
      try unsafe stretcher == nil ? source.read(into: target, frames: room) : stretched(target, room)
    if equaliser.isActive { unsafe equaliser.process(target, frames: count) }
    return count
  }

  private func stretched(_ target: UnsafeMutablePointer<Float>, _ room: Int) throws(EngineFailure) -> Int {
    while true {
      let count = unsafe stretcher?.read(into: target, room: room) ?? 0
      if count > 0 || hasFlushed { return count }
      let plainCount = try unsafe source.read(into: plain, frames: Self.plainFrames)
      do throws(TimeStretcherError) {
        if plainCount > 0 {
          try unsafe stretcher?.write(plain, frames: plainCount)
        } else {
          try stretcher?.flush()
          hasFlushed = true
        }
      } catch {
        throw EngineFailure(error)
      }
    }
  }

  private static func decoder(
    of entry: EngineEntry,
    _ openDecoder: (consuming Descriptor, SeekIndex?) throws(MediaError) -> any Decoder
  ) throws(EngineFailure) -> EntryDecoder {
    let descriptor: Descriptor
    do throws(SystemError) { descriptor = try entry.open() } catch { throw .open(error) }
    do throws(MediaError) {
      let file = try openDecoder(descriptor, nil)
      guard entry.start > .zero || entry.end != nil else { return EntryDecoder(file) }
      let region = try EntryDecoder(file, start: entry.start, end: entry.end, gain: 0)
      // A part begins with its first frame, not with the file's.
      _ = try region.seek(toFrame: 0)
      return region
    } catch {
      throw .decode(error)
    }
  }
}
