import Glibc
import Model

/// Rendering mixes into files: further commands, for `jukebox render`.
enum RenderCommands {
  static let list: [Command] = [
    Command("renderbegin", .control, 2...Command.any, begin),
    Command("renderend", .control, 1...1) { call throws(CommandError) in
      call.backend.rendering.end(try job(call))
      return .done
    },
    Command("renderread", .control, 2...2, read),
    Command("renderstatus", .control, 1...1, status),
  ]

  private static func job(_ call: Call) throws(CommandError) -> Int {
    try call.arguments.number(0, in: 1...Int(Int32.max), "The number of a mix")
  }

  /// `[format wav|flac] [bits 16|24] [eq 0|1] [stem N] (playlist NAME|uri URI|pad NAME)…`
  private static func begin(_ call: Call) throws(CommandError) -> Answer {
    var request = RenderRequest()
    var sources: [(isPlaylist: Bool, name: String)] = []
    for index in stride(from: 0, to: call.arguments.count, by: 2) {
      let word = call.arguments[index]
      guard index + 1 < call.arguments.count else { throw .argument("\"\(word)\" needs a value") }
      let value = call.arguments[index + 1]
      switch word {
      case "format":
        guard let container = RenderRequest.Container(rawValue: value) else {
          throw .argument("Unknown format \(value): wav or flac expected")
        }
        request.container = container
      case "bits":
        guard let bits = Int(value), [16, 24].contains(bits) else {
          throw .argument("Bits \(value): 16 or 24 expected")
        }
        request.bits = bits
      case "eq": request.isShaped = try call.arguments.boolean(index + 1)
      case "stem": request.stem = try call.arguments.number(index + 1, in: 1...65_536, "Stem") - 1
      case "playlist": sources.append((true, value))
      case "pad":
        guard let pad = call.backend.pads.find(value)?.pad else {
          throw CommandError.named(.noSuchPad, value)
        }
        request.add(pad)
      case "uri": sources.append((false, value))
      default: throw .argument("Unknown part of a mix: \(word)")
      }
    }
    guard !sources.isEmpty || !request.entries.isEmpty else {
      throw .argument("renderbegin needs playlist NAME, uri URI or pad NAME")
    }
    return try gather(sources[...], request, call)
  }

  /// Collects the entries of one source after the other.
  private static func gather(
    _ sources: ArraySlice<(isPlaylist: Bool, name: String)>, _ request: RenderRequest, _ call: Call
  ) throws(CommandError) -> Answer {
    guard let source = sources.first else { return start(request, call) }
    var request = request
    guard source.isPlaylist else {
      guard let path = MusicPath.normalized(source.name),
        let track = call.backend.tracks.reference(of: .uri(path))
      else {
        throw Refusal.noSuchSong.commandError(of: source.name)
      }
      request.entries.append(QueueItem(track))
      return try gather(sources.dropFirst(), request, call)
    }
    return page(of: source.name, after: nil, request, call) { (request) throws(CommandError) in
      try gather(sources.dropFirst(), request, call)
    }
  }

  private static func page(
    of playlist: String, after cursor: Cursor?, _ request: RenderRequest, _ call: Call,
    then: @escaping (RenderRequest) throws(CommandError) -> Answer
  ) -> Answer {
    call.wait(
      for: {
        call.backend.playlists.entries(
          of: playlist, after: cursor, skipping: 0, limit: 300, texts: false, completion: $0)
      },
      otherwise: { $0.commandError(of: playlist) },
      then: { (entries: PlaylistEntries) throws(CommandError) in
        var request = request
        for entry in entries.entries {
          request.entries.append(QueueItem(entry.track, entry.region))
        }
        guard let next = entries.next else { return try then(request) }
        return page(of: playlist, after: next, request, call, then: then)
      })
  }

  private static func start(_ request: RenderRequest, _ call: Call) -> Answer {
    call.wait(
      for: { (completion: @escaping Completion<Int>) in
        call.backend.rendering.begin(request, completion: completion)
        return .done
      },
      then: { (job: Int) throws(CommandError) in
        call.client.output.pair("job", job)
        call.client.output.pair("songs", request.entries.count)
        return .done
      })
  }

  private static func status(_ call: Call) throws(CommandError) -> Answer {
    let job = try job(call)
    let status = try call.trying { () throws(Refusal) in try call.backend.rendering.status(job) }
    call.client.output.pair("state", status.state.rawValue)
    call.client.output.pair("done", Decimal.seconds(status.done))
    call.client.output.pair("total", Decimal.seconds(status.total))
    if let bytes = status.bytes { call.client.output.pair("bytes", Int(clamping: bytes)) }
    if let failure = status.failure { call.client.output.pair("failure", failure) }
    for song in status.songs {
      call.client.output.address("file", song.uri)
      if let start = song.start { call.client.output.pair("start", Decimal.seconds(start)) }
    }
    return .done
  }

  /// `JOB OFFSET`
  private static func read(_ call: Call) throws(CommandError) -> Answer {
    let job = try job(call)
    let offset = try call.arguments.unsigned(1)
    return call.wait(
      for: { (completion: @escaping Completion<[UInt8]>) in
        call.backend.rendering.read(
          job, at: Int64(clamping: offset), limit: call.client.binaryLimit, completion: completion)
        return .done
      },
      then: { (bytes: [UInt8]) throws(CommandError) in
        call.client.output.binary(bytes)
        return .done
      })
  }
}

extension RenderRequest {
  /// A pad as it sounds, once.
  fileprivate mutating func add(_ pad: Pad) {
    var region = Region()
    region.start = pad.settings.start
    region.end = pad.settings.end
    region.gain = max(Region.gains.lowerBound, 20 * log10(pad.settings.gain))
    entries.append(QueueItem(pad.track, region))
    equaliser = pad.settings.equaliser
    speed = pad.settings.speed
  }
}
