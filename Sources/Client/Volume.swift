package import Model

/// A stick or folder that the jukebox plays from.
package struct Volume: Encodable, Equatable {
  package var name: String
  /// How its songs' paths begin; empty where they have nothing before them.
  package var uri: String
  /// Mount point, or the folder.
  package var path: String
  /// `stick` or `folder`.
  package var kind: String
  /// Whether the jukebox can't write to it.
  package var isReadOnly: Bool
  /// Whether all its songs can be found by `jukebox search`.
  package var isIndexed: Bool
  /// nil if not counted.
  package var songs: Int?
  /// Its music files in formats that are not played, by their names' endings.
  package var notPlayed = UnplayedFiles()

  package static func all(_ answer: Answer) -> [Volume] {
    answer.items(beginningWith: "volume").map { item in
      Volume(
        name: item["volume"] ?? "", uri: item["uri"] ?? "", path: item["path"] ?? "",
        kind: item["kind"] ?? "", isReadOnly: item["read_only"] == "1",
        isIndexed: item["indexed"] == "1", songs: item.integer("songs"),
        notPlayed: UnplayedFiles(item.values("not_played")))
    }
  }
}
