import Configuration
import Control
import Exchange
import Library

extension Backend {
  /// Joins the parts of the library and the services that the protocol reaches.
  init(_ core: JukeboxCore, _ settings: Settings, system: SystemAdapter) {
    let (library, services) = (core.library, core.services)
    self.init(
      playback: PlaybackAdapter(core, output: settings.audio.ownOutput),
      catalogue: CatalogueAdapter(
        library: library, clock: core.policies.libraryClock, streams: core.playing.streams,
        articles: settings.library.articles),
      volumes: library.listedVolumes, tracks: library.catalogue, additions: library.additions,
      totals: library.totals, contents: library.files, tags: LibrarySounds(library),
      pictures: library.pictures,
      playlists: library.playlists, playlistFolders: library.playlists.folders,
      playlistFiles: library.playlists.files, stations: library.playlists.stations,
      fetching: services.fetcher, pictureMaking: services.pictureMaker, imports: services.exchange.imports,
      exchange: services.exchange, personal: library.personal, cues: library.cues,
      listening: library.listening, resumes: library.resumes, stickers: library.stickers,
      pads: PadsAdapter(board: services.padBoard, announcer: services.announcer, library: library),
      cards: services.cards, recording: services.recordings, rendering: services.renderer,
      uploads: services.uploads,
      files: services.fileEdits, podcasts: services.podcasts, folders: library.folders,
      analyses: AnalysesAdapter(
        services.analysisScheduler, services.remoteAnalyses, chords: services.chordFollower,
        recordings: services.recordings, library: library),
      accompaniment: services.accompanist, live: services.live, family: core.policies.family, system: system,
      clock: core.policies.clock, alarms: core.policies.alarms)
  }
}
