import Linux
import Model

/// Which identity a volume of a given look had, and the name of each identity's volume. Any thread.
final class KnownIdentities: Sendable {
  private struct Known {
    var identities: [[UInt8]: VolumeID] = [:]
    var names: [VolumeID: String] = [:]
  }

  private let known: Guarded<Known>

  init(_ volumes: [KnownVolume]) {
    var known = Known()
    for volume in volumes {
      if let fingerprint = volume.fingerprint { known.identities[fingerprint] = volume.id }
      if volume.id != .network { known.names[volume.id] = volume.name }
    }
    self.known = Guarded(known)
  }

  func identity(ofLook fingerprint: [UInt8]) -> VolumeID? { known.withLock { $0.identities[fingerprint] } }

  var names: [VolumeID: String] { known.withLock(\.names) }

  func remember(_ id: VolumeID, name: String, look: [UInt8]) {
    known.withLock { known in
      known.identities[look] = id
      known.names[id] = name
    }
  }
}
