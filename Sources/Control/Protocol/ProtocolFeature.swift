/// Behaviour of the protocol that a client turns on (`protocol enable`).
enum ProtocolFeature: String, CaseIterable, Hashable {
  /// `lsinfo` without a path leaves out playlists.
  case hidePlaylistsInRoot = "hide_playlists_in_root"
}
