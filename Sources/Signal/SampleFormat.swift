/// How a device takes samples; all little-endian, two channels interleaved.
public enum SampleFormat: String, CaseIterable, Hashable, Sendable {
  /// 32-bit integers.
  case s32 = "S32"
  /// 24-bit integers in the lower three of four bytes.
  case s24 = "S24"
  /// 24-bit integers in three bytes.
  case s24Packed = "S24_3"
  /// 32-bit floats.
  case float = "FLOAT"
  /// 16-bit integers.
  case s16 = "S16"

  package var bytesPerFrame: Int {
    switch self {
    case .s32, .s24, .float: 8
    case .s24Packed: 6
    case .s16: 4
    }
  }

  /// How many bits of a sample the device gets exactly. A float sample in the engine has 24.
  package var bits: Int { self == .s16 ? 16 : 24 }
}
