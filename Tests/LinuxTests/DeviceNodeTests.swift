import Linux
import Support
import Testing

struct DeviceNodeTests {
  @Test func `a device node has a device number`() {
    // makedev(3): major 1, minor 3.
    expectEqual(DeviceNode.device(at: Array("/dev/null".utf8)), 0x103)
  }

  @Test func `a path that is no device, or does not exist, has no device number`() {
    #expect(DeviceNode.device(at: Array("/dev".utf8)) == nil)
    #expect(DeviceNode.device(at: Array("/dev/there is none".utf8)) == nil)
  }
}
