import Signal

@testable import Audio

/// A null device that says that it plays on a card.
final class CardDevice: OutputDevice {
  private let device: NullDevice

  init(rate: Int, at now: Int64) { device = NullDevice(rate: rate, at: now) }

  var card: String? { "hw:7" }
  var name: String { "card" }
  var rate: Int { device.rate }
  var format: SampleFormat { device.format }
  var periodFrames: Int { device.periodFrames }
  var bufferFrames: Int { device.bufferFrames }
  var unreturnableFrames: Int { device.unreturnableFrames }
  func state(at now: Int64) -> DeviceState { device.state(at: now) }
  func write(_ bytes: UnsafeRawPointer, frames: Int, at now: Int64) -> DeviceWrite {
    unsafe device.write(bytes, frames: frames, at: now)
  }
  func start(at now: Int64) -> DeviceWrite { device.start(at: now) }
  func rewind(_ frames: Int) -> Int { device.rewind(frames) }
}
