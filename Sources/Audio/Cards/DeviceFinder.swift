import CLinux
import Linux

/// Opens what `device = auto` means now. Helper thread only.
final class DeviceFinder: Sendable {
  private let rate: Int
  private let formats: [SampleFormat]
  private let last = Guarded<Last?>(nil)

  /// The PCM that was open last.
  private struct Last {
    let pcm: String
    /// When it was found missing first.
    var missedSince: Instant?
  }

  /// For so long a card that was pulled is waited for, before the music comes out of another one: a loose plug is
  /// not meant as a choice.
  static let loyalty = Duration.seconds(10)

  init(rate: Int, formats: [SampleFormat]) {
    self.rate = rate
    self.formats = formats
  }

  /// Opens the best of the PCMs that open.
  func open() throws(DeviceError) -> any OutputDevice {
    let cards = DeviceChoice.ranked(CardList.read())
    if let missing = missing(from: cards.map(\.pcm), at: .now()) {
      throw DeviceError(name: missing, call: "waiting for it", code: -ENODEV)
    }
    var refusal: DeviceError?
    for card in cards {
      do throws(DeviceError) {
        let device = try PCMDevice(name: card.pcm, rate: rate, formats: formats)
        last.withLock { $0 = Last(pcm: card.pcm) }
        return device
      } catch {
        // Busy or broken: the next may do. What is said is about the best.
        if refusal == nil { refusal = error }
      }
    }
    throw refusal ?? DeviceError(name: "auto", call: "no sound card found", code: -ENODEV)
  }

  /// - Returns: the card that was open last, where it is gone and still to be waited for.
  func missing(from pcms: [String], at now: Instant) -> String? {
    last.withLock { last in
      guard let pcm = last?.pcm, !pcms.contains(pcm) else {
        last?.missedSince = nil
        return nil
      }
      let since = last?.missedSince ?? now
      last?.missedSince = since
      return now - since < Self.loyalty ? pcm : nil
    }
  }
}
