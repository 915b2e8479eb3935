import CLinux
import Linux
import Signal

/// Opens what `device = auto` means now. Helper thread only.
final class DeviceFinder: Sendable {
  private let rate: Int
  private let formats: [SampleFormat]
  private let takesBack: Bool
  private let loyalty = Guarded(PulledCardGrace())

  init(rate: Int, formats: [SampleFormat], takesBack: Bool) {
    self.rate = rate
    self.formats = formats
    self.takesBack = takesBack
  }

  /// Opens the best of the PCMs that open.
  /// - Parameters:
  ///   - waits: for a card that was pulled a moment ago, and is perhaps plugged in again.
  ///   - onlyBetter: than the one that was opened last.
  func open(waits: Bool = true, onlyBetter: Bool = false) throws(DeviceError) -> any OutputDevice {
    let cards = DeviceChoice.ranked(CardList.read())
    let pcms = cards.map(\.pcm)
    if waits, let missing = loyalty.withLock({ $0.missing(from: pcms, at: .now()) }) {
      throw DeviceError(name: missing, call: "waiting for it", code: -ENODEV)
    }
    var refusal: DeviceError?
    for card in cards {
      if onlyBetter, loyalty.withLock({ $0.pcm == card.pcm }) { break }
      do throws(DeviceError) {
        let device = try PCMDevice(name: card.pcm, rate: rate, formats: formats, takesBack: takesBack)
        let pcm = card.pcm
        loyalty.withLock { $0.opened(pcm) }
        return device
      } catch {
        // Busy or broken: the next may do. The best card's error is reported.
        if refusal == nil { refusal = error }
      }
    }
    throw refusal ?? DeviceError(name: "auto", call: "no sound card found", code: -ENODEV)
  }
}
