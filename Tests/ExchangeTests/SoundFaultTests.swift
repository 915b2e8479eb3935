import Linux
import Media
import Support
import Testing

@testable import Exchange

@Suite("Failures of sound files") struct SoundFaultTests {
  @Test func `a sound file that is half made is named to nobody`() {
    let error = SystemError(.noSpace, call: "write", path: "/var/lib/jukebox/take.flac")
    for fault in [SoundFault(error), SoundFault(MediaError.io(error))] {
      expectEqual(fault, .failed("\(error.code) (write)"))
    }
  }
}
