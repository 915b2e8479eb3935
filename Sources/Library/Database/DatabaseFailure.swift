/// Why a store can't go on with the database that it has.
enum DatabaseFailure {
  /// Found broken in use: to be set aside and rebuilt.
  case damaged(StoreError)
  /// Only the text indexes are: to be made anew.
  case textIndexDamaged(StoreError)
  /// The volume is full or has become read-only: to go on with a copy in the state folder.
  case takesNoWrites(StoreError)
  /// It is a copy in the state folder, and the volume may take writes again.
  case mayTakeWrites
  /// Its file was deleted while it is in use: to be written anew.
  case deleted
}
