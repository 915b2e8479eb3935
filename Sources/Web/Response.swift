import Client
import JSON
import Model
import NIOCore
import NIOHTTP1

/// An answer to a request.
struct Response: Sendable {
  var status = HTTPResponseStatus.ok
  /// Beside the ones that all answers have.
  var headers: [(name: String, value: String)] = []
  var body = ByteBuffer()
  /// The body, compressed by gzip, if that is smaller.
  var compressed: ByteBuffer?
  /// The room that the body takes until it is sent; nil for one that is kept anyway.
  var parcel: Outbox.Parcel?

  /// In bytes.
  var size: Int { body.readableBytes + (compressed?.readableBytes ?? 0) }

  static func json(
    _ json: [UInt8], _ status: HTTPResponseStatus = .ok, headers: [(String, String)] = []
  ) -> Response {
    Response(
      status: status,
      headers: [("Content-Type", "application/json"), ("Cache-Control", "no-store")] + headers, body: json)
  }

  /// A refusal for programs (`key`) and for people (`text`).
  static func refusal(
    _ status: HTTPResponseStatus, _ key: String, _ text: String, about: String? = nil, place: Int? = nil
  ) -> Response {
    let json = JSONWriter.text { writer in
      writer.object { writer in
        writer.key("key")
        writer.string(key)
        if let about {
          writer.key("about")
          writer.string(about)
        }
        writer.key("text")
        writer.string(text)
        if let place {
          writer.key("command")
          writer.integer(Int64(place))
        }
      }
    }
    return Response.json(json, status)
  }

  /// Why the jukebox did not do it.
  /// - Parameter isList: whether the refusal says which command of a list it is about.
  init(_ failure: Failure, isList: Bool = false) {
    guard failure != .tooLarge else {
      self = .refusal(.conflict, "too-large", failure.description)
      return
    }
    guard failure.kind == .refused else {
      self = .refusal(.serviceUnavailable, "no-jukebox", failure.description)
      return
    }
    guard let refusal = failure.refusal else {
      self = .refusal(.badRequest, "bad-request", failure.description)
      return
    }
    if refusal.key == .noLyrics, !isList {
      self = .empty
      return
    }
    self = .refusal(
      Self.status(of: refusal.key), refusal.key?.rawValue ?? "refused", refusal.reason,
      about: refusal.subject, place: isList ? refusal.place : nil)
  }

  private static func status(of key: ErrorKey?) -> HTTPResponseStatus {
    switch key {
    case .noPermission: .forbidden
    case .badPassword: .unauthorized
    case .unknownCommand: .notFound
    case let key? where key.code == .noExist: .notFound
    default: .conflict
    }
  }

  init(
    status: HTTPResponseStatus = .ok, headers: [(name: String, value: String)] = [], body: [UInt8] = [],
    compressed: [UInt8]? = nil
  ) {
    self.status = status
    self.headers = headers
    self.body = ByteBuffer(bytes: body)
    self.compressed = compressed.map { ByteBuffer(bytes: $0) }
  }

  static let badRequest = Response.refusal(
    .badRequest, "bad-request", "The request is malformed, or a text in it has a line break.")
  /// If there is none of a thing. It is no error, so browsers write no line of it.
  static let empty = Response(status: .noContent, headers: [("Cache-Control", "no-cache")])
  static let notFound = Response.refusal(.notFound, "not-found", "There is nothing here.")
}
