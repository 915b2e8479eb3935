import Library
import Linux
import Media
import Model

/// The file or folder that is to be changed: beneath the volume's root, and reached without a link.
struct EditedPlace {
  let path: [UInt8]
  let status: FileStatus

  /// - Throws: `read-only-volume`, `no-such-path` for a hidden name or one that is reached through a link.
  init(_ path: [UInt8], in root: Root) throws(Refusal) {
    let folder = VolumePath.split(path).folder
    guard !path.isEmpty else { throw .failed(.badFileName, "A volume as a whole cannot be changed") }
    guard root.takesWrites(in: []), root.takesWrites(in: folder) else { throw UploadFault.readOnly.refusal }
    let names = path.split(separator: UInt8(ascii: "/"))
    guard names.allSatisfy({ !FileNames.isPassedOver(Array($0)) }) else { throw .noSuchPath }
    var status: FileStatus?
    var place: [UInt8] = []
    for name in names {
      place = VolumePath.join(place, Array(name))
      let at = place
      status = try Self.attempt { () throws(SystemError) in try root.statusOfName(at) }
      guard let status else { throw .noSuchPath }
      guard status.kind != .link else {
        throw .failed(
          .badFileName, "A link is not followed: name the file by its own path",
          about: EscapedName.text(for: place))
      }
    }
    guard let status, status.kind == .regular || status.kind == .directory else { throw .noSuchPath }
    (self.path, self.status) = (path, status)
  }

  /// - Throws: what the system refuses, as a refusal.
  static func attempt<Value: ~Copyable>(_ body: () throws(SystemError) -> Value) throws(Refusal) -> Value {
    do throws(SystemError) { return try body() } catch { throw Refusal(ofEdit: error) }
  }

  /// The same for what reads formats.
  static func read<Value>(_ body: () throws(MediaError) -> Value) throws(Refusal) -> Value {
    do throws(MediaError) { return try body() } catch {
      if case .io(let cause) = error { throw Refusal(ofEdit: cause) }
      throw .unreadableFile
    }
  }
}

extension Refusal {
  /// Why a file can't be changed.
  init(ofEdit error: SystemError) {
    switch error.code {
    case .crossDevice:
      self = .failed(.badFileName, "The file is on a file system that is mounted below the volume")
    case .noSuchFile, .notDirectory, .nameTooLong: self = Refusal(ofFile: error)
    default: self = UploadFault(error).refusal
    }
  }
}
