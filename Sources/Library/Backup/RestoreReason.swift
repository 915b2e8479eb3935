/// Why a backup takes the place of what is there, which says how much it counts against the file of a desktop program.
enum RestoreReason: Sendable {
  /// A person chose it over everything that is there.
  /// - Parameter file: what the desktop program's file says at that moment; nil where it is not there or can't be read.
  case choice(file: VolumeStore.SharedState?)
  /// The database was lost: whatever the file says since may be newer.
  case damage
}
