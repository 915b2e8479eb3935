import Linux
import Media

/// Opens what entries are read from. Decode thread only.
struct EntryOpener {
  let link: EngineLink
  /// Detects a file's format.
  let openDecoder: (consuming Descriptor, SeekIndex?) throws(MediaError) -> any Decoder

  /// - Parameter headFrames: number of the first frames to read at once.
  func open(_ entry: EngineEntry, headFrames: Int = 0) throws(EngineFailure) -> EntryDecoder {
    if let stream = entry.stream {
      do {
        return EntryDecoder(stream: try LiveDecoder(stream) { [link] in link.toFeeder.signal() })
      } catch {
        throw .open(error)
      }
    }
    let descriptor: Descriptor
    do { descriptor = try entry.open() } catch { throw .open(error) }
    do throws(MediaError) {
      var file = try openDecoder(descriptor, entry.index)
      if headFrames > 0 { file = try HeadDecoder(file, frames: headFrames) }
      let isWhole = entry.start == .zero && entry.end == nil && entry.gain == 0
      if isWhole { return EntryDecoder(file) }
      return try EntryDecoder(
        file, start: entry.start, end: entry.end, gain: entry.gain, storedIndex: { entry.storedIndex?() })
    } catch {
      throw .decode(error)
    }
  }
}
