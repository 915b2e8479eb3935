import Linux
import Model
import Player

/// Runs the configured command that shuts the machine down. Loop thread only.
final class ShutdownCommand: EffectHandler {
  /// nil: none is configured.
  var command: String?
  private let loop: EventLoop
  private let saver: StateSaver
  private let tones: Tones

  /// The tone of the shutdown is heard to its end.
  private static let tonePeriod = Duration.milliseconds(1000)

  init(_ command: String?, loop: EventLoop, saver: StateSaver, tones: Tones) {
    self.command = command
    self.loop = loop
    self.saver = saver
    self.tones = tones
  }

  func handle(_ effect: Effect) -> Bool {
    guard case .perform(.shutdown) = effect else { return false }
    shutDown()
    return true
  }

  private func shutDown() {
    guard let command else {
      Log.notice("shutdown: no command is configured; see [player] shutdown-command")
      return
    }
    end(by: command)
  }

  /// Saves the state, plays the tone and runs a command that ends the machine.
  func end(by command: String) {
    // Saves the state before the power may go.
    saver.powerOff()
    guard tones.play(.shutdown) else { return run(command) }
    loop.schedule(after: Self.tonePeriod) { [weak self] in self?.run(command) }
  }

  private func run(_ command: String) {
    do throws(SystemError) {
      try Subprocess.start(command, loop: loop) { status in
        if status != 0 { Log.error("shutdown: `\(command)` ended with status \(status)") }
      }
    } catch {
      Log.error("shutdown: \(error)")
    }
  }
}
