import Control
import Library
import Linux
import Model

/// The chords and tones that the microphone hears, as long as a client listens. Loop thread only.
final class LiveAnalysis: LiveListening {
  private let loop: EventLoop
  private let microphone: Microphone
  private let notify: ChangeNotifier
  /// The analyser's path; nil if it is not installed.
  var program: String?
  private(set) var status = LiveStatus()
  private var clients: Set<Int> = []
  private var run: LiveRun?
  /// The run has been stopped, and the device is not closed yet.
  private var isClosing = false
  /// Whether the microphone is waited for.
  private var isTaking = false
  /// Called once sound comes.
  private var starting: [(Refusal?) -> Void] = []
  /// Called once the microphone is free.
  private var stopping: [(Refusal?) -> Void] = []

  private static let isStopped = Refusal.failed(.overtaken, "Listening was stopped before it began")

  init(loop: EventLoop, microphone: Microphone, program: String?, notify: ChangeNotifier) {
    self.loop = loop
    self.microphone = microphone
    self.program = program
    self.notify = notify
  }

  func start(by client: Int, completion: @escaping (Refusal?) -> Void) {
    clients.insert(client)
    if status.state == .on { return completion(nil) }
    starting.append(completion)
    guard !isTaking, run == nil || isClosing else { return }
    isTaking = true
    microphone.take(for: .listening) { [weak self] refusal in
      guard let self else { return }
      isTaking = false
      if let refusal { return refuse(refusal) }
      begin()
    }
  }

  private func begin() {
    // All that waited have disconnected.
    guard !starting.isEmpty else { return microphone.release() }
    do throws(Refusal) {
      guard let program, HostFile.allows(program) else { throw .system("jukebox-analyzer is not installed") }
      do throws(SystemError) {
        run = try LiveRun(program, microphone, loop: loop) { [weak self] in self?.receive($0) }
      } catch {
        throw Refusal(system: error)
      }
      status = LiveStatus()
      status.state = .starting
      notify(.listen)
    } catch {
      microphone.release()
      refuse(error)
    }
  }

  private func refuse(_ refusal: Refusal) {
    let waiting = starting
    (starting, clients) = ([], [])
    for completion in waiting { completion(refusal) }
  }

  private func receive(_ event: LiveRun.Event) {
    if case .ended(let reason, let isDevice) = event { return ended(reason, isDevice: isDevice) }
    if isClosing { return }
    switch event {
    case .began:
      status.state = .on
      notify(.listen)
      let waiting = starting
      starting = []
      for completion in waiting { completion(nil) }
    case .heard(.chord(let chord, let confidence, let time)):
      let isSame = status.chord.map { $0.chord == chord } ?? false
      status.chord = LiveStatus.Heard(
        chord: chord, confidence: confidence, since: isSame ? status.chord?.since ?? time : time)
      status.time = time
      notify(.listen)
    case .heard(.tone(let tone, let time)):
      (status.tone, status.time) = (tone, time)
      notify(.tuner)
    case .ended: break
    }
  }

  private func ended(_ reason: String?, isDevice: Bool) {
    let wasWanted = !isClosing
    (run, isClosing, status) = (nil, false, LiveStatus())
    if wasWanted {
      status.message = reason
      status.messageKey = isDevice ? .microphone : nil
      if let reason { Log.warning("listening: \(reason)") }
      refuse(.failed(.system, "Nothing is heard: \(reason ?? "")\(isDevice ? Microphone.advice : "")"))
    }
    notify(.listen)
    let waiting = stopping
    stopping = []
    for completion in waiting { completion(nil) }
    microphone.release()
  }

  func stop(completion: @escaping (Refusal?) -> Void) {
    if run != nil { stopping.append(completion) }
    refuse(Self.isStopped)
    close()
    if run == nil { completion(nil) }
  }

  func leave(_ client: Int) {
    guard clients.remove(client) != nil, clients.isEmpty else { return }
    refuse(Self.isStopped)
    close()
  }

  private func close() {
    guard let run, !isClosing else { return }
    isClosing = true
    status.state = .off
    microphone.close()
    run.stop()
  }
}
