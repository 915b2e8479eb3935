/// What the jukebox is doing, as `jukebox status --json` prints it.
struct Status: Encodable, Equatable {
  /// `play`, `pause` or `stop`.
  var state: String
  /// 0 to 100.
  var volume: Int?
  /// Nothing is heard, though it plays on; `volume` is 0 meanwhile.
  var muted: Bool
  /// The volume that comes back then; told while it is muted.
  var unmutedVolume: Int?
  var song: Song?
  /// Seconds.
  var elapsed: Double?
  var duration: Double?
  var queueLength: Int
  var `repeat`: Bool
  var random: Bool
  /// `off`, `on` or `oneshot`.
  var single: String
  var consume: String
  /// The source's rate, bits and channels: `44100:16:2`.
  var audio: String?
  /// kbit/s.
  var bitrate: Int?
  var error: String?
  /// The number of the scan that runs.
  var scan: Int?

  init(status: Answer, song: Answer) {
    state = status["state"] ?? "stop"
    volume = status.integer("volume")
    muted = status["muted"] == "1"
    unmutedVolume = status.integer("unmutedvolume")
    self.song = Song(song)
    elapsed = status.real("elapsed")
    duration = status.real("duration") ?? self.song?.duration
    queueLength = status.integer("playlistlength") ?? 0
    `repeat` = status["repeat"] == "1"
    random = status["random"] == "1"
    single = Self.mode(status["single"])
    consume = Self.mode(status["consume"])
    audio = status["audio"]
    bitrate = status.integer("bitrate")
    error = status["error"]
    scan = status.integer("updating_db")
  }

  private static func mode(_ value: String?) -> String {
    switch value {
    case "1": "on"
    case "oneshot": "oneshot"
    default: "off"
    }
  }
}
