import Compression
import Linux
import Model

/// `.jukebox/analysis.sqlite` on a volume, or in the box if the volume takes no writes: the results of analyses, a
/// record for each track's row, and another one for what a server found. It may be deleted at any time: its songs are analysed again. On the store's thread.
final class AnalysisDatabase {
  static let fileName = "analysis.sqlite"
  /// Limit of a record's compressed size.
  static let mostRecordBytes = 48 << 10
  /// Bytes that stay free on the storage.
  static let keptFreeBytes: Int64 = 16 << 20

  let connection: Connection
  /// Whether nothing lay there.
  let isNew: Bool
  private let freeBytes: () throws(SystemError) -> Int64

  init(
    _ connection: Connection, freeBytes: @escaping () throws(SystemError) -> Int64
  ) throws(StoreError) {
    self.connection = connection
    self.freeBytes = freeBytes
    isNew =
      try connection.first("SELECT 1 FROM records UNION ALL SELECT 1 FROM remote_records LIMIT 1") {
        (row) throws(StoreError) in true
      } == nil
  }

  deinit { connection.close() }

  func record(of track: Int64, by source: AnalysisSource) throws(StoreError) -> MusicAnalysis? {
    let data = try connection.first(
      source == .own
        ? "SELECT data FROM records WHERE track = ?1 AND length(data) <= 49152"
        : "SELECT data FROM remote_records WHERE track = ?1 AND length(data) <= 49152", .integer(track)
    ) { (row) throws(StoreError) in try row.blob(0) }
    return data.flatMap { Inflate.zlib($0[...], limit: AnalysisCoding.mostBytes) }
      .flatMap { AnalysisCoding.analysis(of: $0) }
  }

  /// The record is on the storage when this returns, so that no row ever refers to a missing record: any later edit may
  /// flush the library's log.
  /// - Returns: false if there is no room for it.
  func keep(
    _ analysis: MusicAnalysis, of track: Int64, by source: AnalysisSource
  ) throws(StoreError) -> Bool {
    let free = try mapSystemError { () throws(SystemError) in try freeBytes() }
    guard free > Self.keptFreeBytes else { return false }
    var analysis = analysis
    var data = Deflate.zlib(AnalysisCoding.bytes(of: analysis))
    // A record that is too large loses the parts that are needed least.
    let cuts: [(inout MusicAnalysis) -> Void] = [
      { $0.notes = nil },
      {
        $0.tempo?.beats = []; $0.tempo?.downbeats = []
      }, { $0.chords = nil },
    ]
    for cut in cuts where data.count > Self.mostRecordBytes {
      cut(&analysis)
      data = Deflate.zlib(AnalysisCoding.bytes(of: analysis))
    }
    do {
      try connection.transaction { (_) throws(StoreError) in
        try connection.execute(
          source == .own
            ? "INSERT INTO records (track, data) VALUES (?1, ?2) ON CONFLICT (track) DO UPDATE SET data = ?2"
            : "INSERT INTO remote_records (track, data) VALUES (?1, ?2) ON CONFLICT (track) DO UPDATE SET data = ?2",
          .integer(track), .blob(data))
      }
    } catch {
      if error.kind == .full { return false }
      throw error
    }
    return true
  }
}

extension Schema {
  static let analysis = Schema(
    applicationID: 0x4A6B_616E,  // "Jkan"
    setApplicationID: "PRAGMA application_id = 1248551278",
    migrations: [
      Migration([
        "CREATE TABLE records (track INTEGER PRIMARY KEY, data BLOB NOT NULL CHECK (length(data) <= 49152)) STRICT",
        "CREATE TABLE remote_records (track INTEGER PRIMARY KEY, data BLOB NOT NULL CHECK (length(data) <= 49152)) STRICT",
      ])
    ])
}
