import Model

@testable import Control

/// A recorder in memory.
final class FakeRecording: Recording {
  var status = RecordingStatus()
  private(set) var log: [String] = []

  /// Holds the end of a recording back until it is called.
  var isSlow = false
  private var ending: (() -> Void)?
  func end() { ending.take()?() }

  func start(_ name: String?, seconds: Int, completion: @escaping (Refusal?) -> Void) {
    guard status.state != .recording else {
      return completion(.failed(.recordsAlready, "A recording is under way"))
    }
    (status.state, status.name, status.limit) = (.recording, name ?? "Recording", .seconds(seconds))
    (status.peak, status.rms) = (-6.26, -20)
    completion(nil)
  }

  func stop(completion: @escaping (Refusal?) -> Void) {
    guard status.state == .recording else {
      return completion(.failed(.notRecording, "Nothing is being recorded"))
    }
    ending = { [self] in
      (status.state, status.peak, status.rms) = (.take, nil, nil)
      status.elapsed = .seconds(2)
      completion(nil)
    }
    if !isSlow { end() }
  }

  func play(completion: @escaping (Refusal?) -> Void) {
    log.append("play")
    completion(nil)
  }

  func discard(completion: @escaping (Refusal?) -> Void) {
    status = RecordingStatus()
    completion(nil)
  }

  func keep(_ name: String?, folder: String, completion: @escaping Completion<String>) {
    guard status.state == .take else {
      return completion(.failure(.failed(.noTake, "There is no recording")))
    }
    completion(.success("Sounds/\(folder.isEmpty ? "" : folder + "/")\(name ?? status.name ?? "").flac"))
  }
}
