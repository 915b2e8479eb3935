/// Behaviour of the protocol that a client turns on (`protocol enable`).
enum ProtocolFeature: String, CaseIterable, Hashable {
  /// `lsinfo` without a path leaves out playlists.
  case hidePlaylistsInRoot = "hide_playlists_in_root"
  /// Each `ACK` has its `ErrorKey` in front of the sentence. A client of MPD that says `protocol all` does not ask for it.
  case errorKeys = "error_keys"

  /// Those of MPD, which `protocol all` turns on.
  static let ofMPD: Set<ProtocolFeature> = [.hidePlaylistsInRoot]
}
