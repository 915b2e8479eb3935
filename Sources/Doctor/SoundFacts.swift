/// The daemon's facts about its sound output.
public struct SoundFacts: Sendable {
  /// A playback device of a sound card.
  public struct Card: Hashable, Sendable {
    /// For people.
    public var name: String
    /// As ALSA names it, such as `hw:CARD=DAC,DEV=0`.
    public var pcm: String
    /// In words, such as `USB`.
    public var kind: String
    /// Whether `device = auto` may choose it.
    public var isCandidate: Bool

    public init(name: String, pcm: String, kind: String, isCandidate: Bool) {
      (self.name, self.pcm, self.kind, self.isCandidate) = (name, pcm, kind, isCandidate)
    }
  }

  /// A playback control of a card's mixer.
  public struct Control: Hashable, Sendable {
    public var card: Int
    public var name: String
    /// Its switch is off.
    public var isMuted: Bool
    /// 0 to 100 of its range; nil without a volume.
    public var percent: Int?

    public init(card: Int, name: String, isMuted: Bool, percent: Int?) {
      (self.card, self.name, self.isMuted, self.percent) = (card, name, isMuted, percent)
    }

    public var isSilent: Bool { isMuted || percent == 0 }
  }

  /// The device that is open.
  public struct Open: Hashable, Sendable {
    public var device: String
    public var rate: Int
    public var format: String
    /// The card's own rate in Hz, from the kernel; ALSA converts if it differs. The same for the format.
    public var cardRate: Int?
    public var cardFormat: String?

    public init(device: String, rate: Int, format: String) {
      (self.device, self.rate, self.format) = (device, rate, format)
    }
  }

  /// The flag of the command line that sets the output, such as `--output null`; nil: none.
  public var outputFlag: String?
  /// `alsa`, `null` or `file:PATH`.
  public var output = "alsa"
  /// The names of the outputs beside it that are on.
  public var furtherOutputs: [String] = []
  /// `auto`, or the PCM that the configuration names.
  public var device = "auto"
  /// Best first, as `auto` ranks them; nil: not known yet.
  public var cards: [Card]?
  /// Controls of the open card; nil if unknown.
  public var controls: [Control]?
  public var open: Open?
  /// Why no card is open.
  public var trouble: String?
  /// The device is in use by another program.
  public var isBusy = false
  /// A client has switched the output off.
  public var isOff = false
  /// Released after a silence; the next sound opens it again.
  public var isReleased = false
  public var wantedRate = 44_100
  public var underruns: UInt64 = 0
  /// How often the music stopped because the storage was too slow.
  public var starvations: UInt64 = 0
  public var uptimeSeconds: Int64 = 0
  /// `low`, `normal` or `safe`.
  public var latency = "normal"
  public var bufferSeconds = 4
  public var volume = 50
  public var isMuted = false

  public init() {}
}
