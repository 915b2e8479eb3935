/// Where the settings of a folder move as its tracks are found elsewhere.
struct RenamedFolder: Sendable {
  let from: [UInt8]
  /// Nil where it goes nowhere.
  let to: [UInt8]?
  /// Who has had it since the first of the tracks were found (`FolderMoves.bearers`).
  let bearer: [UInt8]?
  /// False while another folder may still have more of the tracks: until then the old name has the settings as well, so
  /// that a cut scan loses nothing.
  let isSettled: Bool
}
