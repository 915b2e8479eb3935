/// How many bits of the source a float sample carries exactly, so that at unity gain they can reach the device bit
/// for bit.
public enum ExactBits: Hashable, Sendable {
  /// Every sample is a whole number of steps of this many bits: 16 (sources of 8 to 16 bits) or 24 (17 to 24).
  case bits(Int)
  /// Nothing to keep exact: lossy formats, and sources of more than 24 bits.
  case none
}
