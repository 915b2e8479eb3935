import CALSA
import Linux
import Synchronization

/// The audio thread's body.
enum AudioThread {
  /// For a device: steps the pump and sleeps for as long as it says.
  static func run(_ pump: DevicePump, _ link: EngineLink) {
    // A page that is touched for the first time costs a fault, and one that is not touched is not locked either.
    calsa_touch_stack()
    while true {
      let milliseconds = pump.step { Instant.now().nanoseconds }
      if link.isQuitting.load(ordering: .acquiring), !pump.hasDevice { break }
      ThreadSleep.sleep(on: link.toAudio, milliseconds: milliseconds)
    }
    pump.finish()
    link.audioDone.signal()
  }

  /// For a file: pulls for as long as there is something.
  static func run(_ pump: FilePump, _ link: EngineLink) {
    while !link.isQuitting.load(ordering: .acquiring) {
      if pump.step() { continue }
      if pump.playsVoices {
        ThreadSleep.sleep(on: link.toAudio, milliseconds: FilePump.voiceMilliseconds)
        continue
      }
      pump.complete()
      pump.prepareToSleep()
      if pump.step() { continue }
      ThreadSleep.sleep(on: link.toAudio, milliseconds: -1)
    }
    pump.end()
  }
}
