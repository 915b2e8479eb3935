/// Everything that the protocol reaches, joined by the daemon. Loop thread only.
public struct Backend {
  public let playback: any Playback
  public let catalogue: any Catalogue
  public let playlists: any Playlists
  public let people: any People
  public let pads: any Pads
  public let recording: any Recording
  public let rendering: any Rendering
  public let uploads: any Uploading
  public let files: any FileEditing
  public let podcasts: any Podcasting
  public let folders: any SourceFolders
  public let analyses: any Analyses
  public let accompaniment: any Accompaniment
  public let live: any LiveListening
  public let system: any System

  public init(
    playback: any Playback, catalogue: any Catalogue, playlists: any Playlists, people: any People,
    pads: any Pads, recording: any Recording, rendering: any Rendering, uploads: any Uploading,
    files: any FileEditing, podcasts: any Podcasting, folders: any SourceFolders, analyses: any Analyses,
    accompaniment: any Accompaniment, live: any LiveListening, system: any System
  ) {
    self.playback = playback
    self.catalogue = catalogue
    self.playlists = playlists
    self.people = people
    self.pads = pads
    self.recording = recording
    self.rendering = rendering
    self.uploads = uploads
    self.files = files
    self.podcasts = podcasts
    self.folders = folders
    self.analyses = analyses
    self.accompaniment = accompaniment
    self.live = live
    self.system = system
  }
}

/// A request under way, for the one who asked: `cancel` says that nobody waits for the answer any more. Its
/// completion may still be called once; it is ignored then.
public struct Query {
  private let onCancel: () -> Void

  public init(onCancel: @escaping () -> Void) { self.onCancel = onCancel }

  /// A request that has already been answered, or can't be interrupted.
  public static var done: Query { Query {} }

  public func cancel() { onCancel() }
}
