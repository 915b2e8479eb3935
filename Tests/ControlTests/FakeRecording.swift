import Model

@testable import Control

/// A recorder in memory.
final class FakeRecording: Recording {
  var status = RecordingStatus()
  private(set) var log: [String] = []

  func start(_ name: String?, seconds: Int) throws(Refusal) {
    guard status.state != .recording else { throw .failed(.recordsAlready, "A recording is under way") }
    (status.state, status.name, status.limit) = (.recording, name, .seconds(seconds))
    (status.peak, status.rms) = (-6.26, -20)
  }

  func stop() throws(Refusal) {
    guard status.state == .recording else { throw .failed(.notRecording, "Nothing is being recorded") }
    (status.state, status.peak, status.rms) = (.take, nil, nil)
    status.elapsed = .seconds(2)
  }

  func play() throws(Refusal) { log.append("play") }
  func discard() throws(Refusal) { status = RecordingStatus() }
  func keep(_ name: String, folder: String, completion: @escaping (Result<String, Refusal>) -> Void) {
    completion(.success("Sounds/\(folder.isEmpty ? "" : folder + "/")\(name).flac"))
  }
}
