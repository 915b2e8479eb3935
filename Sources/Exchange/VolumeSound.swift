import Library
import Linux
import Media
import Model

/// Sound files that the jukebox makes on a volume. On threads that may block on storage.
enum VolumeSound {
  /// Writes a part of a file into a new one beside it, sample by sample as FLAC of 16 or 24 bits.
  /// - Parameters:
  ///   - end: nil is the file's end.
  /// - Returns: the new file's path.
  static func trim(
    _ path: [UInt8], from start: Duration, to end: Duration?, in root: Root
  ) throws(SoundFault) -> [UInt8] {
    do {
      let decoder = try openDecoder(try root.open(path))
      let rate = Int64(decoder.format.rate)
      let first = frame(at: start, rate)
      let last = end.map { frame(at: $0, rate) } ?? .max
      _ = try decoder.seek(toFrame: first)
      let frames = min(last, decoder.lengthFrames ?? .max) - first
      guard frames > 0 else { throw SoundFault.empty }
      let bits = decoder.format.exactBits == .bits(16) ? 16 : 24
      let channels = decoder.format.channels
      if frames < .max / 64 { try requireRoom(frames * Int64(channels * bits / 8), in: root) }
      return try make(besides: path, in: root) { (file: consuming Descriptor) throws in
        let writer = try SoundFileWriter(file, .flac, rate: Int(rate), channels: channels, bits: bits)
        try copy(decoder, until: last, to: writer)
        try writer.finish()
      }
    } catch let fault as SoundFault {
      throw fault
    } catch {
      throw SoundFault(error)
    }
  }

  /// The loudest sample of each part; of at most ten minutes.
  static func peaks(_ path: [UInt8], parts: Int, in root: Root) throws(SoundFault) -> [Double] {
    do {
      let decoder = try openDecoder(try root.open(path))
      let channels = decoder.format.channels
      let length = min(
        decoder.lengthFrames ?? decoder.estimatedLengthFrames ?? 0, Int64(600 * decoder.format.rate))
      guard length > 0 else { throw SoundFault.empty }
      var peaks = [Double](repeating: 0, count: parts)
      var samples = [Float](repeating: 0, count: 8192 * channels)
      while decoder.positionFrames < length {
        let first = decoder.positionFrames
        var span = samples.mutableSpan
        guard case .frames(let count) = try decoder.read(into: &span) else { break }
        for index in 0..<count * channels {
          let part = Int((first + Int64(index / channels)) * Int64(parts) / length)
          if part < parts { peaks[part] = max(peaks[part], Double(abs(samples[index]))) }
        }
      }
      return peaks.map { min(1, $0) }
    } catch let fault as SoundFault {
      throw fault
    } catch {
      throw SoundFault(error)
    }
  }

  private static func frame(at time: Duration, _ rate: Int64) -> Int64 {
    let (seconds, attoseconds) = time.components
    return seconds * rate + (attoseconds / 1_000_000_000 * rate + 500_000_000) / 1_000_000_000
  }

  private static func copy(_ decoder: any Decoder, until last: Int64, to writer: SoundFileWriter)
    throws(MediaError)
  {
    let channels = decoder.format.channels
    var samples = [Float](repeating: 0, count: 8192 * channels)
    var whole = [Int32](repeating: 0, count: samples.count)
    while decoder.positionFrames < last {
      let wanted = Int(min(8192, last - decoder.positionFrames))
      if wanted < 8192 { samples = [Float](repeating: 0, count: wanted * channels) }
      var span = samples.mutableSpan
      guard case .frames(let count) = try decoder.read(into: &span) else { return }
      for index in 0..<count * channels { whole[index] = Int32(sample: samples[index]) }
      try writer.write(whole.span, frames: count)
    }
  }

  /// Copies a file of this machine to a volume, as `Sounds/FOLDER/NAME.flac`.
  /// - Returns: its path there.
  static func keep(
    _ source: String, as name: String, folder: String, in root: Root
  ) throws(SoundFault) -> [UInt8] {
    do {
      let from = try HostFile.open(source)
      try requireRoom(try from.status().size, in: root)
      var place = Array(Pad.soundsFolder.utf8)
      try root.makeFolder(place)
      for part in folder.split(separator: "/") {
        place += [UInt8(ascii: "/")] + Array(SafeName.of(String(part)).utf8)
        try root.makeFolder(place)
      }
      let path = try free(place + [UInt8(ascii: "/")] + Array(SafeName.of(name).utf8), in: root)
      let decoder = try openDecoder(try HostFile.open(source))
      try make(path, in: root) { (file: consuming Descriptor) throws in
        // A recording that was cut off states no length, and its last frame may be incomplete.
        if decoder.lengthFrames == nil {
          let format = decoder.format
          let writer = try SoundFileWriter(
            file, .flac, rate: format.rate, channels: format.channels,
            bits: format.exactBits == .bits(16) ? 16 : 24)
          try copy(decoder, until: .max, to: writer)
          return try writer.finish()
        }
        var buffer = [UInt8](repeating: 0, count: 256 << 10)
        while true {
          var span = buffer.mutableSpan
          guard let count = try from.read(into: &span), count > 0 else { break }
          var done = 0
          while done < count { done += try file.write(buffer.span.extracting(done..<count)) ?? 0 }
        }
        try file.synchronise()
      }
      return path
    } catch let fault as SoundFault {
      throw fault
    } catch {
      throw SoundFault(error)
    }
  }

  private static func requireRoom(_ bytes: Int64, in root: Root) throws {
    guard try root.freeBytes() - bytes >= IncomingFiles.keptFreeBytes else { throw SoundFault.full }
  }

  private static func make(
    besides path: [UInt8], in root: Root, _ write: (consuming Descriptor) throws -> Void
  ) throws -> [UInt8] {
    let dot = path.lastIndex(of: UInt8(ascii: ".")) ?? path.endIndex
    let new = try free(Array(path[..<dot]) + Array(" cut".utf8), in: root)
    try make(new, in: root, write)
    return new
  }

  /// The first name of its kind that nothing has: `X.flac`, `X 2.flac`, …
  private static func free(_ stem: [UInt8], in root: Root) throws -> [UInt8] {
    for number in 1...999 {
      let path = stem + Array((number == 1 ? ".flac" : " \(number).flac").utf8)
      if try root.statusOfName(path) == nil { return path }
    }
    throw SoundFault.failed("too many files have that name")
  }

  /// Writes in the jukebox's own folder until the file is whole; a failure leaves nothing.
  private static func make(
    _ path: [UInt8], in root: Root, _ write: (consuming Descriptor) throws -> Void
  ) throws {
    try root.makeFolder(Array(VolumeOpener.folderName.utf8))
    try? root.remove(VolumeFile.soundPath)
    let file = try root.create(VolumeFile.soundPath)
    do {
      try write(file)
      try root.move(VolumeFile.soundPath, to: path)
    } catch {
      try? root.remove(VolumeFile.soundPath)
      throw error
    }
  }
}

/// Why a sound file could not be made.
enum SoundFault: Error, Hashable {
  /// Nothing lies between the two times.
  case empty
  /// The volume has too little room.
  case full
  /// A sentence.
  case failed(String)

  /// Describes failed work, without the path of a partly written file.
  init(_ error: any Error) {
    self =
      switch error {
      case let error as SystemError: .failed(error.withoutPath.description)
      case let error as MediaError: .failed(error.withoutPath.description)
      default: .failed(String(describing: error))
      }
  }

  var refusal: Refusal {
    switch self {
    case .empty: .failed(.outOfRange, "There is no sound between these times")
    case .full: .failed(.limitReached, "Not enough space on the volume: 16 MiB must stay free")
    case .failed(let what): .system(what)
    }
  }
}
