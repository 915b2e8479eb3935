import Linux
import Model

/// Writes tags by `jukebox-tagger`, which has TagLib and limits itself. Blocks until it has ended.
struct Tagger: Sendable {
  /// Its path; nil where it is not known.
  let program: String?

  /// A slow stick takes minutes to move a large file's sound.
  private static let patience = Duration.seconds(600)
  /// Of the replaced values.
  private static let mostBytes = 1 << 20

  /// - Parameters:
  ///   - format: as `FileType` names it.
  ///   - file: open for reading and writing.
  /// - Returns: what each tag was before.
  func write(_ edits: [TagEdit], format: String, to file: borrowing Descriptor) throws(Refusal) -> [TagEdit] {
    guard let program else { throw .failed(.notTagged, "jukebox-tagger is not installed") }
    var words = [program, format]
    for edit in edits {
      words += edit.values.isEmpty ? ["\(edit.key)="] : edit.values.map { "\(edit.key)=\($0)" }
    }
    let answer: (status: Int32, text: String)
    do throws(SystemError) {
      answer = try Subprocess.output(of: words, input: file, within: Self.patience, atMost: Self.mostBytes)
    } catch {
      switch error.code {
      case .noSuchFile: throw .failed(.notTagged, "jukebox-tagger is not installed")
      default: throw .failed(.notTagged, "jukebox-tagger cannot be run: \(error)")
      }
    }
    switch answer.status {
    case 0: break
    case 1: throw .failed(.notTagged, "The tags cannot be written: \(answer.text)")
    default:
      throw .failed(
        .notTagged, "The tags cannot be written: jukebox-tagger ended with status \(answer.status)")
    }
    guard answer.text.utf8.count < Self.mostBytes, let former = FormerTags.tags(in: Array(answer.text.utf8))
    else {
      throw .failed(.notTagged, "The file has a tag too long to be kept for undo")
    }
    guard Set(former.map(\.key)) == Set(edits.map(\.key)) else {
      throw .failed(.notTagged, "The tags cannot be written: jukebox-tagger gave no answer")
    }
    return former
  }
}
