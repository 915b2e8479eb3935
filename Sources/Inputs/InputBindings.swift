internal import Model

/// Every key, button and knob that the jukebox listens to, and every LED that it lights.
public struct InputBindings: Hashable, Sendable {
  public var keys: [KeyCode: Binding]
  public var buttons: [ButtonBinding]
  public var chords: [ChordBinding]
  public var encoders: [EncoderBinding]
  public var leds: [LEDBinding]
  public var grab: DeviceGrab
  /// Devices that type numbers of cards: grabbed, and their keys are no actions.
  public var readers: [ReaderBinding]

  public init(
    keys: [KeyCode: Binding] = Self.defaultKeys, buttons: [ButtonBinding] = [], chords: [ChordBinding] = [],
    encoders: [EncoderBinding] = [], leds: [LEDBinding] = [], grab: DeviceGrab = .none,
    readers: [ReaderBinding] = []
  ) {
    self.keys = keys
    self.buttons = buttons
    self.chords = chords
    self.encoders = encoders
    self.leds = leds
    self.grab = grab
    self.readers = readers
  }

  /// Seek and volume keys act again with this period while held.
  public static let defaultRepeatPeriod = Duration.milliseconds(200)

  /// Bindings of media keys and remotes without any configuration. Digits do nothing: card readers type digits.
  public static let defaultKeys: [KeyCode: Binding] = {
    let once: [(String, Action)] = [
      ("KEY_PLAYPAUSE", .toggle), ("KEY_PLAY", .play), ("KEY_PLAYCD", .play), ("KEY_PAUSE", .toggle),
      ("KEY_PAUSECD", .pause), ("KEY_STOP", .stop), ("KEY_STOPCD", .stop), ("KEY_NEXTSONG", .next),
      ("KEY_PREVIOUSSONG", .previous), ("KEY_MUTE", .mute), ("KEY_SHUFFLE", .shuffle),
      ("KEY_MEDIA_REPEAT", .repeat),
    ]
    let repeated: [(String, Action)] = [
      ("KEY_FASTFORWARD", .seek(seconds: 5)), ("KEY_REWIND", .seek(seconds: -5)),
      ("KEY_VOLUMEUP", .volume(percent: 2)), ("KEY_VOLUMEDOWN", .volume(percent: -2)),
    ]
    var keys: [KeyCode: Binding] = [:]
    for (name, action) in once { if let code = KeyCode(name: name) { keys[code] = Binding(press: action) } }
    for (name, action) in repeated {
      guard let code = KeyCode(name: name) else { continue }
      keys[code] = Binding(press: action, repeatPeriod: defaultRepeatPeriod)
    }
    return keys
  }()
}
