@testable import Library

/// A track's row in a closed volume.
struct RowOnDisk: Hashable {
  let id: Int64
  let path: String
  let state: Int64
  let added: Int64
}

extension Stick {
  /// Every row, by its number.
  func rows() throws -> [RowOnDisk] {
    let store = try open()
    defer { store.close() }
    var rows: [RowOnDisk] = []
    try store.connection.forEach(
      """
      SELECT t.id, f.path, t.name, t.state, t.added_sequence FROM tracks t JOIN folders f ON f.id = t.folder
      ORDER BY t.id
      """
    ) { (row) throws(StoreError) in
      let path = VolumePath.join(try row.blob(1), try row.blob(2))
      rows.append(
        RowOnDisk(
          id: try row.integer(0), path: String(decoding: path, as: UTF8.self), state: try row.integer(3),
          added: try row.integer(4)))
    }
    return rows
  }
}

extension VolumeStore {
  /// Gives a row the file that another one was written of, as if nobody knew that.
  func move(_ row: Int64, toFileOf new: Int64) throws(StoreError) {
    try connection.execute("DELETE FROM unreconciled WHERE track = ?1", .integer(new))
    try fingerprints.noteNew(new)
    let step = try trackMoves.step([Reconcile.Move(row: row, source: new, beginsChain: true)])
    _ = try reconciling.move(step, wallClock: nil)
  }
}
