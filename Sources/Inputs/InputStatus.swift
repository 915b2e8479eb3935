public import Linux
public import Model

/// State of one input or LED, and what is known of its problem.
public struct InputStatus: Hashable, Sendable {
  public var report: InputReport
  /// The kernel's reason, and the lines that it may be about.
  public var code: Errno?
  public var addresses: [LineAddress] = []

  init(
    _ kind: InputReport.Kind, _ name: String, _ place: String, _ trouble: SystemError? = nil,
    _ count: ActionCount = ActionCount(), _ addresses: [LineAddress] = []
  ) {
    report = InputReport(kind, name: name, place: place)
    (report.trouble, report.actions) = (trouble?.description, count.count)
    (report.lastAction, report.lastNanoseconds) = (count.last, count.time?.nanoseconds)
    (code, self.addresses) = (trouble?.code, addresses)
  }
}
