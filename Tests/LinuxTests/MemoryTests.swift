import CLinux
import Linux
import Support
import Testing

@Suite("Memory and limits", .serialized)
struct MemoryTests {
  @Test(.enabled(if: AllocationProbe.works, "the thread sanitizer turns mlockall into nothing"))
  func `mapped memory is locked and later memory is not, or the refusal is typed`() throws {
    func lockedKilobytes() throws -> Int {
      let status = try Root(path: "/proc/self").open(Array("status".utf8)).readAll(atMost: 1 << 16)
      let line = String(decoding: status, as: UTF8.self).split(separator: "\n").first {
        $0.hasPrefix("VmLck:")
      }
      return try #require(line.flatMap { Int($0.filter(\.isNumber)) })
    }
    do {
      try Memory.lockAll()
      defer { munlockall() }
      let locked = try lockedKilobytes()
      #expect(locked > 0)
      let later = [UInt8](repeating: 1, count: 64 << 20)
      #expect(try lockedKilobytes() < locked + (32 << 10))
      withExtendedLifetime(later) {}
    } catch {
      let code = try #require(error as? SystemError).code
      #expect(code == .outOfMemory || code == .notPermitted)
    }
    try expectEqual(lockedKilobytes(), 0)
  }

  @Test func `reserved descriptors are refused to all but those who may take them`() throws {
    var before: UInt = 0
    expectEqual(unsafe clinux_descriptor_limit(&before), 0)
    // What is open already counts, and others of this process open files meanwhile: so many are free for all that.
    let most = 2000
    expectEqual(clinux_set_descriptor_limit(UInt(most)), 0)
    defer { _ = clinux_set_descriptor_limit(before) }
    let reserve = try DescriptorReserve(keeping: 64)
    expectEqual(reserve.most, most)
    let file = try HostFile.open("/dev/null")
    func isFree(above number: Int32) -> Bool {
      let copy = clinux_fcntl(file.rawValue, F_DUPFD_CLOEXEC, Int(number))
      if copy >= 0 { close(copy) }
      return copy >= 0
    }
    #expect(isFree(above: Int32(most - 65)))
    #expect(!isFree(above: Int32(most - 64)))
    #expect(try reserve.use { () throws(SystemError) in isFree(above: Int32(most - 64)) })
    #expect(!isFree(above: Int32(most - 64)))
  }

  @Test func `a runaway real-time thread is limited`() throws {
    // Longer than any test's; the limit cannot be raised again.
    try Memory.limitRealTime(to: .seconds(3600))
    let limits = try Root(path: "/proc/self").open(Array("limits".utf8)).readAll(atMost: 1 << 16)
    let line = String(decoding: limits, as: UTF8.self).split(separator: "\n").first {
      $0.hasPrefix("Max realtime timeout")
    }
    try expectEqual(#require(line).split(separator: " ").suffix(3), ["3600000000", "3600000000", "us"])
  }

  @Test(.enabled(if: AllocationProbe.works, "sanitizers have an allocator of their own"))
  func `freed blocks go back to the system, whatever was freed before`() {
    Memory.giveBackFreed()
    // Once one of a megabyte is freed, glibc would take smaller ones from a heap.
    withExtendedLifetime([UInt8](repeating: 1, count: 1 << 20)) {}
    let blocks = (0..<1000).map { _ in [UInt8](repeating: 1, count: 100 << 10) }
    let places = blocks.map { block in
      unsafe block.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) % 4096 }
    }
    // What is mapped alone begins with its page, but for malloc's head and the array's, and goes with it. Some lie where
    // other tests have freed something; without the bounds nearly all lie anywhere.
    #expect(places.count { $0 == 16 + 32 } > 500)
  }
}
