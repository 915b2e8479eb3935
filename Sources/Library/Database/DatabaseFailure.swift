/// Why a store can't continue with its database.
enum DatabaseFailure {
  /// Found broken in use: to be set aside and rebuilt.
  case damaged(StoreError)
  /// Only the text indexes are: to be rebuilt.
  case textIndexDamaged(StoreError)
  /// The volume is full or has become read-only: to continue with a copy in the state folder.
  case takesNoWrites(StoreError)
  /// It is a copy in the state folder, and the volume may take writes again.
  case mayTakeWrites
}
