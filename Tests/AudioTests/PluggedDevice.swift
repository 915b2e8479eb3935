import Linux
import Support
import Synchronization

@testable import Audio
@testable import Signal

/// A device on a plug that the test pulls.
final class PluggedDevice: OutputDevice {
  /// What the test holds.
  final class Plug: Sendable {
    /// While it is, the device fails as a USB card that was pulled, and none can be opened.
    let isPulled = Atomic<Bool>(false)
    let openings = Atomic<Int>(0)
    /// The number of the thread that uses the device; 0 before its first use.
    let thread = Atomic<Int>(0)
    /// Whether the thread that uses the device also closed it, which may block on the driver.
    let isClosedByUser = Atomic<Bool>(false)
    /// While it is, every use of the device allocates: what a test for that must see.
    let allocates = Atomic<Bool>(false)
  }

  private let device: any OutputDevice
  private let plug: Plug

  var name: String { device.name }
  var rate: Int { device.rate }
  var format: SampleFormat { device.format }
  var periodFrames: Int { device.periodFrames }
  var bufferFrames: Int { device.bufferFrames }

  private init(_ device: any OutputDevice, _ plug: Plug) {
    self.device = device
    self.plug = plug
  }

  deinit {
    if plug.thread.load(ordering: .relaxed) == Linux.Thread.currentID {
      plug.isClosedByUser.store(true, ordering: .relaxed)
    }
  }

  /// - Parameter device: opens what is behind the plug.
  static func opener(
    _ plug: Plug, _ device: @escaping @Sendable () throws(DeviceError) -> any OutputDevice
  ) -> @Sendable () throws(DeviceError) -> any OutputDevice {
    { () throws(DeviceError) in
      if plug.isPulled.load(ordering: .acquiring) {
        throw DeviceError(name: "plugged", call: "open", code: -19)
      }
      plug.openings.add(1, ordering: .relaxed)
      return PluggedDevice(try device(), plug)
    }
  }

  func state(at nanoseconds: Int64) -> DeviceState {
    if plug.thread.load(ordering: .relaxed) == 0 {
      plug.thread.store(Linux.Thread.currentID, ordering: .relaxed)
    }
    if plug.allocates.load(ordering: .relaxed) { AllocationProbe.allocate() }
    return plug.isPulled.load(ordering: .acquiring) ? .failed(19) : device.state(at: nanoseconds)
  }

  func write(_ bytes: UnsafeRawPointer, frames: Int, at nanoseconds: Int64) -> DeviceWrite {
    plug.isPulled.load(ordering: .acquiring)
      ? .failed(19) : unsafe device.write(bytes, frames: frames, at: nanoseconds)
  }

  func start(at nanoseconds: Int64) -> DeviceWrite { device.start(at: nanoseconds) }

  func rewind(_ frames: Int) -> Int {
    plug.isPulled.load(ordering: .acquiring) ? 0 : device.rewind(frames)
  }
}
