import Model

@testable import Control

/// Files in memory: each is whole once it has its size.
final class FakeUploads: Uploading {
  private(set) var requests: [UploadRequest] = []
  private(set) var files: [[UInt8]] = []
  /// What `begin` and `check` are refused with.
  var refusal: Refusal?

  func check(_ request: UploadRequest, completion: @escaping Completion<UploadStatus>) {
    if let refusal { return completion(.failure(refusal)) }
    let place = requests.firstIndex(of: request)
    completion(
      .success(
        UploadStatus(
          upload: place.map { $0 + 1 }, received: place.map { Int64(files[$0].count) } ?? 0,
          path: request.path)))
  }

  /// Whose files were begun.
  private(set) var senders: [String] = []

  func begin(_ request: UploadRequest, from sender: String, completion: @escaping Completion<UploadStatus>) {
    senders.append(sender)
    if refusal == nil, !requests.contains(request) {
      requests.append(request)
      files.append([])
    }
    check(request, completion: completion)
  }

  func append(_ bytes: [UInt8], to upload: Int, at offset: Int64, completion: @escaping Completion<Int64>) {
    guard files.indices.contains(upload - 1) else {
      return completion(.failure(.failed(.noSuchUpload, "No such upload")))
    }
    guard offset == files[upload - 1].count else {
      return completion(.failure(.failed(.uploadOutOfStep, "Continue elsewhere", about: "0")))
    }
    files[upload - 1] += bytes
    completion(.success(Int64(files[upload - 1].count)))
  }

  func end(_ upload: Int, completion: @escaping Completion<(uri: String, isKnown: Bool)>) {
    completion(.success(("Stick/\(requests[upload - 1].path)", upload > 1)))
  }

  func stop(_ upload: Int, completion: @escaping (Refusal?) -> Void) { completion(nil) }
}
