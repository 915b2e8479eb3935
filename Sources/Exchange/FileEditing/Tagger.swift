import Linux
import Model

/// Writes tags by `jukebox-tagger`, which has TagLib and limits itself. Blocks until it has ended.
struct Tagger: Sendable {
  /// Its path; nil where it is not known.
  let program: String?

  /// A slow stick takes minutes to move a large file's sound.
  private static let patience = Duration.seconds(600)
  /// Limit of the answer's bytes.
  private static let mostBytes = 2 << 20

  /// - Parameters:
  ///   - format: as `FileType` names it.
  ///   - file: open for reading and writing.
  /// - Returns: what each tag was before, and how the former file is made of the new one.
  func write(_ edits: [TagEdit], format: String, to file: borrowing Descriptor) throws(Refusal)
    -> (former: [TagEdit], back: FilePieces)
  {
    guard let program else { throw .failed(.notTagged, "jukebox-tagger is not installed") }
    var words = [program, format]
    for edit in edits {
      words += edit.values.isEmpty ? ["\(edit.key)="] : edit.values.map { "\(edit.key)=\($0)" }
    }
    let answer: (status: Int32, bytes: [UInt8])
    do throws(SystemError) {
      answer = try Subprocess.output(of: words, input: file, within: Self.patience, atMost: Self.mostBytes)
    } catch {
      switch error.code {
      case .noSuchFile: throw .failed(.notTagged, "jukebox-tagger is not installed")
      default: throw .failed(.notTagged, "jukebox-tagger cannot be run: \(error.withoutPath)")
      }
    }
    switch answer.status {
    case 0: break
    case 1:
      let reason = String(decoding: answer.bytes, as: UTF8.self)
      throw .failed(.notTagged, "The tags cannot be written: \(reason)")
    default:
      throw .failed(
        .notTagged, "The tags cannot be written: jukebox-tagger ended with status \(answer.status)")
    }
    var rest = answer.bytes[...]
    guard answer.bytes.count < Self.mostBytes, let (former, back) = FormerTags.next(&rest), rest.isEmpty,
      Set(former.map(\.key)) == Set(edits.map(\.key))
    else {
      throw .failed(.notTagged, "The tags cannot be written: jukebox-tagger gave no answer")
    }
    return (former, back)
  }
}
