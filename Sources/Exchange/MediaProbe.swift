public import Library
import Linux
import Media
import Model

/// Reads files by the media layer: their type follows from their content.
public enum MediaProbe {
  /// Blocks on storage; for the scan threads.
  public static let read: FileProber = { file in
    do throws(MediaError) {
      return .details(TrackDetails(try probe(of: file)))
    } catch {
      if case .io(let cause) = error { return .failed(cause) }
      return .unreadable("\(error)")
    }
  }
}

extension TrackDetails {
  init(_ facts: ProbeResult) {
    let format: Format =
      switch facts.type {
      case .mpeg: .mp3
      case .flac: .flac
      case .oggFLAC: .oggFLAC
      case .vorbis: .vorbis
      case .opus: .opus
      case .wave: .wave
      case .aiff: .aiff
      case .aac: .aac
      case .alac: .alac
      case .mp4: .mp4
      case .wma: .wma
      case .ape: .ape
      case .wavpack: .wavpack
      case .musepack: .musepack
      case .tta: .tta
      case .dsd: .dsd
      case .matroska: .matroska
      case .ac3: .ac3
      }
    self.init(format: format, rate: facts.format.rate, channels: facts.format.channels)
    bits = facts.bits
    frames = facts.lengthFrames
    duration = facts.duration
    durationIsEstimated = facts.isLengthEstimated
    bitRate = facts.bitRate
    title = facts.tags.title
    artists = facts.tags.all(.artist)
    album = facts.tags.album
    albumArtists = facts.tags.all(.albumArtist)
    genres = facts.tags.all(.genre)
    date = facts.tags.date
    disc = facts.tags.disc
    track = facts.tags.track
    discTotal = facts.tags.discTotal
    trackTotal = facts.tags.trackTotal
    isCompilation = facts.tags.isCompilation
    loudness = facts.tags.loudness
    chapters = facts.tags.chapters
    var (hasTitle, hasAlbum, hasDate) = (false, false, false)
    var room = Self.moreLimit
    for value in facts.tags.values {
      // The first of a single one has a column.
      let isNamed: Bool
      switch value.name {
      case .title: (isNamed, hasTitle) = (hasTitle, true)
      case .album: (isNamed, hasAlbum) = (hasAlbum, true)
      case .date: (isNamed, hasDate) = (hasDate, true)
      default: isNamed = true
      }
      guard isNamed else { continue }
      guard StoredTag.numbers[value.name] != nil else { continue }
      room -= value.text.utf8.count + 4
      guard room >= 0 else { break }
      more.append(TagValue(value.name, value.text))
    }
  }
}
