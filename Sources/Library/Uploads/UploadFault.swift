package import Linux
package import Model

/// Why a file can't be taken.
package enum UploadFault: Error, Hashable {
  case readOnly
  case tooLarge(most: Int64)
  /// - Parameter free: what a file may have, in bytes.
  case full(free: Int64)
  /// A file has the name of a folder of the path, or too many files have that of the file.
  case nameTaken(String)
  /// A name of the path is a link that leads off the volume.
  case leadsAway
  /// The volume left and came back meanwhile.
  case gone
  case system(SystemError)

  package init(_ error: SystemError) {
    self =
      switch error.code {
      case .noSpace: .full(free: 0)
      case .fileTooLarge: .tooLarge(most: Int64(UInt32.max))
      case .readOnlyFileSystem: .readOnly
      case .noSuchDevice: .gone
      case .crossDevice, .tooManyLinks: .leadsAway
      default: .system(error)
      }
  }

  package var refusal: Refusal {
    switch self {
    case .readOnly: .failed(.readOnlyVolume, "The volume is read-only")
    case .tooLarge(let most):
      .failed(.fileTooLarge, "The volume takes files of at most \(most) bytes: it has a FAT file system")
    case .full(let free):
      .failed(
        .volumeFull, "Not enough space on the volume: \(free) bytes are left for files, 16 MiB must stay free"
      )
    case .nameTaken(let name): .failed(.alreadyExists, "Something else has the name: \(name)", about: name)
    case .leadsAway: .failed(.badFileName, "A folder of the path is a link that leads off the volume")
    case .gone: .volumeGone
    case .system(let error): Refusal(system: error)
    }
  }
}
