import Control
import Model

/// Recording, as the protocol asks for it.
final class RecordingAdapter: Recording {
  private let recordings: Recordings

  init(_ recordings: Recordings) { self.recordings = recordings }

  var status: RecordingStatus {
    var status = RecordingStatus()
    status.state = recordings.isRecording ? .recording : recordings.hasTake ? .take : .none
    status.name = recordings.name
    status.elapsed = recordings.elapsed
    status.limit = recordings.limit
    if let levels = recordings.levels { (status.peak, status.rms) = (levels.peak, levels.rms) }
    status.message = recordings.message
    status.messageKey = recordings.message == nil ? nil : recordings.messageKey
    return status
  }

  func start(_ name: String?, seconds: Int, completion: @escaping (Refusal?) -> Void) {
    recordings.start(name, seconds: seconds, completion: completion)
  }
  func stop(completion: @escaping (Refusal?) -> Void) { recordings.stop(completion: completion) }
  func play(completion: @escaping (Refusal?) -> Void) { recordings.play(completion: completion) }
  func discard(completion: @escaping (Refusal?) -> Void) { recordings.discard(completion: completion) }

  func keep(_ name: String?, folder: String, completion: @escaping (Result<String, Refusal>) -> Void) {
    recordings.keep(name, folder: folder, completion: completion)
  }
}
