/// The picture of a song or a folder.
package struct Picture: Encodable, Equatable {
  /// `image/jpeg` or the like.
  package var type: String
  /// In bytes.
  package var size: Int
  /// `embedded` in the song's file, or a file in its `folder`.
  package var source: String
  /// The file that holds it, as the jukebox calls it.
  package var file: String

  /// nil where there is none.
  package init?(_ answer: Answer) {
    guard let size = answer.integer("size") else { return nil }
    self.size = size
    type = answer["type"] ?? ""
    source = answer["source"] ?? ""
    file = answer["file"] ?? ""
  }
}
