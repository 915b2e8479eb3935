public import Model

/// Decides the effect of a press on a pad, by the present sounds. A value: it starts and stops nothing itself.
public struct Soundboard: Sendable {
  /// A pad's sound, from its start to its end.
  public struct Sounding: Hashable, Sendable {
    public let voice: UInt32
    public let pad: PadID
    public let group: String
  }

  public enum Act: Hashable, Sendable {
    case stop(voice: UInt32)
    case start
  }

  /// Oldest first.
  public private(set) var sounding: [Sounding] = []
  /// Whether all of them are held.
  public private(set) var isPaused = false

  public init() {}

  /// In the order in which they are to be done.
  public func press(_ pad: Pad) -> [Act] {
    let own = sounding.filter { $0.pad == pad.id }
    switch pad.settings.mode {
    case .toggle, .hold: if !own.isEmpty { return own.map { .stop(voice: $0.voice) } }
    case .once, .layer: break
    }
    let group = pad.settings.group
    let ending = sounding.filter { sound in
      (pad.settings.mode == .once && sound.pad == pad.id) || (!group.isEmpty && sound.group == group)
    }
    return ending.map { .stop(voice: $0.voice) } + [.start]
  }

  /// The button that pressed a pad is up again.
  public func release(_ pad: Pad) -> [Act] {
    guard pad.settings.mode == .hold else { return [] }
    return sounding.filter { $0.pad == pad.id }.map { .stop(voice: $0.voice) }
  }

  public mutating func began(_ voice: UInt32, _ pad: Pad) {
    // It is not held: the next toggle holds it with the others.
    isPaused = false
    sounding.append(Sounding(voice: voice, pad: pad.id, group: pad.settings.group))
  }

  /// It is fading out, or has ended.
  public mutating func ended(_ voice: UInt32) {
    sounding.removeAll { $0.voice == voice }
    if sounding.isEmpty { isPaused = false }
  }

  /// Holds all voices, or continues them.
  public mutating func togglePause() { if !sounding.isEmpty { isPaused.toggle() } }

  public func isSounding(_ pad: PadID) -> Bool { sounding.contains { $0.pad == pad } }
}
