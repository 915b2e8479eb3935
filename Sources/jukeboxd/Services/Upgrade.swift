import Control
import Library
import Linux
import Model

/// Installs updates of the card image by a program of the image, which RAUC does the work for. Loop thread only.
final class Upgrade {
  private let loop: EventLoop
  private let shutdown: ShutdownCommand
  /// nil where there is no `/proc`; it exists on the card image alone.
  var program = ProcessImage.path(beside: "../lib/jukebox/update")
  private var run: Run?

  private static let mostOutput = 1 << 20
  /// In bytes; rauc has threads, whose stacks count.
  private static let mostMemory = 128 << 20
  private static let mostLine = 4096
  private static let mostFiles = 16
  private static let patience = Duration.seconds(10)
  /// Reading the other system's boot files takes seconds.
  private static let revertPatience = Duration.seconds(60)

  /// A program whose output is read while it works.
  private final class Run {
    let source: String
    let output: Descriptor
    var isWorking = true

    init(_ source: String, _ output: consuming Descriptor) {
      self.source = source
      self.output = output
    }

    /// The last bytes of the output as lines that are whole.
    var lines: [Substring] {
      let size = (try? output.status().size) ?? 0
      let bytes = (try? output.bytes(Upgrade.mostLine, at: max(0, size - Int64(Upgrade.mostLine)))) ?? []
      let text = String(decoding: bytes[...(bytes.lastIndex(of: 0x0A) ?? -1)], as: UTF8.self)
      return text.split(separator: "\n")
    }
  }

  init(loop: EventLoop, shutdown: ShutdownCommand) { (self.loop, self.shutdown) = (loop, shutdown) }

  private static let isMissing = Refusal.system(
    "This machine has no card image to update; with packages run: sudo apt update && sudo apt install jukebox"
  )

  private static let isBusy = Refusal.failed(.limitReached, "An update is being installed already")

  /// The program's path.
  private func installed() throws(Refusal) -> String {
    guard let program, HostFile.allows(program) else { throw Self.isMissing }
    return program
  }

  /// nil on a machine without the card image.
  var report: UpgradeReport? {
    guard (try? installed()) != nil else { return nil }
    var report = UpgradeReport()
    guard let run else { return report }
    report.source = run.source.withoutCredentials
    report.state = .working
    let words = (run.lines.last ?? "").split(separator: " ", maxSplits: 2).map(String.init)
    switch words.first {
    case "step" where words.count == 3: (report.percent, report.text) = (Int(words[1]) ?? 0, words[2])
    case "done": (report.state, report.percent) = (.done, 100)
    case "failed" where words.count > 1:
      (report.state, report.reason) = (.failed, words[1])
      report.text = words.count > 2 ? words[2] : ""
    default: break
    }
    if report.state == .working, !run.isWorking {
      (report.state, report.reason, report.text) = (.failed, "failed", "the update was broken off")
    }
    return report
  }

  func install(from source: String) throws(Refusal) {
    let program = try installed()
    guard run?.isWorking != true else { throw Self.isBusy }
    run = try start([program, "install", source], about: source) { _ in }
  }

  /// - Parameter completion: gets the updates on sticks.
  func find(completion: @escaping Completion<FoundUpgrades>) {
    ask("find", within: Self.patience, completion: completion) { status, lines in
      guard status == 0 else { return .failure(.system("The sticks can't be searched for updates")) }
      let files = Self.values(of: "file", in: lines).prefix(Self.mostFiles)
      return .success(
        FoundUpgrades(
          files: Array(files), hasFailed: lines.contains("back"), isWaiting: lines.contains("waiting"),
          other: Self.values(of: "other", in: lines).first))
    }
  }

  /// Has the system of before the last update run at the next start, or gives up an update that waits for it.
  /// - Parameter completion: gets the version that will run.
  func revert(completion: @escaping Completion<String>) {
    guard report?.state != .working else { return completion(.failure(Self.isBusy)) }
    ask("back", within: Self.revertPatience, completion: completion) { [weak self] _, lines in
      guard let version = Self.values(of: "done", in: lines).first else {
        return .failure(.system("The card has no other system that works"))
      }
      self?.run = nil
      return .success(version)
    }
  }

  private static func values(of key: String, in lines: [Substring]) -> [String] {
    lines.filter { $0.hasPrefix("\(key) ") }.map { String($0.dropFirst(key.utf8.count + 1)) }
  }

  /// Runs a command of the program to its end.
  private func ask<Found>(
    _ command: String, within patience: Duration, completion: @escaping Completion<Found>,
    answer: @escaping (Int32, [Substring]) -> Result<Found, Refusal>
  ) {
    do throws(Refusal) {
      var run: Run?
      run = try start([try installed(), command], about: "", within: patience) { status in
        completion(answer(status, run?.lines ?? []))
      }
    } catch {
      completion(.failure(error))
    }
  }

  /// Starts the machine again, for the system that was installed.
  func restartMachine() throws(Refusal) { shutdown.end(by: "\(try installed()) restart") }

  private func start(
    _ words: [String], about source: String, within patience: Duration? = nil,
    ended: @escaping (Int32) -> Void
  ) throws(Refusal) -> Run {
    do throws(SystemError) {
      let run = Run(source, try Descriptor.inMemory("update"))
      var timer: EventLoop.Timer?
      let process = try Subprocess.startSource(
        words, output: run.output, errors: run.output,
        limits: ProcessLimits(fileBytes: Self.mostOutput, memoryBytes: Self.mostMemory), loop: loop
      ) { [loop] status in
        if let timer { loop.cancel(timer) }
        run.isWorking = false
        ended(status)
      }
      if let patience { timer = loop.schedule(after: patience) { process.kill() } }
      return run
    } catch {
      throw Refusal(system: error)
    }
  }
}
