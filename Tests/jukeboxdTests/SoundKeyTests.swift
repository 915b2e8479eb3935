import Audio
import Support
import Testing

@testable import jukeboxd

@Suite struct SoundKeyTests {
  @Test func `each sound that is no pad has its own key below those of the pads`() {
    let keys = SoundKey.reserved
    expectEqual(Set(keys).count, keys.count)
    #expect(keys.allSatisfy { $0.rawValue < 0 })
  }
}
