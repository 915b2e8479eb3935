import Linux
import Media

/// Reads files by the media layer: what they are is told from their content.
public enum MediaFacts {
  /// Blocks on storage; for the scan threads.
  public static let read: FactsReader = { file in
    do throws(MediaError) {
      return .details(TrackDetails(try readFacts(of: file)))
    } catch {
      if case .io(let cause) = error { return .failed(cause) }
      return .unreadable("\(error)")
    }
  }
}

extension TrackDetails {
  init(_ facts: TrackFacts) {
    let format: Format =
      switch facts.type {
      case .mpeg: .mp3
      case .flac: .flac
      case .oggFLAC: .oggFLAC
      case .vorbis: .vorbis
      case .opus: .opus
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
    loudness.trackGain = facts.tags.loudness.trackGain
    loudness.albumGain = facts.tags.loudness.albumGain
    loudness.trackPeak = facts.tags.loudness.trackPeak
    loudness.albumPeak = facts.tags.loudness.albumPeak
    var named: Set<TagName> = []
    var room = Self.moreLimit
    for value in facts.tags.values {
      // The first of a single one has a column.
      if [.title, .album, .date].contains(value.name), named.insert(value.name).inserted { continue }
      guard let tag = StoredTag(value.name) else { continue }
      room -= value.text.utf8.count + 4
      guard room >= 0 else { break }
      more.append(TagValue(tag, value.text))
    }
  }
}

extension StoredTag {
  /// nil for those whose column holds every value.
  fileprivate init?(_ name: TagName) {
    switch name {
    case .artist, .albumArtist, .genre: return nil
    case .title: self = .title
    case .album: self = .album
    case .date: self = .date
    case .originalDate: self = .originalDate
    case .composer: self = .composer
    case .performer: self = .performer
    case .conductor: self = .conductor
    case .ensemble: self = .ensemble
    case .work: self = .work
    case .movement: self = .movement
    case .movementNumber: self = .movementNumber
    case .showMovement: self = .showMovement
    case .grouping: self = .grouping
    case .mood: self = .mood
    case .location: self = .location
    case .label: self = .label
    case .comment: self = .comment
    case .titleSort: self = .titleSort
    case .artistSort: self = .artistSort
    case .albumSort: self = .albumSort
    case .albumArtistSort: self = .albumArtistSort
    case .composerSort: self = .composerSort
    case .musicBrainzArtist: self = .musicBrainzArtist
    case .musicBrainzAlbum: self = .musicBrainzAlbum
    case .musicBrainzAlbumArtist: self = .musicBrainzAlbumArtist
    case .musicBrainzTrack: self = .musicBrainzTrack
    case .musicBrainzReleaseTrack: self = .musicBrainzReleaseTrack
    case .musicBrainzReleaseGroup: self = .musicBrainzReleaseGroup
    case .musicBrainzWork: self = .musicBrainzWork
    }
  }
}
