public import Model

/// The protocol's fields of a song.
public struct Song: Hashable, Sendable {
  public struct TagValue: Hashable, Sendable {
    public let tag: Tag
    public let value: String

    public init(_ tag: Tag, _ value: String) {
      self.tag = tag
      self.value = value
    }
  }

  /// Path of the song in the tree that clients see, escaped as `EscapedName` does.
  public var uri: String
  /// In the order in which they are to be listed; a tag may stand more than once.
  public var tags: [TagValue]
  /// nil where unknown.
  public var duration: Duration?
  /// Whether `duration` was reckoned from the size and the bit rate.
  public var durationIsEstimated: Bool
  public var format: AudioFormat?
  /// When the file was changed last, in seconds since 1970 (UTC).
  public var modified: Int64?
  /// When the library saw it first, in seconds since 1970 (UTC).
  public var added: Int64?
  /// Beats per minute, in hundredths: filters, orders and groups go by the values that clients see.
  public var tempo: Double? { didSet { tempo = tempo.map(Decimal.hundredths) } }
  /// Musical key, as somebody wrote it.
  public var key: String?
  /// The key as it is compared; nil where it is not known.
  public var musicalKey: MusicalKey?
  /// In LUFS, in hundredths as `tempo`; nil where it is not known.
  public var loudness: Double? { didSet { loudness = loudness.map(Decimal.hundredths) } }
  /// Whether there is nothing of it to play: its volume or its file is not there.
  public var isAbsent = false
  /// Name in the file that a playlist was imported from, while the song is absent.
  public var givenName: String?

  /// Station name from its server; the tag `name` is the name that people gave it, if they did.
  public var serverName: String?

  public init(
    uri: String, tags: [TagValue] = [], duration: Duration? = nil, durationIsEstimated: Bool = false,
    format: AudioFormat? = nil, modified: Int64? = nil, added: Int64? = nil, tempo: Double? = nil,
    key: String? = nil
  ) {
    self.uri = uri
    self.tags = tags
    self.duration = duration
    self.durationIsEstimated = durationIsEstimated
    self.format = format
    self.modified = modified
    self.added = added
    self.tempo = tempo.map(Decimal.hundredths)
    self.key = key
  }

  /// Fields of an absent song from the file that its playlist came from.
  init(_ told: SourceTrack) {
    self.init(uri: told.location ?? "", duration: told.duration)
    if let artist = told.artist { tags.append(TagValue(.artist, artist)) }
    if let title = told.title { tags.append(TagValue(.title, title)) }
    givenName = told.file
  }

  /// Whether its URI says so: no path has two slashes side by side.
  var isInNetwork: Bool { uri.firstIndex(of: ":").map { uri[$0...].hasPrefix("://") } ?? false }

  /// The same with more fields if they are known; as `told` if only its URI is known.
  /// - Parameter inWhole: with tags and length.
  func or(_ told: Song?, inWhole: Bool) -> Song {
    guard let told, format == nil, tags.isEmpty, duration == nil else { return self }
    var song = self
    if !told.uri.isEmpty { song.uri = told.uri }
    if inWhole { (song.tags, song.duration, song.givenName) = (told.tags, told.duration, told.givenName) }
    return song
  }

  /// The same with the tags from a playlist's source file in place of its own.
  func telling(_ told: [SourceMetadata]) -> Song {
    if told.isEmpty { return self }
    var song = self
    let told = told.compactMap { value in Tag(value.field).map { TagValue($0, value.text) } }
    // The present title of a station is newer than tags that a client gave it; its name is what people call it.
    func isOlder(_ tag: Tag) -> Bool { tag != .name && song.tags.contains { $0.tag == tag } }
    let tags =
      isInNetwork
      ? song.tags.filter { own in own.tag != .name || !told.contains { $0.tag == .name } }
        + told.filter { !isOlder($0.tag) }
      : song.tags.filter { own in !told.contains { $0.tag == own.tag } } + told
    song.tags = Tag.allCases.flatMap { tag in tags.filter { $0.tag == tag } }
    return song
  }

  func values(of tag: Tag) -> [String] { tags.values(of: tag) }

  /// As the first of `valuesOrStandIns`.
  func firstOrStandIn(of tag: Tag) -> String? {
    if let own = first(of: tag) { return own }
    for standIn in tag.standIns {
      if let value = first(of: standIn) { return value }
    }
    return nil
  }

  private func first(of tag: Tag) -> String? { tags.first { $0.tag == tag }?.value }

  /// The values of a tag or, where the song lacks it, of the nearest that stands in for it.
  func valuesOrStandIns(of tag: Tag) -> [String] { tags.valuesOrStandIns(of: tag) }
}

extension [Song.TagValue] {
  func values(of tag: Tag) -> [String] { compactMap { $0.tag == tag ? $0.value : nil } }

  /// The values of a tag or, where it is missing, of the nearest that stands in for it.
  func valuesOrStandIns(of tag: Tag) -> [String] {
    let own = values(of: tag)
    if !own.isEmpty { return own }
    for standIn in tag.standIns {
      let values = values(of: standIn)
      if !values.isEmpty { return values }
    }
    return []
  }
}
