/// What a scan keeps in mind of files that changed places with each other.
struct Renaming {
  /// Files of other content in places that have rows; further ones are written as they are found, and where what was
  /// there before them turns up elsewhere, that is a track of its own.
  static let mostReplaced = 4096

  /// Rows whose files are others now, and what tells those, if they can be read: what they were is looked for until the
  /// scan has ended.
  var replaced: [Int64: Int64?] = [:]
  /// Rows that lost their places in this scan.
  var displaced = SeenRows()
  /// Files whose rows went elsewhere after the scan had passed them: they get some of their own at its end.
  var left: [[UInt8]] = []
  /// Of all rows when it was first asked for.
  var prints: PrintFilter?
}
