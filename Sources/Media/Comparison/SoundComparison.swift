public import Linux

/// The result of comparing two files that may differ in their tags only.
public enum SoundComparison: Hashable, Sendable {
  /// Everything but the tags is the same, byte for byte.
  case same
  /// Something else differs; what, in words.
  case different(String)
  /// There is no rule for a file of this kind; the reason, in words.
  case unknown(String)

  private static let bufferBytes = 1 << 20
  private static let stepBytes = 256 << 10

  /// Reads both files whole. Blocks on storage.
  ///
  /// Compared are: the bytes between the tags of MP3, Monkey's Audio, WavPack, Musepack and True Audio; frames and metadata
  /// blocks of FLAC but the comments; packets and pages of Ogg but the comments; in MPEG-4 everything but `udta`, `meta` and
  /// free space, with offsets of samples counted from where their `mdat` begins; chunks of WAVE and AIFF but `id3 ` and
  /// `LIST INFO`; objects of ASF but the descriptions.
  public static func of(_ old: consuming Descriptor, _ new: consuming Descriptor) throws(MediaError)
    -> SoundComparison
  {
    let old = try ByteSource(old, capacity: bufferBytes)
    let new = try ByteSource(new, capacity: bufferBytes)
    let (one, other) = (try Content(old), try Content(new))
    guard one.type == other.type else { return .different("its format") }
    do throws(SoundPartsFault) {
      if case .ogg = one.sound {
        try OggComparison.requireSame(
          (old, one.tags.body), (new, other.tags.body), type: one.type)
      } else {
        try requireSame(try SoundParts(old, one), old, try SoundParts(new, other), new)
      }
      return .same
    } catch {
      switch error {
      case .media(let error): throw error
      case .different(let what): return .different(what)
      case .unknown(let why): return .unknown(why)
      }
    }
  }

  /// Why a file of this kind can't be compared, in words; nil if it can. Reads only its headers.
  public static func obstacle(_ file: consuming Descriptor) throws(MediaError) -> String? {
    let source = try ByteSource(file, capacity: stepBytes)
    let content = try Content(source)
    if case .ogg = content.sound { return nil }
    do throws(SoundPartsFault) {
      _ = try SoundParts(source, content)
      return nil
    } catch {
      switch error {
      case .media(let error): throw error
      case .different(let why), .unknown(let why): return why
      }
    }
  }

  private static func requireSame(
    _ one: SoundParts, _ old: ByteSource, _ other: SoundParts, _ new: ByteSource
  ) throws(SoundPartsFault) {
    guard one.pieces.count == other.pieces.count else { throw .different("the number of its parts") }
    for (mine, its) in zip(one.pieces, other.pieces) {
      switch (mine, its) {
      case (.bytes(let a), .bytes(let b)):
        guard a == b else { throw .different("a header") }
      case (.range(let a), .range(let b)):
        guard a.count == b.count else { throw .different("the size of a part") }
        var done: Int64 = 0
        while done < Int64(a.count) {
          let count = Int(min(Int64(stepBytes), Int64(a.count) - done))
          let (mine, its): ([UInt8], [UInt8])
          do throws(MediaError) {
            mine = try old.bytes(count, at: a.lowerBound + done)
            its = try new.bytes(count, at: b.lowerBound + done)
          } catch {
            throw .media(error)
          }
          guard mine.count == count, mine == its else { throw .different("its sound") }
          done += Int64(count)
        }
      default: throw .different("the order of its parts")
      }
    }
  }
}

/// Why two files are not known to have the same sound.
enum SoundPartsFault: Error {
  case media(MediaError)
  case different(String)
  case unknown(String)
}
