import Library
import Linux
import Media
import Model

/// The lyrics of a song: a file beside it with the same name, or what its own tags have. Blocks on storage.
enum SongLyrics {
  /// The endings of files that have times, which come before the tags, and of those that have none.
  private static let timed = [".lrc", ".LRC"]
  private static let plain = [".txt", ".TXT"]

  /// - Returns: no line where there are no lyrics.
  static func lines(of path: [UInt8], in root: Root) -> Result<[LyricsLine], Refusal> {
    let file: Descriptor
    do throws(SystemError) {
      file = try root.open(path)
    } catch {
      return .failure(Refusal(ofFile: error, missing: .noSuchSong))
    }
    if let lines = beside(path, timed, in: root) { return .success(lines) }
    do throws(MediaError) {
      let lines = try readLyrics(of: file)
      if !lines.isEmpty { return .success(lines) }
    } catch {
      if case .io(let cause) = error { return .failure(Refusal(ofFile: cause, missing: .noSuchSong)) }
      return .failure(.unreadableFile)
    }
    return .success(beside(path, plain, in: root) ?? [])
  }

  /// The lyrics in the first file beside `path` that has some; one that cannot be read is skipped.
  private static func beside(_ path: [UInt8], _ endings: [String], in root: Root) -> [LyricsLine]? {
    let nameStart = path.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
    guard let dot = path.lastIndex(of: UInt8(ascii: ".")), dot > nameStart else { return nil }
    for ending in endings {
      do throws(SystemError) {
        let file = try root.open(path[..<dot] + Array(ending.utf8))
        let lines = lyrics(inText: try file.bytes(lyricsFileLimit, at: 0))
        if !lines.isEmpty { return lines }
      } catch {
        continue
      }
    }
    return nil
  }
}
