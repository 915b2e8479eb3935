import Client
import JSON
import NIOHTTP1

/// A file that a visitor sends, over one connection to the jukebox.
enum Upload {
  /// Bytes of a file in one command: as many as the jukebox takes.
  private static let partBytes = 64 * 1024

  /// How much of the file is there.
  static func state(_ file: UploadFile, _ connection: Connection) throws(Failure) -> Response {
    let answer = try connection.ask("uploadcheck", file.volume, file.path, String(file.size))
    return received(answer.integer("received") ?? 0, path: answer["path"])
  }

  /// Discards what is there of the file.
  static func stop(_ file: UploadFile, _ connection: Connection) throws(Failure) -> Response {
    let answer = try connection.ask("uploadcheck", file.volume, file.path, String(file.size))
    if let upload = answer["upload"] { try connection.ask("uploadstop", upload) }
    return .json(Array("{}".utf8))
  }

  /// Sends the body of a request. It blocks until the visitor has sent all of it, or has left.
  static func send(_ stream: UploadStream, _ connection: Connection) throws(Failure) -> Response {
    let file = stream.file
    func begin() throws(Failure) -> (upload: String, received: Int) {
      let answer = try connection.ask(
        "uploadbegin", file.volume, file.path, String(file.size), stream.machine)
      guard let upload = answer["upload"], let received = answer.integer("received") else {
        throw .broken(connection.address)
      }
      return (upload, received)
    }
    var (upload, received) = try begin()
    if received > 0, stream.range.lowerBound == 0 {
      try connection.ask("uploadstop", upload)
      (upload, received) = try begin()
    }
    guard received == stream.range.lowerBound else {
      return .refusal(
        .conflict, "upload-out-of-step", "Continue at \(received): that many bytes are there.",
        about: String(received))
    }
    stream.begin()
    while let bytes = stream.take(atMost: partBytes) {
      try connection.ask(
        ["uploadbytes", upload, String(received), String(bytes.count)], followedBy: bytes)
      received += bytes.count
    }
    guard received == file.size else { return self.received(received, path: nil) }
    let answer = try connection.ask("uploadend", upload)
    let isKnown = answer["known"] == "1"
    return .json(JSONWriter.text { $0.object(of: answer.pairs) }, isKnown ? .ok : .created)
  }

  private static func received(_ count: Int, path: String?) -> Response {
    .json(
      JSONWriter.text { writer in
        writer.object { writer in
          writer.key("received")
          writer.integer(Int64(count))
          if let path { writer.pair("path", path) }
        }
      })
  }
}

/// A file to come, as the jukebox knows it.
struct UploadFile: Hashable, Sendable {
  /// A name as in `volumes`.
  let volume: String
  let path: String
  /// In bytes.
  let size: Int
}
