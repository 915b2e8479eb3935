public import Linux
public import Model

/// The reports of readers that are keyboards, and the devices that type as a reader does. Loop thread only.
public final class CardReaders {
  /// Called in the loop with each number that a reader types, the reader's name, and the time of its last key.
  public var placed: (CardNumber, _ reader: String, Instant) -> Void = { _, _, _ in }
  /// Called in the loop when the line of a reader reports that its card was taken away.
  public var left: (_ reader: String) -> Void = { _ in }
  /// Called in the loop when the line of a reader reports a card.
  public var returned: (_ reader: String) -> Void = { _ in }
  /// Names of devices without a section that have typed a number as a reader does.
  public private(set) var typing: Set<String> = []
  private var lines: [KeptLines<AttachedButton>] = []

  private static let mostTyping = 8

  deinit { closeLines() }

  /// Requests the lines of readers. A failure is logged, and tried again.
  func openLines(of readers: [ReaderBinding], loop: EventLoop, host: any InputHost) {
    closeLines()
    typing.subtract(readers.map(\.device))
    lines = readers.compactMap { reader in
      reader.presence.map { keep(ButtonBinding(name: reader.name, line: $0, binding: Binding()), loop, host) }
    }
  }

  func closeLines() {
    for line in lines {
      line.attached?.detach()
      line.end()
    }
    lines = []
  }

  func note(typing device: String) {
    guard typing.count < Self.mostTyping, typing.insert(device).inserted else { return }
    Log.notice(
      "input \(device) types numbers as a reader of cards does: add to the configuration [reader NAME] with device = \(device)"
    )
  }

  private func keep(
    _ binding: ButtonBinding, _ loop: EventLoop, _ host: any InputHost
  ) -> KeptLines<AttachedButton> {
    KeptLines("reader \(binding.name)", loop: loop) {
      [weak self] whenGone throws(SystemError) -> AttachedButton in
      try AttachedButton(try host.openInput(LineRequest(binding)), binding, loop: loop) { change in
        if change.isDown { self?.returned(binding.name) } else { self?.left(binding.name) }
      } whenGone: { error in
        whenGone(error)
      }
    }
  }
}
