/// Where what people said of a folder goes as its tracks are found elsewhere.
struct RenamedFolder: Sendable {
  let from: [UInt8]
  /// Nil where it goes nowhere.
  let to: [UInt8]?
  /// Who has had it since the first of the tracks were found (`FolderMoves.bearers`).
  let bearer: [UInt8]?
  /// False while another folder may yet have more of the tracks: until then it is said of the old name as well, so that a
  /// scan that is cut loses nothing.
  let isSettled: Bool
}
