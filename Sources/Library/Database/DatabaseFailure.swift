/// Why a store can't continue with its database.
enum DatabaseFailure {
  /// Found broken in use: to be set aside and rebuilt.
  case damaged(StoreError)
  /// Only the text indexes are: to be rebuilt.
  case textIndexDamaged(StoreError)
  /// The volume is full: to continue with the room of the spare file.
  case full(StoreError)
}
