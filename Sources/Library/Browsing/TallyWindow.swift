import Model

/// Tracks counted by the values of some fields, as their rows come.
struct TallyWindow {
  /// How many rows there were, and the number of the last one.
  private(set) var rows = 0
  private(set) var last = Int64.min
  /// Bytes of the values' texts.
  private(set) var bytes = 0
  var count: Int { tallies.count }
  /// Whether there is enough for one answer of the store.
  var isCut: Bool { bytes >= TagCounts.mostTextBytes || tallies.count >= TagCounts.mostDifferent }

  private let store: VolumeStore
  private let mask: Int64
  private let more: StoredTag.Selection
  /// Prefix of the volume's paths in URIs; nil if first tracks are not wanted.
  private let prefix: String?
  private var withFirsts: Bool { prefix != nil }
  /// nil where they are not wanted.
  private var albums: FolderAlbums?
  /// Those with the fields, of the queries.
  private let columns: [Int32]
  private var tallies: [TagTally] = []
  private var firsts = FirstTracks()
  private var places: [Key: Int] = [:]
  private var place = 0
  /// Columns of this row, and of the row before: most rows have the same artist and album.
  private var (content, lastContent): ([UInt8], [UInt8]) = ([], [])

  private struct Key: Hashable {
    let values: [TagTally.Value]
    let album: FolderAlbum?
  }

  /// - Parameter prefix: what stands before the volume's paths in URIs; nil if neither first tracks nor albums of folders are
  ///   wanted.
  init(of fields: Set<TagTally.Field>, store: VolumeStore, prefix: String?) {
    self.store = store
    self.prefix = prefix
    albums = fields.contains(.folderAlbum) ? FolderAlbums(store, prefix: prefix ?? "") : nil
    mask = TagCounts.mask(of: fields)
    more = StoredTag.Selection(fields)
    let mask = mask
    columns = (0..<9).filter { mask & 1 << Int64($0) != 0 }.map { Self.firstColumn + $0 }
  }

  /// The columns stand in the order of the mask's bits.
  private static let firstColumn: Int32 = 2
  private static let albumColumn: Int32 = 3
  private static let albumArtistColumn: Int32 = 4
  private static let folderColumn: Int32 = 11

  /// - Parameter row: of the queries for tracks.
  mutating func take(_ row: Row) throws(StoreError) {
    try find(row)
    tallies[place].tracks += 1
    if let duration = try row.optionalInteger(1, as: Int64.self) {
      tallies[place].duration += .microseconds(TagCounts.counted(duration))
    }
    if withFirsts { try firsts.see(row, from: Self.folderColumn, of: place, store) }
    last = try row.integer(0)
    rows += 1
  }

  /// - Parameter row: of the query for albums.
  mutating func takeGroup(_ row: Row) throws(StoreError) {
    try find(row)
    let count = try row.integer(0)
    tallies[place].tracks += Int(count)
    // Absurd lengths are limited: the sum is at most `count` times the longest.
    let longest = Double(TagCounts.counted(.max)) * Double(count)
    tallies[place].duration += .microseconds(Int64(max(0, min(try row.real(1), longest, 9e18))))
    guard withFirsts, try firsts.mayHaveFirst(try row.integer(Self.folderColumn), of: place, store) != nil
    else { return }
    var values: [SQLValue] = [try row.value(Self.folderColumn)]
    for column in [Int32(4), 2, 3, 8, 7] { values.append(try row.value(column)) }
    let found: Void? = try store.connection.first(
      """
      SELECT folder, name, sort_key FROM tracks INDEXED BY tracks_in_order
      WHERE folder = ?1 AND state = 0 AND several = 0 AND album_artist IS ?2 AND artist IS ?3 AND album IS ?4
        AND date IS ?5 AND genre IS ?6
      ORDER BY sort_key LIMIT 1
      """, values: values
    ) { (row) throws(StoreError) in try firsts.see(row, from: 0, of: place, store) }
    if found == nil { throw row.strange("group of tracks") }
  }

  /// Finds the place of a row's values among the tallies.
  private mutating func find(_ row: Row) throws(StoreError) {
    content.removeAll(keepingCapacity: true)
    for column in columns { row.append(column, to: &content) }
    let isOfFolder = albums != nil && row.isNull(Self.albumArtistColumn) && !row.isNull(Self.albumColumn)
    if isOfFolder { row.append(Self.folderColumn, to: &content) }
    if !tallies.isEmpty, content == lastContent { return }
    swap(&content, &lastContent)
    let values = try row.values(from: Self.firstColumn, mask: mask, more: more)
    let album =
      try isOfFolder
      ? albums?.album(inFolder: row.integer(Self.folderColumn), named: row.text(Self.albumColumn)) : nil
    let key = Key(values: values, album: album)
    if let known = places[key] {
      place = known
      return
    }
    place = tallies.count
    tallies.append(TagTally(values: values, folderAlbum: album))
    places[key] = place
    for value in values { bytes += value.text.utf8.count }
    if let album { bytes += album.folder.utf8.count + album.artist.utf8.count }
  }

  /// Returns the tallies with their first tracks.
  func counted() -> [TagTally] {
    guard let prefix else { return tallies }
    var tallies = tallies
    for (index, first) in firsts.found.enumerated() { tallies[index].first = first.named(prefix) }
    return tallies
  }
}
