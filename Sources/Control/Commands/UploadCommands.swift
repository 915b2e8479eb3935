import Linux
import Model

/// Files that clients send onto a volume: further commands, for `jukebox-web`.
enum UploadCommands {
  static let list: [Command] = [
    Command("uploadbegin", .control, 3...4) { call throws(CommandError) in
      let visitor = call.arguments.optional(3)
      guard visitor == nil || call.client.isLocal else {
        throw CommandError(.permission, "Command only permitted to local clients")
      }
      let sender = visitor ?? call.client.address?.machine ?? "this machine"
      return try status(call) { call.backend.uploads.begin($0, from: sender, completion: $1) }
    },
    Command("uploadbytes", .control, 3...3, takesBytes: true) { call throws(CommandError) in
      try append(call.bytes, call)
    },
    Command("uploadcheck", .control, 3...3) { call throws(CommandError) in
      try status(call) { call.backend.uploads.check($0, completion: $1) }
    },
    Command("uploadend", .control, 1...1, end),
    Command("uploadpart", .control, 3...3) { call throws(CommandError) in
      guard let bytes = Base64.bytes(of: call.arguments[2]) else { throw .argument("Base64 expected") }
      return try append(bytes, call)
    },
    Command("uploadstop", .control, 1...1) { call throws(CommandError) in
      let upload = try upload(call)
      return call.whenDone { call.backend.uploads.stop(upload, completion: $0) }
    },
  ]

  /// More than any file has, in bytes.
  private static let mostBytes = 1 << 50

  private static func upload(_ call: Call) throws(CommandError) -> Int {
    try call.arguments.number(0, in: 1...Int(Int32.max), "The number of an upload")
  }

  /// `VOLUME PATH SIZE`; of `uploadbegin` also `[MACHINE]`, for whom a local client sends the file
  private static func status(
    _ call: Call,
    _ start: @escaping (UploadRequest, @escaping Completion<UploadStatus>) -> Void
  ) throws(CommandError) -> Answer {
    let volume = call.arguments[0]
    let bytes = try call.arguments.number(2, in: 1...mostBytes, "Bytes")
    let request = UploadRequest(volume: volume, path: call.arguments[1], bytes: Int64(bytes))
    return call.wait(
      for: { (completion: @escaping Completion<UploadStatus>) in
        start(request, completion)
        return .done
      },
      otherwise: { $0.commandError(of: volume) },
      then: { (status: UploadStatus) throws(CommandError) in
        if let upload = status.upload { call.client.output.pair("upload", upload) }
        call.client.output.pair("received", Int(status.received))
        call.client.output.pair("path", status.path)
        return .done
      })
  }

  /// `ID OFFSET` and what the bytes come from
  private static func append(_ bytes: [UInt8], _ call: Call) throws(CommandError) -> Answer {
    let upload = try upload(call)
    let offset = try call.arguments.number(1, in: 0...mostBytes, "An offset")
    return call.wait(
      for: { (completion: @escaping Completion<Int64>) in
        call.backend.uploads.append(bytes, to: upload, at: Int64(offset), completion: completion)
        return .done
      },
      then: { (received: Int64) throws(CommandError) in
        call.client.output.pair("received", Int(received))
        return .done
      })
  }

  private static func end(_ call: Call) throws(CommandError) -> Answer {
    let upload = try upload(call)
    return call.wait(
      for: { (completion: @escaping Completion<(uri: String, isKnown: Bool)>) in
        call.backend.uploads.end(upload, completion: completion)
        return .done
      },
      then: { (file: (uri: String, isKnown: Bool)) throws(CommandError) in
        call.client.output.pair("file", file.uri)
        if file.isKnown { call.client.output.pair("known", true) }
        return .done
      })
  }
}
