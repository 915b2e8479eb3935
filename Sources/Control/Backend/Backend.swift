/// Everything that the protocol reaches, joined by the daemon. Loop thread only.
public struct Backend {
  public let playback: any Playback
  public let catalogue: any Catalogue
  public let volumes: any VolumeList
  public let tracks: any Tracks
  public let additions: any Additions
  public let totals: any Totals
  public let contents: any FileContents
  public let tags: any FileTags
  public let pictures: any Pictures
  public let playlists: any PlaylistEditing
  public let playlistFolders: any PlaylistFolderEditing
  public let playlistFiles: any PlaylistFiles
  public let stations: any Stations
  public let fetching: any StationFetching
  public let pictureMaking: any PictureMaking
  public let imports: any Imports
  public let exchange: any Exchange
  public let personal: any SongValues
  public let cues: any SongCues
  public let listening: any ListeningRecord
  public let resumes: any FolderResumes
  public let stickers: any ClientStickers
  public let pads: any Pads
  public let cards: any Cards
  public let recording: any Recording
  public let rendering: any Rendering
  public let uploads: any Uploading
  public let files: any FileEditing
  public let podcasts: any Podcasting
  public let folders: any SourceFolders
  public let analyses: any SongAnalyses
  public let accompaniment: any Accompaniment
  public let live: any LiveListening
  public let family: any Family
  public let system: any System
  public let clock: any Clock
  public let alarms: any Alarms

  public init(
    playback: any Playback, catalogue: any Catalogue, volumes: any VolumeList, tracks: any Tracks,
    additions: any Additions, totals: any Totals, contents: any FileContents, tags: any FileTags,
    pictures: any Pictures,
    playlists: any PlaylistEditing, playlistFolders: any PlaylistFolderEditing,
    playlistFiles: any PlaylistFiles, stations: any Stations, fetching: any StationFetching,
    pictureMaking: any PictureMaking, imports: any Imports, exchange: any Exchange, personal: any SongValues,
    cues: any SongCues, listening: any ListeningRecord, resumes: any FolderResumes,
    stickers: any ClientStickers, pads: any Pads, cards: any Cards, recording: any Recording,
    rendering: any Rendering,
    uploads: any Uploading, files: any FileEditing, podcasts: any Podcasting, folders: any SourceFolders,
    analyses: any SongAnalyses, accompaniment: any Accompaniment, live: any LiveListening,
    family: any Family, system: any System,
    clock: any Clock, alarms: any Alarms
  ) {
    (self.playback, self.catalogue, self.volumes, self.tracks) = (playback, catalogue, volumes, tracks)
    (self.additions, self.totals, self.contents, self.tags) = (additions, totals, contents, tags)
    self.pictures = pictures
    (self.playlists, self.playlistFolders, self.playlistFiles) = (playlists, playlistFolders, playlistFiles)
    (self.stations, self.fetching, self.pictureMaking, self.imports) = (
      stations, fetching, pictureMaking, imports
    )
    (self.exchange, self.personal, self.cues, self.listening) = (exchange, personal, cues, listening)
    (self.resumes, self.stickers, self.pads, self.cards) = (resumes, stickers, pads, cards)
    self.recording = recording
    (self.rendering, self.uploads, self.files, self.podcasts) = (rendering, uploads, files, podcasts)
    (self.folders, self.analyses, self.accompaniment, self.live) = (folders, analyses, accompaniment, live)
    (self.system, self.family) = (system, family)
    (self.clock, self.alarms) = (clock, alarms)
  }
}
