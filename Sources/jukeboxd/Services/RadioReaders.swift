import Doctor
import Inputs
import Linux
import Model

/// The readers of jukebox-cards, as it reports them. Loop thread only.
final class RadioReaders {
  private var readers: [ReaderBinding] = []
  private var reports: [String: (state: ReaderState, at: Instant)] = [:]

  private static let mostReports = 32
  /// The program reports each minute.
  private static let silence = Duration.seconds(150)

  func set(_ readers: [ReaderBinding]) {
    self.readers = readers.filter { !$0.kind.isKeyboard }
  }

  func note(_ state: ReaderState, of name: String, at time: Instant) {
    // Their program may have read a section sooner than the jukebox.
    if reports.count >= Self.mostReports { reports = reports.filter { time - $0.value.at <= Self.silence } }
    if reports.count < Self.mostReports { reports[name] = (state, time) }
  }

  /// The readers as inputs.
  func inputs(at now: Instant) -> [InputReport] {
    facts(at: now).map { reader in
      var report = InputReport(
        .reader, name: reader.name, place: reader.device.isEmpty ? reader.kind : reader.device)
      if reader.state != .works, reader.state != .listening {
        report.trouble = reader.state?.rawValue ?? "jukebox-cards has not reported it"
      }
      return report
    }
  }

  func facts(at now: Instant) -> [InputFacts.RadioReader] {
    readers.map { reader in
      let report = reports[reader.name].flatMap { now - $0.at <= Self.silence ? $0.state : nil }
      return InputFacts.RadioReader(
        name: reader.name, kind: reader.kind.rawValue, device: reader.device, state: report)
    }
  }
}
