public import Library
import Linux
import Media
public import Model

/// Sound files of the volumes, read and made by their formats. Completions are called on the loop, once.
public struct LibrarySounds {
  private let library: MusicLibrary

  public init(_ library: MusicLibrary) { self.library = library }

  /// The comments in the file at `uri`, as they stand there (`readComments`).
  ///
  /// - Parameter completion: gets `.noSuchFile` where there is no such file, `.unreadableFile` where it is no sound file.
  @discardableResult
  public func comments(
    of uri: String, completion: @escaping Completion<[(key: String, text: String)]>
  ) -> Query {
    guard let (volume, path) = library.place(of: uri), !path.isEmpty else {
      return library.refuse(.noSuchFile, completion)
    }
    let root = volume.worker.root
    return library.ask(volume, { (_) throws(StoreError) in Self.comments(path, in: root) }) { result in
      let comments = (try? result.get()) ?? .failure(.volumeGone)
      completion(comments.map { $0.map { ($0.key, $0.text) } })
    }
  }

  /// The lyrics of the song at `uri`, in a file beside it or in its tags; no line where there are none.
  ///
  /// - Parameter completion: gets `.noSuchSong` where there is no such file, `.unreadableFile` where it is no sound file.
  @discardableResult
  public func lyrics(of uri: String, completion: @escaping Completion<[LyricsLine]>) -> Query {
    guard let (volume, path) = library.place(of: uri), !path.isEmpty else {
      return library.refuse(.noSuchSong, completion)
    }
    let root = volume.worker.root
    return library.ask(volume, { (_) throws(StoreError) in SongLyrics.lines(of: path, in: root) }) { result in
      completion((try? result.get()) ?? .failure(.volumeGone))
    }
  }

  /// Writes a part of a track's file into a new one beside it, as FLAC; the old one stays.
  /// - Parameter completion: gets the new track once its file is whole; its row follows with the scan that begins then.
  public func trim(
    _ track: TrackReference, from start: Duration, to end: Duration?,
    completion: @escaping (Result<TrackReference, Refusal>) -> Void
  ) {
    makeSound(on: track.volume, completion) { (root) throws(SoundFault) in
      try VolumeSound.trim(track.path, from: start, to: end, in: root)
    }
  }

  /// The loudest sample of each part of a track's file, 0 to 1.
  public func waveform(
    of track: TrackReference, parts: Int, completion: @escaping (Result<[Double], Refusal>) -> Void
  ) {
    library.askFiles(
      on: track.volume,
      { (access) throws(Refusal) in
        do throws(SoundFault) {
          return try VolumeSound.peaks(track.path, parts: parts, in: access.root)
        } catch {
          throw error.refusal
        }
      }, completion: completion)
  }

  /// Copies a FLAC file of this machine into a volume's folder of sounds.
  public func keep(
    _ file: String, as name: String, folder: String, on volume: VolumeID,
    completion: @escaping (Result<TrackReference, Refusal>) -> Void
  ) {
    makeSound(on: volume, completion) { (root) throws(SoundFault) in
      try VolumeSound.keep(file, as: name, folder: folder, in: root)
    }
  }

  private func makeSound(
    on volume: VolumeID, _ completion: @escaping (Result<TrackReference, Refusal>) -> Void,
    _ work: @escaping @Sendable (Root) throws(SoundFault) -> [UInt8]
  ) {
    library.askFiles(on: volume) { (access) throws(Refusal) in
      do throws(SoundFault) { return try work(access.root) } catch { throw error.refusal }
    } completion: { (result: Result<[UInt8], Refusal>) in
      let result = result.map { TrackReference(volume: volume, path: $0) }
      if case .success(let track) = result, let uri = library.uri(of: track) {
        _ = try? library.scans.update(uri, rescan: false)
      }
      completion(result)
    }
  }

  private static func comments(_ path: [UInt8], in root: Root) -> Result<[FileComment], Refusal> {
    let file: Descriptor
    do throws(SystemError) {
      file = try root.open(path)
    } catch {
      return .failure(Refusal(ofFile: error, missing: .noSuchFile))
    }
    do throws(MediaError) {
      return .success(try readComments(of: file))
    } catch {
      if case .io(let cause) = error { return .failure(Refusal(ofFile: cause, missing: .noSuchFile)) }
      return .failure(.unreadableFile)
    }
  }
}
