import Linux
import Model

/// Which identity a volume with given marks had, and the marks and the name of each identity's volumes. Any thread.
final class KnownIdentities: Sendable {
  private struct Known {
    var identities: [[UInt8]: VolumeID] = [:]
    var marks: [VolumeID: [VolumeMark]] = [:]
    var names: [VolumeID: String] = [:]
  }

  private let known: Guarded<Known>

  /// Limit of marks per identity; a further one replaces the last, never the first.
  static let mostMarks = 8

  init(_ volumes: [KnownVolume]) {
    var known = Known()
    for volume in volumes {
      if let fingerprint = volume.fingerprint { known.identities[fingerprint] = volume.id }
      known.marks[volume.id] = Array(volume.marks.prefix(Self.mostMarks))
      if volume.id != .network { known.names[volume.id] = volume.name }
    }
    self.known = Guarded(known)
  }

  func identity(ofLook fingerprint: [UInt8]) -> VolumeID? { known.withLock { $0.identities[fingerprint] } }

  /// Those of volumes that were at this place.
  func identities(inPlace place: [UInt8]) -> [VolumeID] {
    known.withLock { known in known.marks.filter { $0.value.contains { $0.place == place } }.map(\.key) }
  }

  /// The marks of this identity's volumes, the first one seen first.
  func marks(of id: VolumeID) -> [VolumeMark] { known.withLock { $0.marks[id] ?? [] } }

  var names: [VolumeID: String] { known.withLock(\.names) }

  /// Of two volumes with this identity the one with the lower rank is the original: what the box knew for longer comes
  /// before what it knows of later, and the same folder before the same place.
  func rank(of mark: VolumeMark, as id: VolumeID) -> Int {
    let ranks = marks(of: id).enumerated().compactMap { place, known in
      known.distance(to: mark).map { 3 * place + $0 }
    }
    return ranks.min() ?? .max
  }

  func remember(_ id: VolumeID, name: String, look: [UInt8], mark: VolumeMark) {
    known.withLock { known in
      known.identities[look] = id
      known.names[id] = name
      var marks = known.marks[id] ?? []
      if let same = marks.firstIndex(where: { $0.distance(to: mark) == 0 }) {
        // What was known by its look only is known by more now.
        marks[same] = mark
      } else {
        if marks.count >= Self.mostMarks { marks.removeLast() }
        // Another folder at the path of a fixed one has taken its place, as on a larger disk; a reader is no such proof.
        let isFixed =
          mark.place?.first == UInt8(ascii: "/") && mark.place?.starts(with: "/dev/".utf8) == false
        let replaced = isFixed ? marks.firstIndex { $0.distance(to: mark) == 2 } : nil
        marks.insert(mark, at: replaced ?? marks.count)
      }
      known.marks[id] = marks
    }
  }
}
