import Linux
import Player

/// Which identity a volume of a certain look had. Any thread.
final class KnownIdentities: Sendable {
  private let identities: Guarded<[[UInt8]: VolumeID]>

  init(_ known: [KnownVolume]) {
    var identities: [[UInt8]: VolumeID] = [:]
    for volume in known {
      if let fingerprint = volume.fingerprint { identities[fingerprint] = volume.id }
    }
    self.identities = Guarded(identities)
  }

  func identity(ofLook fingerprint: [UInt8]) -> VolumeID? { identities.withLock { $0[fingerprint] } }

  func remember(_ id: VolumeID, look: [UInt8]) { identities.withLock { $0[look] = id } }
}
