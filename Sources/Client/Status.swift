/// The jukebox's state, as `jukebox status --json` prints it.
package struct Status: Encodable, Equatable {
  /// `play`, `pause` or `stop`.
  package var state: String
  /// 0 to 100.
  package var volume: Int?
  /// The output is silent while playback continues; `volume` is 0 meanwhile.
  package var muted: Bool
  /// The volume after unmuting; sent only while muted.
  package var unmutedVolume: Int?
  /// Limits of the volume; nil for 100 and 0.
  package var ceiling: Int?
  package var floor: Int?
  /// The ceiling is that of the night.
  package var night: Bool?
  package var song: Song?
  /// Seconds.
  package var elapsed: Double?
  package var duration: Double?
  package var queueLength: Int
  package var `repeat`: Bool
  package var random: Bool
  /// `off`, `on` or `oneshot`.
  package var single: String
  package var consume: String
  /// The source's rate, bits and channels: `44100:16:2`.
  package var audio: String?
  /// kbit/s.
  package var bitrate: Int?
  /// Gains of bass, mid and treble in dB, where the equaliser is on.
  package var eq: String?
  /// `mono` and the like; nil for `stereo`.
  package var channels: String?
  package var balance: Int?
  /// nil for 1.
  package var speed: Double?
  /// Seconds until it has faded out.
  package var sleep: Int?
  /// The event that the sleep timer waits for: `track` or `album`; nil for a time.
  package var sleepAfter: String?
  /// The quiet hours that hold, and when they end.
  package var quiet: String?
  /// `quiet` or `budget` while no music may begin.
  package var closed: String?
  /// Seconds of music that are left today.
  package var budget: Int?
  /// Seconds for which music may play all the same.
  package var allowed: Int?
  package var locked: Bool?
  /// Whether an alarm rings.
  package var ringing: Bool?
  /// Seconds until an alarm that was snoozed rings again.
  package var snoozed: Int?
  /// `off` while the output is switched off.
  package var output: String?
  package var randomAlbums: Bool
  package var crossfade: Int?
  /// The looped part, in seconds.
  package var loopStart: Double?
  package var loopEnd: Double?
  /// The file that is announced.
  package var announcement: String?
  package var error: String?
  /// The number of the scan that runs.
  package var scan: Int?

  package init(status: Answer, song: Answer) {
    state = status["state"] ?? "stop"
    volume = status.integer("volume")
    muted = status["muted"] == "1"
    unmutedVolume = status.integer("unmutedvolume")
    ceiling = status.integer("ceiling")
    floor = status.integer("floor")
    night = status["night"].map { $0 == "1" }
    loopStart = status.real("loopstart")
    loopEnd = status.real("loopend")
    announcement = status["announcement"]
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
    eq = status["eq"]
    channels = status["channels"]
    balance = status.integer("balance")
    speed = status.real("speed")
    sleep = status.integer("sleep")
    sleepAfter = status["sleepafter"]
    (quiet, closed) = (status["quiet"], status["closed"])
    (budget, allowed) = (status.integer("budget"), status.integer("allowed"))
    locked = status["locked"].map { $0 == "1" }
    (ringing, snoozed) = (status["ringing"].map { $0 == "1" }, status.integer("snoozed"))
    output = status["output"]
    randomAlbums = status["randomalbums"] == "1"
    crossfade = status.integer("xfade")
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

extension Connection {
  /// Reads the jukebox's current state.
  package func status() throws(Failure) -> Status {
    let status = try ask("status")
    return Status(status: status, song: try ask("currentsong"))
  }
}
