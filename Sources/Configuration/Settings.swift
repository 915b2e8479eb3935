public import Model

/// All settings, with the defaults of those that are not given. `board/system/jukebox.ini` explains each key;
/// `SettingKey` is the table of all.
public struct Settings: Hashable, Sendable {
  public var audio: AudioSettings
  /// In the order of the file.
  public var outputs: [OutputSettings]
  public var library: LibrarySettings
  public var control: ControlSettings
  public var web: WebSettings
  /// Section `[party]`.
  public var party = PartyRules()
  public var family = FamilySettings()
  public var hotspot = HotspotSettings()
  public var player: PlayerSettings
  public var tones: ToneSettings
  public var analysis: AnalysisSettings
  public var inputs: InputSettings

  /// The defaults for a process with these environment variables: a service's folders where systemd gives some,
  /// else the user's own.
  public init(environment: [String: String] = [:]) {
    let paths = DefaultPaths(environment: environment)
    audio = AudioSettings()
    outputs = []
    library = LibrarySettings(state: paths.state)
    control = ControlSettings(socket: paths.socket)
    web = WebSettings()
    player = PlayerSettings()
    tones = ToneSettings()
    analysis = AnalysisSettings()
    inputs = InputSettings()
  }

  /// The part of it that the player keeps to.
  public var policy: Policy {
    var policy = player.policy
    policy.shape = audio.shape
    policy.party = party
    return policy
  }
}
