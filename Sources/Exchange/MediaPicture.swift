public import Library
import Media
import Model

/// A picture in a file, found by the media layer.
struct MediaPicture: PictureSource {
  private var picture: Picture

  var kind: PictureKind { picture.kind }
  var byteCount: Int64 { picture.byteCount }

  static let open: PictureOpener = { (file, isEmbedded) throws(ReadFault) in
    let picture: Picture?
    do throws(MediaError) {
      picture = isEmbedded ? try Picture.embedded(in: file) : try Picture.file(file)
    } catch {
      throw ReadFault(error)
    }
    return picture.map { MediaPicture(picture: $0) }
  }

  mutating func read(_ count: Int) throws(ReadFault) -> [UInt8] {
    do throws(MediaError) { return try picture.read(count) } catch { throw ReadFault(error) }
  }

  mutating func skip(_ count: Int64) throws(ReadFault) {
    do throws(MediaError) { try picture.skip(count) } catch { throw ReadFault(error) }
  }
}

extension ReadFault {
  fileprivate init(_ error: MediaError) {
    if case .io(let cause) = error { self = .storage(cause) } else { self = .broken }
  }
}

extension FileReaders {
  /// The readers of the media layer.
  public static let media = FileReaders(probe: MediaProbe.read, picture: MediaPicture.open)
}
