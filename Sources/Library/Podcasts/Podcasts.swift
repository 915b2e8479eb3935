import Model

/// The podcasts of a volume: feeds whose episodes are the entries of playlists, and what was heard of each episode.
struct Podcasts {
  private let store: VolumeStore
  private var connection: Connection { store.connection }

  init(_ store: VolumeStore) { self.store = store }

  // MARK: Feeds

  func all() throws(StoreError) -> [PodcastReport] {
    var found: [PodcastReport] = []
    try connection.forEach(
      """
      SELECT p.name, f.url, f.checked, f.problem, count(e.id),
        count(e.id) FILTER (WHERE coalesce(h.plays, k.plays, t.plays, 0) = 0)
      FROM feeds f JOIN playlists p ON p.id = f.playlist
        LEFT JOIN playlist_entries e ON e.playlist = f.playlist
        LEFT JOIN tracks r ON r.id = e.track LEFT JOIN folders d ON d.id = r.folder
        LEFT JOIN personal t ON t.track = e.track
        LEFT JOIN episodes h ON h.playlist = e.playlist AND e.track IS NULL AND h.url = CAST(e.path AS TEXT)
        LEFT JOIN episode_files x ON x.playlist = e.playlist AND x.volume IS e.volume
          AND x.path = coalesce(e.path, CAST(iif(length(d.path) > 0, d.path || '/', '') || r.name AS BLOB))
        LEFT JOIN episodes k ON k.playlist = x.playlist AND k.identity = x.identity
      GROUP BY f.playlist ORDER BY f.playlist LIMIT ?1
      """, .number(PlaylistTable.most)
    ) { (row) throws(StoreError) in
      var report = PodcastReport(playlist: try row.text(0), url: try row.text(1))
      report.checked = try row.optionalInteger(2, as: Int64.self)
      report.problem = try row.optionalText(3)
      report.episodes = try row.integer(4, as: Int.self)
      report.unheard = try row.integer(5, as: Int.self)
      found.append(report)
    }
    return found
  }

  /// Which of the episodes the playlist of a feed never had.
  func new(_ feed: ListedPodcast) throws(StoreError) -> [ListedPodcast.Episode] {
    var known: Set<String> = []
    try connection.forEach(
      "SELECT e.identity FROM episodes e JOIN feeds f ON f.playlist = e.playlist WHERE f.url = ?1",
      .text(feed.url)
    ) { (row) throws(StoreError) in known.insert(try row.text(0)) }
    return feed.episodes.filter { known.insert($0.identity).inserted }
  }

  /// Notes what a feed lists. Inside a transaction that adds the new ones to the playlist.
  func store(_ feed: ListedPodcast, new: [ListedPodcast.Episode], playlist: Int64) throws(StoreError) {
    try connection.execute(
      "INSERT INTO feeds (playlist, url) VALUES (?1, ?2) ON CONFLICT (playlist) DO NOTHING",
      .integer(playlist), .text(feed.url))
    for episode in new {
      try connection.execute(
        "INSERT OR IGNORE INTO episodes (playlist, identity, url, length_us) VALUES (?1, ?2, ?3, ?4)",
        .integer(playlist), .text(episode.identity), .text(episode.track.url ?? ""),
        .optional(episode.length?.microseconds))
    }
  }

  /// Recognises episodes that are listed with another identity or under another URL than before: they are the same, with
  /// what was heard of them.
  ///
  /// - Returns: the URLs that have changed.
  func follow(_ feed: ListedPodcast) throws(StoreError) -> [TrackReference: TrackReference] {
    var listed: [String: ListedPodcast.Episode] = [:]
    for episode in feed.episodes { listed[episode.identity] = episode }
    var known: Set<String> = []
    // Those that the feed no longer lists as they were, by their URLs.
    var gone: [String: (playlist: Int64, identity: String)] = [:]
    var moved: [(playlist: Int64, identity: String, old: String, new: String)] = []
    try connection.forEach(
      """
      SELECT e.playlist, e.identity, e.url FROM episodes e JOIN feeds f ON f.playlist = e.playlist WHERE f.url = ?1
      """, .text(feed.url)
    ) { (row) throws(StoreError) in
      let (playlist, identity, old) = (try row.integer(0), try row.text(1), try row.text(2))
      known.insert(identity)
      guard let episode = listed[identity] else { return gone[old] = (playlist, identity) }
      if let new = episode.track.url, new != old { moved.append((playlist, identity, old, new)) }
    }
    var renamed: [(playlist: Int64, old: String, new: String)] = []
    for episode in feed.episodes where !known.contains(episode.identity) {
      guard let url = episode.track.url, let old = gone.removeValue(forKey: url) else { continue }
      renamed.append((old.playlist, old.identity, episode.identity))
    }
    if moved.isEmpty && renamed.isEmpty { return [:] }
    try store.edit { (_) throws(StoreError) in
      for (playlist, old, new) in renamed {
        try connection.execute(
          "UPDATE OR IGNORE episodes SET identity = ?3 WHERE playlist = ?1 AND identity = ?2",
          .integer(playlist), .text(old), .text(new))
      }
      for (playlist, identity, old, new) in moved {
        try connection.execute(
          "UPDATE episodes SET url = ?3 WHERE playlist = ?1 AND identity = ?2", .integer(playlist),
          .text(identity), .text(new))
        try connection.execute(
          "UPDATE playlist_entries SET path = ?3 WHERE playlist = ?1 AND volume = ?4 AND path = ?2",
          .integer(playlist), .blob(Array(old.utf8)), .blob(Array(new.utf8)),
          .blob(VolumeID.network.bytes))
      }
    }
    var places: [TrackReference: TrackReference] = [:]
    for (_, _, old, new) in moved {
      if let old = TrackReference(url: old) { places[old] = TrackReference(url: new) }
    }
    return places
  }

  /// Notes that a feed was read, or why that failed.
  func note(_ problem: String?, of url: String, time: Int64?) throws(StoreError) {
    try connection.execute(
      "UPDATE feeds SET checked = coalesce(?3, checked), problem = substr(?2, 1, 500) WHERE url = ?1",
      .text(url), .optional(problem), .optional(time))
  }

  // MARK: Episodes

  /// Reads the states of a playlist's episodes, by the tracks of its entries.
  func states(ofPlaylist playlist: Int64) throws(StoreError) -> EpisodeStates {
    var states = EpisodeStates()
    try connection.forEach(
      """
      SELECT e.url, e.plays, e.position_us, e.at_end, e.length_us, x.volume, x.path
      FROM episodes e LEFT JOIN episode_files x ON x.playlist = e.playlist AND x.identity = e.identity
      WHERE e.playlist = ?1 LIMIT ?2
      """, .integer(playlist), .number(QueueLimits.entries)
    ) { (row) throws(StoreError) in
      let position = try row.boolean(3) ? 0 : try row.integer(2)
      var state = EpisodeState(
        plays: try row.integer(1), position: position > 0 ? .microseconds(position) : nil)
      state.length = try row.optionalInteger(4, as: Int64.self).map { .microseconds($0) }
      let url = try row.text(0)
      states.byURL[Array(url.utf8)] = state
      guard let path = try row.optionalBlob(6) else { return }
      let volume = try row.optionalBlob(5).map { VolumeID(bytes: $0) } ?? store.identity
      state.source = TrackReference(url: url)
      if let volume { states.byFile[TrackReference(volume: volume, path: path)] = state }
    }
    if states.byURL.isEmpty { return states }
    try connection.forEach(
      """
      SELECT e.track, coalesce(p.plays, 0), f.position_us, f.at_end
      FROM playlist_entries e LEFT JOIN personal p ON p.track = e.track
        LEFT JOIN folder_positions f ON f.track = e.track
      WHERE e.playlist = ?1 AND e.track IS NOT NULL LIMIT ?2
      """, .integer(playlist), .number(QueueLimits.entries)
    ) { (row) throws(StoreError) in
      let position = try row.optionalInteger(3, as: Int64.self) == 0 ? try row.integer(2) : 0
      states.byRow[try row.integer(0)] = EpisodeState(
        plays: try row.integer(1), position: position > 0 ? .microseconds(position) : nil)
    }
    return states
  }

  /// The length of an episode as its feed states it; nil where it states none, and for other URLs.
  func length(of url: [UInt8], in playlist: Int64) throws(StoreError) -> Duration? {
    try connection.first(
      "SELECT length_us FROM episodes WHERE url = ?2 AND playlist = ?1 AND length_us > 0", .integer(playlist),
      .text(String(decoding: url, as: UTF8.self))
    ) { (row) throws(StoreError) in .microseconds(try row.integer(0)) }
  }

  /// Counts a playing, once.
  func count(_ report: HeardReport, url: String, time: Int64?) throws(StoreError) {
    guard report.isPlayed else { return }
    try store.edit { (_) throws(StoreError) in
      try connection.execute(
        """
        UPDATE episodes SET plays = plays + 1, playing = ?2, last_played = coalesce(?3, last_played)
        WHERE url = ?1 AND playing IS NOT ?2
        """, .text(url), .integer(Int64(bitPattern: report.playing)), .optional(time))
    }
  }

  /// Counts a playing of a file that an episode was fetched to, once.
  /// - Returns: whether it was one.
  func count(_ report: HeardReport, file: TrackReference, time: Int64?) throws(StoreError) -> Bool {
    let volume = value(of: file.volume)
    let found = try connection.first(
      "SELECT 1 FROM episode_files WHERE path = ?1 AND volume IS ?2", .blob(file.path), volume
    ) { (row) throws(StoreError) in try row.integer(0) }
    guard found != nil else { return false }
    try store.edit { (_) throws(StoreError) in
      try connection.execute(
        """
        UPDATE episodes SET plays = plays + 1, playing = ?3, last_played = coalesce(?4, last_played)
        WHERE (playlist, identity) IN (SELECT playlist, identity FROM episode_files WHERE path = ?1 AND volume IS ?2)
          AND playing IS NOT ?3
        """, .blob(file.path), volume, .integer(Int64(bitPattern: report.playing)),
        .optional(time))
    }
    return true
  }

  /// Marks episodes as heard or as new, from their beginning. Nothing is written where none of them is.
  func mark(_ urls: [String], isHeard: Bool) throws(StoreError) {
    var known: [String] = []
    for url in urls {
      try connection.forEach("SELECT url FROM episodes WHERE url = ?1 LIMIT 1", .text(url)) {
        (row) throws(StoreError) in known.append(try row.text(0))
      }
    }
    if known.isEmpty { return }
    try store.edit { (_) throws(StoreError) in
      for url in known {
        try connection.execute(
          "UPDATE episodes SET plays = iif(?2, max(plays, 1), 0), position_us = 0, at_end = 0 WHERE url = ?1",
          .text(url), .boolean(isHeard))
      }
    }
  }

  /// Stores where an episode was left.
  func keep(_ point: FolderPoint, url: String) throws(StoreError) {
    try store.edit { (_) throws(StoreError) in
      try connection.execute(
        "UPDATE episodes SET position_us = ?2, at_end = ?3, sequence = ?4, speed = ?5 WHERE url = ?1",
        .text(url), .integer(max(0, point.elapsed.microseconds)), .boolean(point.isAtEnd),
        .integer(point.sequence), .real(point.speed))
    }
  }

  /// How a volume stands in the table of files.
  private func value(of volume: VolumeID) -> SQLValue {
    volume == store.identity ? .null : .blob(volume.bytes)
  }

  /// Whether a URL is an episode, and where it was left.
  func resume(of url: String) throws(StoreError) -> FolderResume? { try points(url).first }

  /// Returns the positions in episodes, the latest first, and the episodes that are files.
  func points() throws(StoreError) -> [FolderResume] { try points(nil) }

  /// - Parameter url: nil for all with a position, or a file.
  private func points(_ url: String?) throws(StoreError) -> [FolderResume] {
    var found: [FolderResume] = []
    try connection.forEach(
      """
      SELECT e.url, e.position_us, e.at_end, e.sequence, e.speed, x.volume, x.path
      FROM episodes e LEFT JOIN episode_files x ON x.playlist = e.playlist AND x.identity = e.identity
      WHERE e.url = ?1 OR ?1 IS NULL AND (e.sequence > 0 OR x.path IS NOT NULL) ORDER BY e.sequence DESC LIMIT ?2
      """, .optional(url), .number(ResumingFolders.most)
    ) { (row) throws(StoreError) in
      guard let track = TrackReference(url: try row.text(0)) else { return }
      let sequence = try row.integer(3)
      let speed = try row.optionalReal(4).flatMap { Modes.speeds.contains($0) ? $0 : nil } ?? 1
      let point = FolderPoint(
        track: track.path, elapsed: .microseconds(max(0, try row.integer(1))), isAtEnd: try row.boolean(2),
        sequence: sequence, speed: speed)
      var resume = FolderResume(
        folder: FolderReference(of: track), resumes: true, reason: .tracks, point: sequence > 0 ? point : nil)
      if let path = try row.optionalBlob(6), VolumePath.isValid(path) {
        let volume = try row.optionalBlob(5).map { VolumeID(bytes: $0) } ?? store.identity
        resume.file = volume.map { TrackReference(volume: $0, path: path) }
      }
      found.append(resume)
    }
    return found
  }

  /// An episode is a file now: the entries of podcasts are that file.
  ///
  /// - Parameter volume: nil for the podcast's own.
  func fetched(_ url: String, to path: [UInt8], on volume: VolumeID?) throws(StoreError) {
    try store.edit { (_) throws(StoreError) in
      try giveUpFiles(of: url)
      // By its row, where a scan has met the file already.
      let own = volume == nil ? try store.trackRow(at: path) : nil
      try connection.execute(
        """
        UPDATE playlist_entries SET volume = ?2, track = ?6, path = iif(?6 IS NULL, ?3, NULL)
        WHERE volume = ?4 AND path = ?5 AND playlist IN (SELECT playlist FROM episodes WHERE url = ?1)
        """, .text(url), volume.map { .blob($0.bytes) } ?? .null, .blob(path), .blob(VolumeID.network.bytes),
        .blob(Array(url.utf8)), .optional(own))
      try connection.execute(
        """
        INSERT OR REPLACE INTO episode_files (playlist, identity, volume, path)
        SELECT playlist, identity, ?2, ?3 FROM episodes WHERE url = ?1
        """, .text(url),
        volume.map { .blob($0.bytes) } ?? .null, .blob(path))
    }
  }

  /// The entries that are the file of an episode are its URL again.
  private func giveUpFiles(of url: String) throws(StoreError) {
    var files: [(playlist: Int64, volume: VolumeID?, path: [UInt8])] = []
    try connection.forEach(
      "SELECT x.playlist, x.volume, x.path FROM episodes e JOIN episode_files x USING (playlist, identity) WHERE e.url = ?1",
      .text(url)
    ) { (row) throws(StoreError) in
      files.append(
        (try row.integer(0), try row.optionalBlob(1).flatMap { VolumeID(bytes: $0) }, try row.blob(2)))
    }
    for file in files {
      let own = file.volume == nil ? try store.trackRow(at: file.path) : nil
      try connection.execute(
        """
        UPDATE playlist_entries SET volume = ?5, track = NULL, path = ?6
        WHERE playlist = ?1 AND (volume IS ?2 AND path = ?3 OR track = ?4)
        """, .integer(file.playlist), file.volume.map { .blob($0.bytes) } ?? .null, .blob(file.path),
        .optional(own),
        .blob(VolumeID.network.bytes), .blob(Array(url.utf8)))
    }
  }

  /// Files of a volume have been moved: the episodes that were fetched to them are there.
  func relocate(_ files: [(from: [UInt8], to: [UInt8])], on volume: VolumeID) throws(StoreError) {
    let volume = value(of: volume)
    let isAny = try connection.first("SELECT 1 FROM episode_files WHERE volume IS ?1 LIMIT 1", volume) { _ in
      true
    }
    guard isAny == true else { return }
    // Two files may have changed places: each is looked at once.
    var found: [(playlist: Int64, identity: String, path: [UInt8])] = []
    for (from, to) in files {
      try connection.forEach(
        "SELECT playlist, identity FROM episode_files WHERE volume IS ?1 AND path = ?2", volume, .blob(from)
      ) { (row) throws(StoreError) in found.append((try row.integer(0), try row.text(1), to)) }
    }
    for (playlist, identity, path) in found {
      try connection.execute(
        "UPDATE episode_files SET path = ?3 WHERE playlist = ?1 AND identity = ?2", .integer(playlist),
        .text(identity), .blob(path))
    }
  }

  /// Which of some paths are files that a scan no longer found.
  func areGone(_ paths: [[UInt8]]) throws(StoreError) -> [Bool?] {
    var gone: [Bool?] = []
    for path in paths {
      let row = try store.trackRow(at: path)
      gone.append(
        try connection.first(
          "SELECT state FROM tracks WHERE id = ?1", .optional(row)
        ) { (row) throws(StoreError) in try row.integer(0) == TrackState.vanished.rawValue })
    }
    return gone
  }
}
