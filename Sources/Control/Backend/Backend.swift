/// Everything that the protocol reaches, joined by the daemon. Loop thread only.
public struct Backend {
  public let playback: any Playback
  public let catalogue: any Catalogue
  public let playlists: any Playlists
  public let personal: any Personal
  public let stickers: any Stickers
  public let cues: any Cues
  public let exchange: any Exchanging
  public let listening: any Listening
  public let shortcuts: any Shortcuts
  public let updates: any Updates
  public let mounting: any Mounting
  public let outputs: any Outputs
  public let engine: any EngineReporting
  public let inputs: any InputReporting
  public let clock: any Chronometer
  public let machine: Machine

  public init(
    playback: any Playback, catalogue: any Catalogue,
    playlists: any Playlists, personal: any Personal, stickers: any Stickers, cues: any Cues,
    exchange: any Exchanging, listening: any Listening, shortcuts: any Shortcuts,
    updates: any Updates, mounting: any Mounting, outputs: any Outputs,
    engine: any EngineReporting, inputs: any InputReporting, clock: any Chronometer, machine: Machine
  ) {
    self.playback = playback
    self.catalogue = catalogue
    self.playlists = playlists
    self.personal = personal
    self.stickers = stickers
    self.cues = cues
    self.exchange = exchange
    self.listening = listening
    self.shortcuts = shortcuts
    self.updates = updates
    self.mounting = mounting
    self.outputs = outputs
    self.engine = engine
    self.inputs = inputs
    self.clock = clock
    self.machine = machine
  }
}
