/// Random numbers that follow from a seed (xorshift64*).
public struct Dice: RandomNumberGenerator {
  private var state: UInt64

  public init(seed: UInt64) { state = seed &* 0x2545_F491_4F6C_DD1D | 1 }

  public mutating func next() -> UInt64 {
    state ^= state >> 12
    state ^= state << 25
    state ^= state >> 27
    return state &* 0x2545_F491_4F6C_DD1D
  }

  /// 0 to `limit - 1`.
  public mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<max(limit, 1), using: &self) }
  public mutating func flip() -> Bool { Bool.random(using: &self) }
}
