import Model

/// The pads of all volumes, removed ones among them.
struct PadShelf {
  typealias Content = (pads: [Pad], folders: [PadFolder])

  private(set) var volumes: [VolumeID: Content] = [:]

  func pad(_ id: PadID) -> Pad? { volumes[id.volume]?.pads.first { $0.id == id } }

  /// Those of some volumes that are not removed.
  func pads(on volumes: [VolumeID]) -> [Pad] {
    volumes.flatMap { (self.volumes[$0]?.pads ?? []).filter { !$0.isRemoved } }
  }

  func has(_ track: TrackReference) -> Bool {
    volumes[track.volume]?.pads.contains { $0.track == track } ?? false
  }

  /// The pads, with the presses that were counted and not written yet.
  func withPresses(_ pads: [Pad]) -> [Pad] {
    pads.map { pad in
      var pad = pad
      pad.presses = max(pad.presses, self.pad(pad.id)?.presses ?? 0)
      return pad
    }
  }

  /// Whether a volume has just these.
  func isSame(_ new: Content, on volume: VolumeID) -> Bool {
    volumes[volume].map { $0.pads == new.pads && $0.folders == new.folders }
      ?? (new.pads.isEmpty && new.folders.isEmpty)
  }

  mutating func set(_ content: Content, on volume: VolumeID) { volumes[volume] = content }

  /// - Returns: whether it had any.
  mutating func remove(_ volume: VolumeID) -> Bool { volumes.removeValue(forKey: volume) != nil }

  /// - Returns: the pad where its count is to be stored: at powers of two only, to spare the stick.
  mutating func countPress(of pad: Pad) -> Pad? {
    guard let place = volumes[pad.track.volume]?.pads.firstIndex(where: { $0.id == pad.id }) else {
      return nil
    }
    volumes[pad.track.volume]?.pads[place].presses += 1
    guard let counted = volumes[pad.track.volume]?.pads[place] else { return nil }
    return counted.presses & (counted.presses - 1) == 0 ? counted : nil
  }
}
