public import Inputs

/// Sections `[inputs]`, `[key NAME]`, `[button NAME]`, `[chord NAME]`, `[encoder NAME]`, `[led NAME]` and `[reader NAME]`.
public struct InputSettings: Hashable, Sendable {
  public var grab: DeviceGrab = .none
  /// In the order of the file.
  public var keys: [KeyBinding] = []
  /// In the order of the file.
  public var buttons: [ButtonBinding] = []
  /// In the order of the file.
  public var chords: [ChordBinding] = []
  /// In the order of the file.
  public var encoders: [EncoderBinding] = []
  /// In the order of the file.
  public var leds: [LEDBinding] = []
  /// In the order of the file.
  public var readers: [ReaderBinding] = []

  /// The configured inputs: the keys here override the built-in ones.
  public var bindings: InputBindings {
    var all = InputBindings(
      buttons: buttons, chords: chords, encoders: encoders, leds: leds, grab: grab,
      readers: readers.filter(\.kind.isKeyboard))
    for key in keys { all.keys[key.code] = key.binding.isEmpty ? nil : key.binding }
    return all
  }
}
