import CALSA

/// A control of loudness beside the samples, on a scale in dB. Helper thread only.
protocol VolumeControl: AnyObject {
  /// Sets the nearest step at or above a level, or the highest where none is.
  /// - Parameter decibels: 0 is what the card gives without it.
  /// - Returns: the step's level in dB; nil where the control has gone.
  func set(_ decibels: Double) -> Double?
}

/// A card's own playback control (ALSA's simple mixer elements): of those with a scale in dB the one that is named like the
/// whole card's, else the first.
@safe final class CardMixer: VolumeControl, @unchecked Sendable {
  // Unchecked: goes with its device from thread to thread, and is used by the helper's alone.
  private let mixer: OpaquePointer
  private let element: OpaquePointer

  /// In the order in which they are preferred.
  private static let names = ["Master", "Digital", "PCM", "Speaker", "Headphone"]

  /// - Parameter card: as `hw:0`.
  /// - Returns: nil where the card has no such control.
  init?(card: String) {
    guard let mixer = unsafe Self.open(card) else { return nil }
    guard let element = unsafe Self.best(of: mixer) else {
      unsafe snd_mixer_close(mixer)
      return nil
    }
    unsafe self.mixer = mixer
    unsafe self.element = element
  }

  deinit { unsafe snd_mixer_close(mixer) }

  private static func open(_ card: String) -> OpaquePointer? {
    var mixer: OpaquePointer?
    guard unsafe snd_mixer_open(&mixer, 0) >= 0, let mixer = unsafe mixer else { return nil }
    guard unsafe snd_mixer_attach(mixer, card) >= 0, unsafe snd_mixer_selem_register(mixer, nil, nil) >= 0,
      unsafe snd_mixer_load(mixer) >= 0
    else {
      unsafe snd_mixer_close(mixer)
      return nil
    }
    return unsafe mixer
  }

  /// The playback controls of a card, in the driver's order; nil where the mixer cannot be opened.
  static func controls(card: String) -> [CardControl]? {
    guard let mixer = unsafe open(card) else { return nil }
    defer { unsafe snd_mixer_close(mixer) }
    var controls: [CardControl] = []
    var next = unsafe snd_mixer_first_elem(mixer)
    while let element = unsafe next {
      unsafe next = snd_mixer_elem_next(element)
      let hasVolume = unsafe snd_mixer_selem_has_playback_volume(element) != 0
      let hasSwitch = unsafe snd_mixer_selem_has_playback_switch(element) != 0
      guard hasVolume || hasSwitch else { continue }
      let name = unsafe snd_mixer_selem_get_name(element).map { unsafe String(cString: $0) } ?? ""
      var control = CardControl(name: name, isMuted: false, percent: nil)
      var isOn: Int32 = 1
      if hasSwitch, unsafe snd_mixer_selem_get_playback_switch(element, SND_MIXER_SCHN_FRONT_LEFT, &isOn) >= 0
      {
        control.isMuted = isOn == 0
      }
      var (least, most, level) = (0, 0, 0)
      if hasVolume, unsafe snd_mixer_selem_get_playback_volume_range(element, &least, &most) >= 0,
        unsafe snd_mixer_selem_get_playback_volume(element, SND_MIXER_SCHN_FRONT_LEFT, &level) >= 0,
        least < most
      {
        control.percent = (level - least) * 100 / (most - least)
      }
      controls.append(control)
    }
    return controls
  }

  private static func best(of mixer: OpaquePointer) -> OpaquePointer? {
    var best: OpaquePointer?
    var bestRank = Int.max
    var next = unsafe snd_mixer_first_elem(mixer)
    while let element = unsafe next {
      unsafe next = snd_mixer_elem_next(element)
      var (least, most) = (0, 0)
      guard unsafe snd_mixer_selem_has_playback_volume(element) != 0,
        unsafe snd_mixer_selem_get_playback_dB_range(element, &least, &most) >= 0, least < most
      else { continue }
      let name = unsafe snd_mixer_selem_get_name(element).map { unsafe String(cString: $0) } ?? ""
      let rank = names.firstIndex(of: name) ?? names.count
      guard rank < bestRank else { continue }
      bestRank = rank
      unsafe best = element
    }
    return unsafe best
  }

  func set(_ decibels: Double) -> Double? {
    var (least, most) = (0, 0)
    guard unsafe snd_mixer_handle_events(mixer) >= 0,
      unsafe snd_mixer_selem_get_playback_dB_range(element, &least, &most) >= 0
    else { return nil }
    // In hundredths; -99,999.99 is its word for silence (SND_CTL_TLV_DB_GAIN_MUTE).
    let floor = max(least, -9_999_999 + 1)
    let wanted = min(most, max(floor, Int((decibels * 100).rounded())))
    guard unsafe snd_mixer_selem_set_playback_dB_all(element, wanted, 1) >= 0 else { return nil }
    if unsafe snd_mixer_selem_has_playback_switch(element) != 0 {
      unsafe snd_mixer_selem_set_playback_switch_all(element, 1)
    }
    var actual = 0
    guard unsafe snd_mixer_selem_get_playback_dB(element, SND_MIXER_SCHN_FRONT_LEFT, &actual) >= 0 else {
      return nil
    }
    return Double(max(actual, floor)) / 100
  }
}
