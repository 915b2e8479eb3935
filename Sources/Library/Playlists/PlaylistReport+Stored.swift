import Model

extension PlaylistReport {
  init(_ playlist: StoredPlaylist, name: String, slot: Int?, volume: VolumeInfo) {
    self.init(name: name, modified: playlist.changed, identity: playlist.identity)
    (self.volume, volumeName) = (volume.id, volume.name)
    made = playlist.made
    colour = playlist.colour
    tempo = playlist.tempo
    folder = playlist.folder
    self.slot = slot
    hasCover = playlist.hasCover
  }
}
