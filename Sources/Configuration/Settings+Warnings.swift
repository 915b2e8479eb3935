import Inputs
import Linux
public import Model

extension Settings {
  /// Settings that are right each by itself and have no effect together, or another one than it seems: one sentence for each.
  public var warnings: [String] { outputWarnings + controlWarnings + volumeWarnings + actionWarnings }

  private var outputWarnings: [String] {
    var warnings: [String] = []
    if case .file = audio.output, let first = outputs.first {
      warnings.append("[output \(first.name)] has no effect with [audio] output = \(audio.output)")
    }
    for output in outputs {
      guard let kind = output.kind else { continue }
      let key = kind == .http ? output.path.map { _ in "path" } : output.listen.map { _ in "listen" }
      if let key { warnings.append("[output \(output.name)] \(key) has no effect with type = \(kind)") }
    }
    if audio.thisRoom == .snapcast, !outputs.contains(where: { $0.kind == .snapcast }) {
      warnings.append(
        "[audio] this-room = snapcast is silent without an [output NAME] of type = snapcast; see `jukebox rooms`"
      )
    }
    if audio.mixer == .hardware, audio.thisRoom == .card, let first = outputs.first {
      warnings.append(
        "[output \(first.name)] does not follow the volume, which [audio] mixer = hardware sets on the card")
    }
    return warnings
  }

  private var controlWarnings: [String] {
    var warnings: [String] = []
    guard let address = control.tcp, !address.isLoopback, control.trust.isOpen else { return warnings }
    let permissions = control.access.permissions(isLocal: false)
    if !permissions.isSubset(of: .read) {
      warnings.append(
        "[control] tcp = \(address) with trust = \(control.trust): anyone who can reach this machine can control the jukebox "
          + "without a password (permissions: \(permissions)); trust = local admits its own networks only")
    }
    return warnings
  }

  private var volumeWarnings: [String] {
    var warnings: [String] = []
    let (floor, ceiling) = (player.minVolume, player.maxVolume)
    func warn(_ text: String) { warnings.append("[player] \(text)") }
    if floor > ceiling {
      warn("min-volume = \(floor) is above max-volume = \(ceiling): the volume is always \(ceiling)")
    }
    if let start = player.startVolume, start > ceiling || start < floor {
      let (name, bound) = start > ceiling ? ("max-volume", ceiling) : ("min-volume", min(floor, ceiling))
      warn(
        "start-volume = \(start) is \(start > ceiling ? "above" : "below") \(name) = \(start > ceiling ? ceiling : floor): "
          + "the jukebox starts at \(bound)")
    }
    switch (player.night, player.nightVolume) {
    case (let night?, nil):
      warn("night = \(night) has no effect while night-volume is off: set it, for example night-volume = 30")
    case (nil, let volume?):
      warn(
        "night-volume = \(volume) has an effect only in quiet hours while night is off, for example night = 20:00-07:00"
      )
    case (_?, let volume?) where volume >= ceiling:
      warn("night-volume = \(volume) has no effect: max-volume = \(ceiling) is not above it")
    case (_?, let volume?) where volume < floor:
      warn("night-volume = \(volume) is below min-volume = \(floor): at night the volume is always \(volume)")
    default: break
    }
    return warnings
  }

  private var actionWarnings: [String] {
    var warnings: [String] = []
    for (place, action) in inputs.actions {
      switch action {
      case .setVolume(let volume) where volume > player.maxVolume:
        warnings.append("\(place) = \(action) is above [player] max-volume = \(player.maxVolume)")
      case .setVolume(let volume) where volume < player.minVolume:
        warnings.append("\(place) = \(action) is below [player] min-volume = \(player.minVolume)")
      case .shutdown where player.shutdownCommand == nil:
        warnings.append("\(place) = \(action) has no effect while [player] shutdown-command is empty")
      default: break
      }
    }
    if let minutes = player.idleOff, player.shutdownCommand == nil {
      warnings.append(
        "[player] idle-off = \(minutes) has no effect while shutdown-command is empty: set it, for example systemctl poweroff"
      )
    }
    if let place = inputs.actions.first(where: { $0.action == .lock })?.place, inputs.unlocking.isEmpty {
      warnings.append(
        "\(place) = lock cannot unlock: give its section when-locked = yes; until then the page and `jukebox lock off` do"
      )
    }
    if player.night == nil {
      for led in inputs.leds where led.steady.contains(.night) || led.blink.contains(.night) {
        warnings.append("[led \(led.name)] never shows night while [player] night is off")
      }
    }
    return warnings
  }
}

extension InputSettings {
  /// The sections of controls that unlock the jukebox, such as `[button parent]`.
  public var unlocking: [String] {
    let bindings =
      keys.map { ("key \($0.code.name)", $0.binding) } + buttons.map { ("button \($0.name)", $0.binding) }
      + chords.map { ("chord \($0.name)", $0.binding) }
    let pressed = bindings.filter { _, binding in
      binding.isWhenLocked && [binding.press, binding.hold, binding.double].contains(.lock)
    }
    let turned = encoders.filter { $0.isWhenLocked && [$0.clockwise, $0.counterclockwise].contains(.lock) }
    return (pressed.map(\.0) + turned.map { "encoder \($0.name)" }).map { "[\($0)]" }
  }

  /// Every action of a key, button, chord or encoder, in the order of the file, with its place such as `[button next] press`.
  public var actions: [(place: String, action: Action)] {
    func gestures(_ section: String, _ binding: Binding) -> [(String, Action?)] {
      [
        ("[\(section)] press", binding.press), ("[\(section)] hold", binding.hold),
        ("[\(section)] double", binding.double),
      ]
    }
    let all =
      keys.flatMap { gestures("key \($0.code.name)", $0.binding) }
      + buttons.flatMap { gestures("button \($0.name)", $0.binding) }
      + chords.flatMap { gestures("chord \($0.name)", $0.binding) }
      + encoders.flatMap {
        [
          ("[encoder \($0.name)] clockwise", $0.clockwise),
          ("[encoder \($0.name)] counter-clockwise", $0.counterclockwise),
        ]
      }
    return all.compactMap { place, action in action.map { (place, $0) } }
  }
}
