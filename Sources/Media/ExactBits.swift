/// How many bits of the source a float sample carries exactly, so that at unity gain they can reach the device bit
/// for bit.
public enum ExactBits: Hashable, Sendable {
  /// Every sample is a whole number of steps of this many bits: 16 (sources of 8 to 16 bits) or 24 (17 to 24).
  case bits(Int)
  /// Nothing to keep exact: lossy formats, and sources of more than 24 bits.
  case none

  /// - Parameter bits: of whole samples; nil or 0 where they are not whole.
  init(_ bits: Int?) {
    switch bits ?? 0 {
    case 1...16: self = .bits(16)
    case 17...24: self = .bits(24)
    default: self = .none
    }
  }
}
