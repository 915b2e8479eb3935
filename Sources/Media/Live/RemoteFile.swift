import CLinux
import Linux
import Model

/// A file on a server, read through connections that begin at any of its bytes. The thread of the stream only.
@safe final class RemoteFile {
  let size: Int64
  private let stream: LiveStream
  /// Waits until then; false where nothing more is wanted now.
  private let wait: (Instant) -> Bool
  private var input: LiveInput?
  private var position: Int64 = 0
  /// The end of the file, where the formats have their tags.
  private var tail: [UInt8] = []
  private var isAside = false
  /// The server refuses to send parts of the file: each connection reads it from its start, so that a look aside would
  /// last as long as the file, and a gap is read over.
  private var refusesParts = false
  /// Why it can't be had; nil while it may be.
  private(set) var failure: MediaError?

  /// A gap of this size in bytes is read over: a new connection takes longer.
  private static let mostGap: Int64 = 128 << 10
  static let tailBytes: Int64 = 32 << 10

  /// - Parameters:
  ///   - input: the first connection, from the file's beginning on.
  ///   - wait: ends early, with false, where nothing more is wanted.
  init(_ stream: LiveStream, _ input: LiveInput, size: Int64, wait: @escaping (Instant) -> Bool) {
    (self.stream, self.input, self.size, self.wait) = (stream, input, size, wait)
  }

  func close() { input = nil }

  /// Copies bytes from `offset` on; blocks until there are some. On a slow line, all that were asked for could take longer than
  /// what was decoded lasts.
  /// - Returns: how many; 0 only at the end of the file.
  func read(into target: UnsafeMutableRawBufferPointer, at offset: Int64) throws(SystemError) -> Int {
    let wanted = Int(min(Int64(target.count), max(0, size - offset)))
    var count = 0
    while wanted > 0, count == 0 {
      count = try unsafe connection(at: offset).read(
        into: UnsafeMutableRawBufferPointer(rebasing: target[..<wanted]))
      position += Int64(count)
    }
    return count
  }

  /// As `read`, for a look at the file's end between reads at its beginning.
  /// - Returns: 0 also where the server refuses to send that part.
  func readAside(into target: UnsafeMutableRawBufferPointer, at offset: Int64) throws(SystemError) -> Int {
    let start = max(0, size - Self.tailBytes)
    guard offset >= start else { return try unsafe read(into: target, at: offset) }
    if refusesParts { return 0 }
    if tail.isEmpty {
      let (main, place) = (input, position)
      defer { (input, position, isAside) = (main, place, false) }
      (input, isAside) = (nil, true)
      var bytes = [UInt8](repeating: 0, count: Int(size - start))
      var failure: SystemError?
      unsafe bytes.withUnsafeMutableBytes { buffer in
        var done = 0
        while done < buffer.count, failure == nil {
          let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
          do throws(SystemError) { done += try unsafe read(into: rest, at: start + Int64(done)) } catch {
            failure = error
          }
        }
      }
      if refusesParts { return 0 }
      if let failure { throw failure }
      tail = bytes
    }
    let part = tail.dropFirst(Int(offset - start)).prefix(target.count)
    unsafe target.copyBytes(from: part)
    return part.count
  }

  /// A connection whose next byte is there, made again for as long as that takes.
  private func connection(at offset: Int64) throws(SystemError) -> LiveInput {
    var backoff = Backoff()
    while true {
      if failure != nil { throw SystemError(.noSuchDevice, call: "read") }
      if isAside, refusesParts { throw SystemError(.notSupported, call: "read") }
      if let input, !input.isAtEnd, position <= offset, refusesParts || offset - position <= Self.mostGap {
        skip(to: offset, input)
        if !input.isAtEnd { return input }
      }
      guard wait(.now()) else { throw SystemError(.interrupted, call: "read") }
      let why = ending()
      input = nil
      if case .refused(let reason)? = why {
        failure = .stream(reason)
        continue
      }
      if let why {
        let retry = Instant.now() + backoff.next()
        stream.update { ($0.state, $0.trouble, $0.retryAt) = (.waiting, why.reason, retry) }
        guard wait(retry) else { throw SystemError(.interrupted, call: "read") }
      }
      stream.update { ($0.trouble, $0.retryAt) = (nil, nil) }
      input = try stream.open(from: offset) { [weak self] report in
        guard let self, case .partsRefused = report else { return }
        refusesParts = true
        // It need not come to the bytes.
        if isAside { input?.end() }
      }
      position = offset
    }
  }

  /// Why the connection has no more bytes; nil where there is none, or other bytes are wanted.
  private func ending() -> StreamReport.Ending? {
    guard let input, input.isAtEnd else { return nil }
    input.finish()
    return switch input.ending {
    case .complete?, nil: .cut("the connection broke")
    case let ending?: ending
    }
  }

  private func skip(to offset: Int64, _ input: LiveInput) {
    var buffer = [UInt8](repeating: 0, count: 16 << 10)
    while position < offset {
      let count = unsafe buffer.withUnsafeMutableBytes { buffer in
        let rest = Int(min(Int64(buffer.count), offset - position))
        return unsafe input.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<rest]))
      }
      if count == 0 { return }
      position += Int64(count)
    }
  }
}

extension StreamReport.Ending {
  fileprivate var reason: String {
    switch self {
    case .complete: ""
    case .cut(let why), .refused(let why): why
    }
  }
}
