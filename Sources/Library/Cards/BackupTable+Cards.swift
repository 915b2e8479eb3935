extension BackupTable {
  static let cards = BackupTable(
    "cards", [.value, .value, .value, .value, .track] + Array(repeating: .value, count: 4),
    select: """
      SELECT number, name, playlist, folder, track, again, away, play_order, volume FROM cards ORDER BY number
      """,
    insert: """
      INSERT INTO cards (number, name, playlist, folder, track, again, away, play_order, volume)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
      """,
    delete: "DELETE FROM cards",
    verify: { (store) throws(StoreError) in _ = try store.people.cards.all(on: store.identity) })
}
