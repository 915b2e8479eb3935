@testable import Audio

/// The audio thread's body, stepped by hand against a device in the test's hands.
final class PumpBench {
  let rig: Rig
  let slot = DeviceSlot()
  let pump: DevicePump
  var now: Int64 = 0

  init(volume: Int = 100, rate: Int = 44_100, soundBytes: Int = 16 << 20, tap: TapRing? = nil) throws {
    rig = try Rig(rate: rate, volume: volume, soundBytes: soundBytes)
    let calls = Calls()
    pump = DevicePump(
      mixer: rig.mixer, link: rig.parts.link, slot: slot, tap: tap, toHelper: { calls.count += 1 })
    self.calls = calls
  }

  final class Calls { var count = 0 }
  let calls: Calls

  func hand(_ device: FakeDevice) { slot.hand(ReadyDevice(device)) }

  func play(_ plan: SyntheticDecoder.Plan) {
    rig.engine.play(rig.entry(plan))
    rig.feed()
  }

  /// Steps as the audio thread does, for so many milliseconds of the device's time.
  func run(_ milliseconds: Int, _ device: FakeDevice, feeding: Bool = true) {
    for _ in 0..<milliseconds {
      _ = pump.step { self.now }
      now += 1_000_000
      rig.clockIs(now)
      device.play(device.rate / 1000)
      if feeding {
        rig.feed()
      } else {
        rig.listen()
      }
    }
  }
}
