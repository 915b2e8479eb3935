public import Model

/// A volume that this box has seen.
public struct KnownVolume: Hashable, Sendable {
  public var id: VolumeID
  public var name: String
  /// Which volume it looked like from outside (`VolumeFingerprint`), to know it again without its database.
  public var fingerprint: [UInt8]?
  /// The box's counter in what the volume last carried when it was seen.
  public var counterSeen: Int64

  public init(
    id: VolumeID, name: String, fingerprint: [UInt8]? = nil, counterSeen: Int64 = 0
  ) {
    self.id = id
    self.name = name
    self.fingerprint = fingerprint
    self.counterSeen = counterSeen
  }
}
