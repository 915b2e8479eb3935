public import Model

extension MusicLibrary {
  /// Checks the database of an open volume (PRAGMA quick_check) and counts its tracks, on its store's thread.
  /// - Parameter completion: gets the damage, as SQLite describes it, or why it was not checked. Damage that is found
  ///   has the same consequences as damage found in use: a new database and a scan.
  @discardableResult
  public func examine(
    _ volume: VolumeID, completion: @escaping (Result<VolumeExamination, StoreError>) -> Void
  ) -> LibraryRequest? {
    guard let volume = open(volume) else {
      completion(.failure(.closed))
      return nil
    }
    return ask(volume, { (store) throws(StoreError) in try store.examine() }, completion: completion)
  }
}

extension VolumeStore {
  func examine() throws(StoreError) -> VolumeExamination {
    try quickCheck()
    return try connection.first(
      """
      SELECT count(*) FILTER (WHERE state = 0), count(*) FILTER (WHERE state = 0 AND format >= ?),
        count(*) FILTER (WHERE state = 2) FROM tracks
      """, .integer(TrackDetails.Format.aac.rawValue)
    ) {
      (row) throws(StoreError) in
      VolumeExamination(
        songs: try row.integer(0), coded: try row.integer(1), broken: try row.integer(2))
    } ?? VolumeExamination()
  }
}
